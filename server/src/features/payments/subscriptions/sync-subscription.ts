import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import type { SubscriptionTerms } from "../orders.ts";
import type { PaymentRow } from "../payments.data.ts";
import type { SubscriptionSnapshot } from "../provider.ts";
import { upsertInvoice, writeSubscription } from "./subscriptions.data.ts";

/** Reduces a snapshot to what the selling features see. */
export function toTerms({ status, paidUntil, period, next }: SubscriptionSnapshot): SubscriptionTerms {
  return { status, paidUntil, period, next };
}

/**
 * Stores a subscription's snapshot with its invoices in the locked payment. Returns whether anything changed; undefined if the snapshot
 * is outdated: concurrent syncs may finish out of order, and an ended subscription does not start again.
 */
export async function syncSubscription(
  { clock }: Context,
  tx: Executor,
  payment: PaymentRow,
  { snapshot, askedAt }: { snapshot: SubscriptionSnapshot; askedAt: Date },
): Promise<boolean | undefined> {
  const { id, provider, terms_asked_at, ended_at } = payment;
  if (terms_asked_at !== null && Date.parse(terms_asked_at) > askedAt.getTime()) return undefined;
  if (ended_at !== null && snapshot.status !== "ENDED") return undefined;
  await writeSubscription(tx, { id, snapshot, askedAt, now: clock.now() });
  let isChanged = hasChanged(payment, snapshot);
  for (const invoice of snapshot.invoices)
    isChanged = (await upsertInvoice(tx, { paymentId: id, provider, invoice })) || isChanged;
  return isChanged;
}

function hasChanged(
  { subscription_id, paid_until, ended_at }: PaymentRow,
  snapshot: SubscriptionSnapshot,
): boolean {
  return (
    subscription_id !== snapshot.id ||
    paid_until === null ||
    Date.parse(paid_until) !== snapshot.paidUntil.getTime() ||
    (ended_at !== null) !== (snapshot.status === "ENDED")
  );
}
