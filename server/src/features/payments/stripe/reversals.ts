import type Stripe from "stripe";
import type { Reversal } from "../provider.ts";
import { callStripe } from "./client.ts";
import { expanded, idOf } from "./objects.ts";

type StripeReversal = { id: string; payment_intent: string | Stripe.PaymentIntent | null };
type Page = { data: StripeReversal[]; has_more: boolean };

/** Refunds and disputes by their own dates: what was paid long ago may go back today, and a later bill as well as the first. */
export async function* listReversals(stripe: Stripe, since: Date): AsyncGenerator<Reversal> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  const asked = { created, limit: 100, expand: ["data.payment_intent"] };
  yield* listPages((after) => callStripe(stripe.refunds.list({ ...asked, ...after })));
  yield* listPages((after) => callStripe(stripe.disputes.list({ ...asked, ...after })));
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

/** What is paid once carries its payment's id; what is paid again and again is found by who pays it. */
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
