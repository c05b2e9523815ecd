import { chosenAmountProblem, type Pricing, pricingTexts } from "@wrapsody/shared/payments/pricing.ts";
import { Failure } from "../../../../platform/failure.ts";
import type { OpenOrder } from "./orders.data.ts";

/** Amount that a buyer offers. Without one, the price or the minimum applies. */
export type PriceRequest = { amountCents: number | undefined };

/** Returns what an order costs. @throws Failure E0007 on `amount` if it is below the minimum, or not the price */
export function priceOrder(
  terms: { pricing: Pricing; minimumCents: number },
  { amountCents }: PriceRequest,
): number {
  if (amountCents === undefined) return terms.minimumCents;
  const problem = chosenAmountProblem(terms, amountCents);
  if (problem !== undefined) throw amountFailure(problem);
  return amountCents;
}

/** An open order keeps its price, so a buyer who wants another one has to end it first. @throws Failure E0007 on `amount` */
export function assertSamePrice(open: OpenOrder, { amountCents }: PriceRequest): void {
  const isPaid = open.state === "NEEDS_MATERIAL";
  if (isPaid || amountCents === undefined || amountCents === open.total_cents) return;
  throw amountFailure(pricingTexts.openOrder);
}

function amountFailure(message: string): Failure {
  return new Failure("E0007", { errors: [{ field: "amount", message }] });
}
