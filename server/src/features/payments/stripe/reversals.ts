import type Stripe from "stripe";
import type { DisputeSnapshot, Reversal } from "../provider.ts";
import { callStripe, expanded, idOf } from "./client.ts";

type StripeReversal = { id: string; payment_intent: string | Stripe.PaymentIntent | null };
type Page = { data: StripeReversal[]; has_more: boolean };

/** Lists refunds and disputes by their own creation dates, whenever the payment was made. */
export async function* listReversals(stripe: Stripe, since: Date): AsyncGenerator<Reversal> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  const params = { created, limit: 100, expand: ["data.payment_intent"] };
  yield* listPages((after) => callStripe(stripe.refunds.list({ ...params, ...after })));
  yield* listPages((after) => callStripe(stripe.disputes.list({ ...params, ...after })));
}

async function* listPages(
  read: (after: { starting_after?: string }) => Promise<Page>,
): AsyncGenerator<Reversal> {
  for (let after = {}; ; ) {
    const { data, has_more } = await read(after);
    for (const { payment_intent } of data) yield toReversal(payment_intent);
    const last = data.at(-1);
    if (!has_more || last === undefined) return;
    after = { starting_after: last.id };
  }
}

/** One-time payments carry their payment id; later invoices are found by the customer. */
function toReversal(intent: StripeReversal["payment_intent"]): Reversal {
  const whole = expanded(intent);
  const [intentId, customerId] = [idOf(intent), idOf(whole?.customer)];
  const paymentId = whole?.metadata.payment_id;
  return {
    ...(intentId === undefined ? {} : { intentId }),
    ...(customerId === undefined ? {} : { customerId }),
    ...(paymentId === undefined ? {} : { paymentId }),
  };
}

/** Lists the disputes of a payment: one, and another one where a bank disputes it again. */
export async function listDisputes(stripe: Stripe, intentId: string): Promise<DisputeSnapshot[]> {
  const { data } = await callStripe(stripe.disputes.list({ payment_intent: intentId, limit: 100 }));
  return data.map(({ id, amount, status, created }) => ({
    id,
    amountCents: amount,
    state: disputeState(status),
    createdAt: new Date(created * 1000),
  }));
}

/** An inquiry, whose states begin with `warning`, takes no money. */
function disputeState(status: string): DisputeSnapshot["state"] {
  if (status === "lost") return "LOST";
  return status === "won" || status === "warning_closed" || status === "prevented" ? "WON" : "OPEN";
}
