import type { Discount } from "@wrapsody/shared/experiences/spot-codes.ts";

/** Purpose of the encryption and of the HMAC of a code. */
export const SPOT_CODE_PURPOSE = "spot-code";

type DiscountColumns = { percent_off: number | null; cents_off: number | null };

/** Converts the discount of a batch to its API shape. */
export function presentDiscount({ percent_off: percent, cents_off }: DiscountColumns): Discount {
  const amount = cents_off === null ? null : cents_off / 100;
  return { discount: percent !== null ? "PERCENT" : amount !== null ? "AMOUNT" : "FREE", percent, amount };
}
