import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import type { SubscriptionTerms } from "../orders.ts";
import type { PaymentRow } from "../payments.data.ts";
import type { SubscriptionSnapshot } from "../provider.ts";
import { upsertInvoice, writeSubscription } from "./subscriptions.data.ts";

/** As the features that sell see it. */
export function toTerms({ status, paidUntil, period, next }: SubscriptionSnapshot): SubscriptionTerms {
  return { status, paidUntil, period, next };
}

/**
 * Writes down how a locked payment stands that is paid for again and again, with its bills. Answers whether anything was new in it;
 * undefined where more is known already: whoever asked the provider earlier may come to write later, and what has ended does not begin
 * again.
 */
export async function syncSubscription(
  { clock }: Context,
  tx: Executor,
  payment: PaymentRow,
  { told, askedAt }: { told: SubscriptionSnapshot; askedAt: Date },
): Promise<boolean | undefined> {
  const { id, provider, terms_asked_at, ended_at } = payment;
  if (terms_asked_at !== null && Date.parse(terms_asked_at) > askedAt.getTime()) return undefined;
  if (ended_at !== null && told.status !== "ENDED") return undefined;
  await writeSubscription(tx, { id, told, askedAt, now: clock.now() });
  let isNew = hasChanged(payment, told);
  for (const bill of told.bills)
    isNew = (await upsertInvoice(tx, { paymentId: id, provider, bill })) || isNew;
  return isNew;
}

function hasChanged(
  { subscription_id, paid_until, ended_at }: PaymentRow,
  told: SubscriptionSnapshot,
): boolean {
  return (
    subscription_id !== told.id ||
    paid_until === null ||
    Date.parse(paid_until) !== told.paidUntil.getTime() ||
    (ended_at !== null) !== (told.status === "ENDED")
  );
}
