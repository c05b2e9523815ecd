import * as z from "zod";

/** FIXED: an experience has a price. PAY_WHAT_YOU_WANT: fans choose the amount, from its minimum on. */
export const pricings = ["FIXED", "PAY_WHAT_YOU_WANT"] as const;
export type Pricing = (typeof pricings)[number];

/** The least that a card payment can be. US cents. */
export const MIN_PAYMENT_CENTS = 50;
/** The most that a fan can choose to pay, and that a minimum can be. US dollars. */
export const MAX_CHOSEN_USD = 10_000;

export const pricingTexts = {
  amount: "Please enter an amount.",
  decimals: "Please use at most two decimals.",
  cardMinimum: "Please enter 0.50 or more, or 0 where it is free.",
  minimumFirst: "Please enter at least the minimum.",
  openOrder: "You have an open reservation for this wallet at another price. Continue or cancel it first.",
} as const;

/** Message for an amount below the minimum of an experience. */
export const belowMinimumMessage = (cents: number): string =>
  `Please enter at least ${(cents / 100).toFixed(2)}.`;
/** Message for an amount other than the price of an experience. */
export const notPriceMessage = (cents: number): string => `The price is ${(cents / 100).toFixed(2)}.`;

/** A number of a form. An empty field counts as missing, because 0 has a meaning. */
export const typedNumber = (value: unknown): unknown => {
  if (typeof value !== "string") return value;
  return value.trim() === "" ? undefined : Number(value);
};

/** US dollars in whole cents: 0, or what a card payment can be. */
export function dollars(maxUsd: number) {
  const error = pricingTexts.amount;
  return z.preprocess(
    typedNumber,
    z
      .number({ error })
      .min(0, { error })
      .max(maxUsd, { error: `Please enter at most ${maxUsd}.` })
      .refine((amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6, {
        error: pricingTexts.decimals,
      })
      .refine((amount) => amount < 0.01 || toCents(amount) >= MIN_PAYMENT_CENTS, {
        error: pricingTexts.cardMinimum,
      }),
  );
}

export function toCents(usd: number): number {
  return Math.round(usd * 100);
}

/** Returns what is wrong with an amount that a fan chose, undefined if nothing is. `cents` passed `dollars`. */
export function chosenAmountProblem(
  { pricing, minimumCents }: { pricing: Pricing; minimumCents: number },
  cents: number,
): string | undefined {
  if (pricing === "FIXED") return cents === minimumCents ? undefined : notPriceMessage(minimumCents);
  return cents < minimumCents ? belowMinimumMessage(minimumCents) : undefined;
}
