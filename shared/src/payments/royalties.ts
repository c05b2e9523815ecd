import * as z from "zod";

/** Maximum resale royalty, in percent. Marketplaces show rates above it as excessive, or ignore them. */
export const MAX_ROYALTY_PERCENT = 10;

export const royaltyTexts = {
  range: `Please enter a rate from 0 to ${MAX_ROYALTY_PERCENT}.`,
  decimals: "Please use at most two decimals.",
  wallet: "Please choose one of your linked wallets that works on this network.",
  noWallet:
    "A resale royalty needs a linked wallet that works on this network. Link one, or set the royalty to 0.",
} as const;

/** A resale royalty (ERC-2981) in percent of the price, in whole basis points. Forms send it as text. */
export const royaltyRate = z.preprocess(
  (value) => (typeof value === "string" && value.trim() !== "" ? Number(value) : value),
  z
    .number({ error: royaltyTexts.range })
    .min(0, { error: royaltyTexts.range })
    .max(MAX_ROYALTY_PERCENT, { error: royaltyTexts.range })
    .refine((rate) => Math.abs(rate * 100 - Math.round(rate * 100)) < 1e-6, { error: royaltyTexts.decimals }),
);

export const toBasisPoints = (rate: number) => Math.round(rate * 100);
