import type { Context } from "../../../platform/context.ts";
import type { CheckoutSnapshot, InvoiceSnapshot, SubscriptionSnapshot } from "../provider.ts";
import { readCheckout, type SandboxCheckout } from "./checkouts.data.ts";
import { listInvoices, type SandboxInvoice } from "./invoices.data.ts";
import { endDuePeriods, findRenewal } from "./renewals.ts";
import { lockSubscriptionOf, type SandboxSubscription } from "./subscriptions.data.ts";

/** Returns undefined if there is no such checkout. */
export async function retrieveCheckout(context: Context, id: string): Promise<CheckoutSnapshot | undefined> {
  const { db, clock } = context;
  const found = await readCheckout(db, id, clock.now());
  if (found?.status !== "PAID" || found.period === null) return found && toCheckoutSnapshot(found, null);
  return db.transaction().execute(async (tx) => {
    // Locks the subscription, so that the snapshot is consistent.
    const locked = await lockSubscriptionOf(tx, found.payment_id);
    if (locked === undefined) throw new Error(`sandbox checkout ${found.payment_id} has no subscription`);
    const subscription = await endDuePeriods(context, tx, locked);
    const invoices = await listInvoices(tx, subscription.id);
    const checkout = (await readCheckout(tx, id, clock.now())) ?? found;
    return toCheckoutSnapshot(checkout, toSubscriptionSnapshot(subscription, invoices));
  });
}

function toCheckoutSnapshot(
  { id, status, amount_cents, refunded }: SandboxCheckout,
  subscription: SubscriptionSnapshot | null,
): CheckoutSnapshot {
  return {
    checkout: status,
    amountCents: amount_cents,
    currency: "usd",
    intentId: status === "PAID" ? `sbxpay_${id}` : null,
    feeCents: status === "PAID" ? cardFeeCents(amount_cents) : null,
    refundedCents: refunded ? amount_cents : 0,
    isDisputed: false,
    subscription,
  };
}

/** The usual fee on card payments: 2.9 % and 30 cents. */
function cardFeeCents(amountCents: number): number {
  return Math.min(amountCents, Math.round(amountCents * 0.029) + 30);
}

function toSubscriptionSnapshot(
  subscription: SandboxSubscription,
  invoices: readonly SandboxInvoice[],
): SubscriptionSnapshot {
  const { id, customer_id, status, paid_until, period } = subscription;
  const next = status === "ENDED" ? null : findRenewal(subscription);
  return {
    id,
    customerId: customer_id,
    status,
    paidUntil: new Date(paid_until),
    period,
    next: next && { amountCents: next.amountCents, period: next.period },
    invoices: invoices.map(toInvoiceSnapshot),
  };
}

function toInvoiceSnapshot(invoice: SandboxInvoice): InvoiceSnapshot {
  const { id, number, amount_cents, refunded_cents, status, period, paid_at } = invoice;
  return {
    id,
    number,
    amountCents: amount_cents,
    refundedCents: refunded_cents,
    state: status,
    period,
    from: new Date(invoice.period_from),
    until: new Date(invoice.period_until),
    createdAt: new Date(invoice.created_at),
    paidAt: paid_at === null ? null : new Date(paid_at),
  };
}
