import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database.ts";
import { handlerOf } from "./handlers.ts";
import type { Terms } from "./orders.ts";
import { type PaymentRow, writeRefundReason, writeState } from "./payments.data.ts";
import { type Fact, nextState } from "./states.ts";

/**
 * Writes a fact about a locked payment down and tells the feature that sold, in the same transaction. A fact that changes nothing
 * is passed over. Answers the payment as it then is. `terms` are those of what is paid for again and again.
 */
export async function advance(
  context: Context,
  tx: Executor,
  payment: PaymentRow,
  fact: Fact,
  terms: Terms | null = null,
): Promise<PaymentRow> {
  const state = nextState(payment.state, fact);
  if (state === undefined) return payment;
  await writeState(tx, { id: payment.id, state, fact, now: context.clock.now() });
  const advanced = { ...payment, state };
  const handler = handlerOf(payment.kind);
  if (fact === "paid") {
    // Nobody there to give what was paid for is a reason to pay back, too.
    const answer = (await handler?.onPaid(context, tx, payment.reference, terms)) ?? "REFUND";
    if (answer === "REFUND") return beginRefund(context, tx, advanced, soldOut);
  }
  if (fact === "expired") await handler?.onExpired(context, tx, payment.reference);
  if (fact === "refunded") await handler?.onRefunded?.(context, tx, payment.reference);
  return advanced;
}

const soldOut = "What was ordered could not be given any more.";

/**
 * Decides that a paid payment is paid back; one that is in any other state stays as it is. Whoever decides it outside of the job that
 * pays back enqueues that job.
 */
export async function beginRefund(
  context: Context,
  tx: Executor,
  payment: PaymentRow,
  reason: string,
): Promise<PaymentRow> {
  const advanced = await advance(context, tx, payment, "refund asked");
  if (advanced.state === payment.state) return payment;
  await writeRefundReason(tx, payment.id, reason);
  return { ...advanced, refund_reason: reason };
}
