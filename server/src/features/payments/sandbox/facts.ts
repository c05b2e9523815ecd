import type { Context } from "../../../platform/context.ts";
import type { CheckoutSnapshot, InvoiceSnapshot, SubscriptionSnapshot } from "../provider.ts";
import { readCheckout, type SandboxCheckout } from "./checkouts.data.ts";
import { listInvoices, type SandboxInvoice } from "./invoices.data.ts";
import { moveOnDue, nextOf } from "./renewals.ts";
import { lockSubscriptionOf, type SandboxSubscription } from "./subscriptions.data.ts";

/** Undefined: there is no such checkout. */
export async function lookUpCheckout(context: Context, id: string): Promise<CheckoutSnapshot | undefined> {
  const { db, clock } = context;
  const found = await readCheckout(db, id, clock.now());
  if (found?.status !== "PAID" || found.period === null) return found && factsOf(found, null);
  return db.transaction().execute(async (tx) => {
    // Held, so that what is said of the subscription, its bills and its checkout is said of the same moment.
    const held = await lockSubscriptionOf(tx, found.payment_id);
    if (held === undefined) throw new Error(`the sandbox has no subscription for ${found.payment_id}`);
    const subscription = await moveOnDue(context, tx, held);
    const bills = await listInvoices(tx, subscription.id);
    const checkout = (await readCheckout(tx, id, clock.now())) ?? found;
    return factsOf(checkout, subscriptionFacts(subscription, bills));
  });
}

function factsOf(
  { id, status, amount_cents, refunded }: SandboxCheckout,
  subscription: SubscriptionSnapshot | null,
): CheckoutSnapshot {
  return {
    checkout: status,
    amountCents: amount_cents,
    currency: "usd",
    intentId: status === "PAID" ? `sbxpay_${id}` : null,
    feeCents: status === "PAID" ? feeOf(amount_cents) : null,
    refundedCents: refunded ? amount_cents : 0,
    isDisputed: false,
    subscription,
  };
}

/** What cards usually cost: 2.9 % and 30 cents. */
function feeOf(amountCents: number): number {
  return Math.min(amountCents, Math.round(amountCents * 0.029) + 30);
}

function subscriptionFacts(
  subscription: SandboxSubscription,
  bills: readonly SandboxInvoice[],
): SubscriptionSnapshot {
  const { id, customer_id, status, paid_until, period } = subscription;
  const next = status === "ENDED" ? null : nextOf(subscription);
  return {
    id,
    customerId: customer_id,
    status,
    paidUntil: new Date(paid_until),
    period,
    next: next && { amountCents: next.amountCents, period: next.period },
    bills: bills.map(billFacts),
  };
}

function billFacts(bill: SandboxInvoice): InvoiceSnapshot {
  const { id, number, amount_cents, refunded_cents, status, period, paid_at } = bill;
  return {
    id,
    number,
    amountCents: amount_cents,
    refundedCents: refunded_cents,
    state: status,
    period,
    from: new Date(bill.period_from),
    until: new Date(bill.period_until),
    createdAt: new Date(bill.created_at),
    paidAt: paid_at === null ? null : new Date(paid_at),
  };
}
