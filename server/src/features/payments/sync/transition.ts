import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { getOrderHandler, type SubscriptionTerms } from "../orders.ts";
import {
  type PaymentRow,
  type State,
  type Transition,
  writeRefundReason,
  writeState,
} from "../payments.data.ts";

/**
 * Returns the next state; undefined if the transition does not apply. Transitions arrive in any order and any number of times. A
 * payment counts however late it is reported; a checkout that closed meanwhile does not undo it.
 */
function nextState(state: State, transition: Transition): State | undefined {
  switch (transition) {
    case "opened":
      return state === "OPENING" ? "OPEN" : undefined;
    case "paid":
      return state === "OPENING" || state === "OPEN" || state === "EXPIRED" ? "PAID" : undefined;
    case "expired":
      return state === "OPENING" || state === "OPEN" ? "EXPIRED" : undefined;
    case "refund requested":
      return state === "PAID" ? "REFUNDING" : undefined;
    case "refunded":
      return state === "PAID" || state === "REFUNDING" ? "REFUNDED" : undefined;
  }
}

/**
 * Writes a transition of a locked payment and calls the handler of its order, in the same transaction. A transition that does not apply
 * is ignored. Returns the payment in its new state. `terms` are those of a recurring payment.
 */
export async function transitionPayment(
  context: Context,
  tx: Executor,
  payment: PaymentRow,
  transition: Transition,
  terms: SubscriptionTerms | null = null,
): Promise<PaymentRow> {
  const state = nextState(payment.state, transition);
  if (state === undefined) return payment;
  await writeState(tx, { id: payment.id, state, transition, now: context.clock.now() });
  const updated = { ...payment, state };
  const handler = getOrderHandler(payment.kind);
  if (transition === "paid") {
    // Without a handler nothing can be fulfilled, so the payment is refunded.
    const result = (await handler?.onPaid(context, tx, payment.reference, terms)) ?? "REFUND";
    if (result === "REFUND") return startRefund(context, tx, updated, NOT_FULFILLABLE);
  }
  if (transition === "expired") await handler?.onExpired(context, tx, payment.reference);
  if (transition === "refunded") await handler?.onRefunded?.(context, tx, payment.reference);
  return updated;
}

const NOT_FULFILLABLE = "The order could no longer be fulfilled.";

/**
 * Marks a paid payment for refund; a payment in any other state stays as it is. A caller other than the refund job has to enqueue that
 * job.
 */
export async function startRefund(
  context: Context,
  tx: Executor,
  payment: PaymentRow,
  reason: string,
): Promise<PaymentRow> {
  const updated = await transitionPayment(context, tx, payment, "refund requested");
  if (updated.state === payment.state) return payment;
  await writeRefundReason(tx, payment.id, reason);
  return { ...updated, refund_reason: reason };
}
