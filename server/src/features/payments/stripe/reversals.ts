import type Stripe from "stripe";
import type { Reversed } from "../provider.ts";
import { answered } from "./client.ts";
import { idOf, objectOf } from "./objects.ts";

type Reversal = { id: string; payment_intent: string | Stripe.PaymentIntent | null };
type Page = { data: Reversal[]; has_more: boolean };

/** Refunds and disputes by their own dates: what was paid long ago may go back today, and a later bill as well as the first. */
export async function* listReversals(stripe: Stripe, since: Date): AsyncGenerator<Reversed> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  const asked = { created, limit: 100, expand: ["data.payment_intent"] };
  yield* paged((after) => answered(stripe.refunds.list({ ...asked, ...after })));
  yield* paged((after) => answered(stripe.disputes.list({ ...asked, ...after })));
}

async function* paged(read: (after: { starting_after?: string }) => Promise<Page>): AsyncGenerator<Reversed> {
  for (let after = {}; ; ) {
    const { data, has_more } = await read(after);
    for (const { payment_intent } of data) yield reversedOf(payment_intent);
    const last = data.at(-1);
    if (!has_more || last === undefined) return;
    after = { starting_after: last.id };
  }
}

/** What is paid once carries its payment's id; what is paid again and again is found by who pays it. */
function reversedOf(intent: Reversal["payment_intent"]): Reversed {
  const whole = objectOf(intent);
  const [intentId, customerId] = [idOf(intent), idOf(whole?.customer)];
  const paymentId = whole?.metadata.payment_id;
  return {
    ...(intentId === undefined ? {} : { intentId }),
    ...(customerId === undefined ? {} : { customerId }),
    ...(paymentId === undefined ? {} : { paymentId }),
  };
}
