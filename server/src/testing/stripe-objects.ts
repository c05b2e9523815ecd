import { randomBytes } from "node:crypto";

/** Times are seconds, amounts cents. */
export type Metadata = Record<string, string>;
export type Interval = "day" | "week" | "month" | "year";

export type StripePrice = { id: string; product: string; unit_amount: number; interval: Interval };
/** `card` is the default payment method that was chosen in the portal. */
export type StripeCustomer = { id: string; email: string; isDeleted: boolean; card: string | null };
export type StripeCharge = {
  id: string;
  amount: number;
  amount_refunded: number;
  disputed: boolean;
  fee: number | null;
  /** The platform's settlement currency and its exchange rate from dollars. */
  feeCurrency: string;
  exchangeRate: number | null;
};
export type StripeIntent = {
  id: string;
  customer: string;
  amount: number;
  created: number;
  /** Undefined: the card was declined. */
  charge: StripeCharge | undefined;
};
export type StripeInvoice = {
  id: string;
  subscription: string;
  number: string | null;
  status: "draft" | "open" | "paid" | "void";
  autoAdvance: boolean;
  price: StripePrice;
  period: { start: number; end: number };
  created: number;
  paidAt: number | null;
  intent: StripeIntent | undefined;
};
export type StripePhase = { start: number; end: number; price: StripePrice };
export type StripeSchedule = {
  id: string;
  subscription: string;
  status: "active" | "released" | "completed" | "canceled";
  endBehavior: "release" | "cancel";
  /** The payment method of the next phases. */
  card: string;
  phases: StripePhase[];
};
export type StripeSubscription = {
  id: string;
  customer: string;
  status: "active" | "past_due" | "canceled";
  metadata: Metadata;
  created: number;
  price: StripePrice;
  period: { start: number; end: number };
  cancelAtPeriodEnd: boolean;
  cancelAt: number | null;
  endedAt: number | null;
  schedule: string | null;
  /** The payment method. */
  card: string;
};

export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString("hex")}`;

/** Adds calendar intervals; a day that the month does not have becomes its last. */
export function after(seconds: number, interval: Interval, count = 1): number {
  const date = new Date(seconds * 1000);
  if (interval === "day" || interval === "week")
    return seconds + count * (interval === "day" ? 86_400 : 604_800);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + (interval === "year" ? 12 : 1) * count);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return Math.floor(date.getTime() / 1000);
}
