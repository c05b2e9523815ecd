import { z } from "zod";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database.ts";
import { job } from "../../platform/queue.ts";
import { advance, beginRefund } from "./advance.ts";
import type { OrderReference, RefundPayment } from "./orders.ts";
import { lockPayment, type PaymentRow, readPaymentOf, writeProblem } from "./payments.data.ts";
import type { RefundOutcome } from "./provider.ts";
import { providerOf } from "./providers.ts";

/** Pays an order back; asks the provider again after what it did not answer. */
export const refundPaymentJob = job({
  name: "refund-payment",
  payload: z.object({
    kind: z.enum(["PARTICIPATION", "SUBSCRIPTION"]),
    reference: z.string(),
    reason: z.string(),
  }),
  tries: 25,
  run: (context, payload) => payBack(context, payload),
});

export const refundPayment: RefundPayment = async ({ queue }, tx, { kind, reference, reason }) => {
  await queue.enqueue(tx, refundPaymentJob, { kind, reference, reason });
};

/**
 * Decides first and writes that down, then asks the provider: whoever is killed in between asks again under the same key, and one that
 * asks in vain finds what was paid back before it asks. What is paid for again and again the provider ends first.
 */
async function payBack(context: Context, { reason, ...order }: OrderReference & { reason: string }) {
  const payment = await decide(context, order, reason);
  if (payment?.state !== "REFUNDING" || payment.intent_id === null) return;
  const outcome = await providerOf(context, payment).refund({
    paymentId: payment.id,
    intentId: payment.intent_id,
    amountCents: payment.amount_cents,
    attempt: payment.refund_attempt,
    isShared: payment.destination !== null,
    subscriptionId: payment.subscription_id,
  });
  await context.db.transaction().execute((tx) => writeOutcome(context, tx, payment, outcome));
}

function decide(context: Context, order: OrderReference, reason: string): Promise<PaymentRow | undefined> {
  return context.db.transaction().execute(async (tx) => {
    const found = await readPaymentOf(tx, order);
    const payment = found === undefined ? undefined : await lockPayment(tx, found.id);
    return payment === undefined ? undefined : beginRefund(context, tx, payment, reason);
  });
}

/** What the provider said of the attempt `asked`; a later one may have begun meanwhile. */
async function writeOutcome(
  context: Context,
  tx: Executor,
  asked: PaymentRow,
  outcome: RefundOutcome,
): Promise<void> {
  const payment = await lockPayment(tx, asked.id);
  if (payment?.state !== "REFUNDING") return;
  if (outcome === "DONE") await advance(context, tx, payment, "refunded");
  if (payment.refund_attempt !== asked.refund_attempt) return;
  const problem = outcome === "FAILED" ? ("REFUND_FAILED" as const) : null;
  await writeProblem(tx, { id: payment.id, problem, now: context.clock.now() });
}
