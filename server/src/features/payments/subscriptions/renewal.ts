import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure } from "../../../platform/failure.ts";
import type { OrderReference, Period } from "../orders.ts";
import { findPaymentOfOrder } from "../payments.data.ts";
import { getStripeOf } from "../stripe/connection.ts";
import { setRenewalAtStripe } from "../stripe/renewals.ts";
import { cancelSubscriptionJob, syncPayment } from "../sync/sync-payment.ts";
import { lockRecurringPayments } from "./subscriptions.data.ts";

/**
 * Sets what a paid order renews as when its period ends (null: it ends then), then syncs the payment, which calls
 * `onSubscriptionSynced`. Repeating a call changes nothing. No transaction may be open.
 *
 * @throws Failure E0048 if the provider does not answer, E0046 if the order has no active subscription
 */
export async function setRenewal(
  context: Context,
  order: OrderReference,
  next: { title: string; amountCents: number; period: Period } | null,
): Promise<void> {
  const payment = await findPaymentOfOrder(context.db, order);
  if (payment?.state !== "PAID" || payment.subscription_id === null || payment.ended_at !== null)
    throw new Failure("E0046");
  await setRenewalAtStripe(getStripeOf(context, payment).stripe, payment.subscription_id, next);
  await syncPayment(context, payment.id);
}

/**
 * Enqueues the cancellation of an account's subscriptions in the caller's transaction. The payments are looked up now, because the
 * same transaction may delete the account.
 */
export async function cancelSubscriptions(
  { queue }: Context,
  tx: Executor,
  accountId: string,
): Promise<void> {
  for (const id of await lockRecurringPayments(tx, accountId))
    await queue.enqueue(tx, cancelSubscriptionJob, { id });
}
