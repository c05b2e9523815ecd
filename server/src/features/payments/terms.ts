import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database.ts";
import type { Terms } from "./orders.ts";
import type { PaymentRow } from "./payments.data.ts";
import type { SubscriptionFacts } from "./provider.ts";
import { writeBill, writeTerms } from "./terms.data.ts";

/** As the features that sell see it. */
export function termsOf({ status, paidUntil, period, next }: SubscriptionFacts): Terms {
  return { status, paidUntil, period, next };
}

/**
 * Writes down how a locked payment stands that is paid for again and again, with its bills. Answers whether anything was new in it;
 * undefined where more is known already: whoever asked the provider earlier may come to write later, and what has ended does not begin
 * again.
 */
export async function keepTerms(
  { clock }: Context,
  tx: Executor,
  payment: PaymentRow,
  { told, askedAt }: { told: SubscriptionFacts; askedAt: Date },
): Promise<boolean | undefined> {
  const { id, provider, terms_asked_at, ended_at } = payment;
  if (terms_asked_at !== null && Date.parse(terms_asked_at) > askedAt.getTime()) return undefined;
  if (ended_at !== null && told.status !== "ENDED") return undefined;
  await writeTerms(tx, { id, told, askedAt, now: clock.now() });
  let isNew = isOther(payment, told);
  for (const bill of told.bills) isNew = (await writeBill(tx, { paymentId: id, provider, bill })) || isNew;
  return isNew;
}

function isOther({ subscription_id, paid_until, ended_at }: PaymentRow, told: SubscriptionFacts): boolean {
  return (
    subscription_id !== told.id ||
    paid_until === null ||
    Date.parse(paid_until) !== told.paidUntil.getTime() ||
    (ended_at !== null) !== (told.status === "ENDED")
  );
}
