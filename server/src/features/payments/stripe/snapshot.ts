import type Stripe from "stripe";
import type { CheckoutSnapshot, InvoiceSnapshot, SubscriptionSnapshot } from "../provider.ts";
import { syncPaymentMethod } from "./cards.ts";
import { callStripe, expanded, idOf, rejectionCode } from "./client.ts";
import { findPaidIntents, listIntents, listInvoices, toInvoiceSnapshot } from "./invoices.ts";
import { listDisputes } from "./reversals.ts";
import {
  findRenewal,
  getOnlyItem,
  inferPeriod,
  retrieveSubscription,
  subscriptionStatus,
} from "./subscriptions.ts";

type Session = Stripe.Checkout.Session;

/** The expansion that includes the charge and its fee in a session. */
export const EXPAND_CHARGE = "payment_intent.latest_charge.balance_transaction";

export async function retrieveSession(
  stripe: Stripe,
  sessionId: string,
): Promise<CheckoutSnapshot | undefined> {
  try {
    const session = await callStripe(
      stripe.checkout.sessions.retrieve(sessionId, { expand: [EXPAND_CHARGE] }),
    );
    return await readCheckoutSnapshot(stripe, session);
  } catch (error) {
    if (rejectionCode(error) === "resource_missing") return undefined;
    throw error;
  }
}

/** Builds a snapshot from the session alone, which suffices for one-time payments without disputes. */
export function toCheckoutSnapshot(session: Session): CheckoutSnapshot {
  const charge = chargeFields(expanded(session.payment_intent));
  return { ...sessionFields(session), ...charge, disputes: [], subscription: null };
}

async function withDisputes(stripe: Stripe, snapshot: CheckoutSnapshot): Promise<CheckoutSnapshot> {
  const { isDisputed, intentId } = snapshot;
  if (!isDisputed || intentId === null) return snapshot;
  return { ...snapshot, disputes: await listDisputes(stripe, intentId) };
}

/**
 * Fetches the disputes of a paid session, or its subscription as well, and updates the card that the subscription is charged to.
 */
export async function readCheckoutSnapshot(stripe: Stripe, session: Session): Promise<CheckoutSnapshot> {
  const id = idOf(session.subscription);
  if (checkoutState(session) !== "PAID" || id === undefined)
    return withDisputes(stripe, toCheckoutSnapshot(session));
  const subscription = await retrieveSubscription(stripe, id);
  await syncPaymentMethod(stripe, subscription);
  const invoices = await listInvoices(stripe, id);
  const customer = idOf(subscription.customer) ?? "";
  const intents = await listIntents(stripe, { customer, since: session.created });
  const first = invoices.find((invoice) => invoice.id === idOf(session.invoice));
  const paid = invoices.flatMap((invoice) => findPaidIntents(invoice, intents));
  const invoiceSnapshots = invoices.flatMap((invoice) => toInvoiceSnapshot(invoice, intents) ?? []);
  return {
    ...sessionFields(session),
    ...chargeFields(first && findPaidIntents(first, intents)[0]),
    isDisputed: paid.some(({ latest_charge }) => expanded(latest_charge)?.disputed === true),
    disputes: [],
    subscription: toSubscriptionSnapshot(subscription, invoiceSnapshots),
  };
}

function sessionFields(session: Session): Pick<CheckoutSnapshot, "checkout" | "amountCents" | "currency"> {
  const { amount_total, currency } = session;
  return { checkout: checkoutState(session), amountCents: amount_total ?? 0, currency: currency ?? "" };
}

function checkoutState({ status, payment_status }: Session): CheckoutSnapshot["checkout"] {
  if (payment_status === "paid") return "PAID";
  return status === "open" ? "OPEN" : "CLOSED";
}

function chargeFields(intent: Stripe.PaymentIntent | undefined) {
  const charge = expanded(intent?.latest_charge);
  return {
    intentId: intent?.id ?? null,
    feeCents: feeInUsCents(expanded(charge?.balance_transaction)),
    refundedCents: charge?.amount_refunded ?? 0,
    isDisputed: charge?.disputed ?? false,
  };
}

/** Returns US cents; Stripe reports fees in the platform's settlement currency. */
function feeInUsCents(transaction: Stripe.BalanceTransaction | undefined): number | null {
  if (transaction === undefined) return null;
  if (transaction.currency === "usd") return transaction.fee;
  return transaction.exchange_rate === null ? null : Math.round(transaction.fee / transaction.exchange_rate);
}

function toSubscriptionSnapshot(
  subscription: Stripe.Subscription,
  invoices: InvoiceSnapshot[],
): SubscriptionSnapshot {
  const { from, until } = lastPaidPeriod(subscription, invoices);
  const { ended_at: endedAt } = subscription;
  const paidUntil = endedAt === null ? until : new Date(Math.min(until.getTime(), endedAt * 1000));
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer) ?? "",
    status: subscriptionStatus(subscription),
    paidUntil,
    period: inferPeriod(from, until),
    next: findRenewal(subscription),
    invoices,
  };
}

/**
 * Returns the last period with a paid invoice. The subscription's own period proves nothing: Stripe advances it before charging.
 */
function lastPaidPeriod(
  subscription: Stripe.Subscription,
  invoices: InvoiceSnapshot[],
): { from: Date; until: Date } {
  const paid = invoices.filter(({ state }) => state === "PAID");
  const [latest] = paid.sort((a, b) => b.until.getTime() - a.until.getTime());
  if (latest !== undefined) return latest;
  const { current_period_start: start, current_period_end: end } = getOnlyItem(subscription);
  const isPaid = subscriptionStatus(subscription) === "PAID";
  return { from: new Date((isPaid ? start : 0) * 1000), until: new Date((isPaid ? end : start) * 1000) };
}
