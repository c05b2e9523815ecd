import type Stripe from "stripe";
import type { CheckoutSnapshot, InvoiceSnapshot, SubscriptionSnapshot } from "../provider.ts";
import { syncPaymentMethod } from "./cards.ts";
import { callStripe, rejectionCode } from "./client.ts";
import { findPaidIntents, listIntents, listInvoices, toInvoiceSnapshot } from "./invoices.ts";
import { expanded, idOf } from "./objects.ts";
import {
  findRenewal,
  getOnlyItem,
  inferPeriod,
  retrieveSubscription,
  subscriptionStatus,
} from "./subscriptions.ts";

type Session = Stripe.Checkout.Session;

/** What is to be written out of a session. */
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

/** What a session says by itself, which is all of it where something is paid for once. */
export function toCheckoutSnapshot(session: Session): CheckoutSnapshot {
  return { ...sessionFields(session), ...chargeFields(expanded(session.payment_intent)), subscription: null };
}

/** Asks further where a subscription was paid for, and has it follow the card that its payer chose. */
export async function readCheckoutSnapshot(stripe: Stripe, session: Session): Promise<CheckoutSnapshot> {
  const id = idOf(session.subscription);
  if (checkoutState(session) !== "PAID" || id === undefined) return toCheckoutSnapshot(session);
  const subscription = await retrieveSubscription(stripe, id);
  await syncPaymentMethod(stripe, subscription);
  const invoices = await listInvoices(stripe, id);
  const customer = idOf(subscription.customer) ?? "";
  const intents = await listIntents(stripe, { customer, since: session.created });
  const first = invoices.find((invoice) => invoice.id === idOf(session.invoice));
  const paid = invoices.flatMap((invoice) => findPaidIntents(invoice, intents));
  const bills = invoices.flatMap((invoice) => toInvoiceSnapshot(invoice, intents) ?? []);
  return {
    ...sessionFields(session),
    ...chargeFields(first && findPaidIntents(first, intents)[0]),
    isDisputed: paid.some(({ latest_charge }) => expanded(latest_charge)?.disputed === true),
    subscription: toSubscriptionSnapshot(subscription, bills),
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

/** US cents; a platform that is paid in another currency is told its fee in that. */
function feeInUsCents(transaction: Stripe.BalanceTransaction | undefined): number | null {
  if (transaction === undefined) return null;
  if (transaction.currency === "usd") return transaction.fee;
  return transaction.exchange_rate === null ? null : Math.round(transaction.fee / transaction.exchange_rate);
}

function toSubscriptionSnapshot(
  subscription: Stripe.Subscription,
  bills: InvoiceSnapshot[],
): SubscriptionSnapshot {
  const { from, until } = lastPaidPeriod(subscription, bills);
  const { ended_at: endedAt } = subscription;
  const paidUntil = endedAt === null ? until : new Date(Math.min(until.getTime(), endedAt * 1000));
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer) ?? "",
    status: subscriptionStatus(subscription),
    paidUntil,
    period: inferPeriod(from, until),
    next: findRenewal(subscription),
    bills,
  };
}

/**
 * The last period that a bill was paid for. Stripe moves the subscription itself on before it charges: what it says of its period is no
 * proof that anybody paid for it.
 */
function lastPaidPeriod(
  subscription: Stripe.Subscription,
  bills: InvoiceSnapshot[],
): { from: Date; until: Date } {
  const paid = bills.filter(({ state }) => state === "PAID");
  const [latest] = paid.sort((one, other) => other.until.getTime() - one.until.getTime());
  if (latest !== undefined) return latest;
  const { current_period_start: start, current_period_end: end } = getOnlyItem(subscription);
  const isPaid = subscriptionStatus(subscription) === "PAID";
  return { from: new Date((isPaid ? start : 0) * 1000), until: new Date((isPaid ? end : start) * 1000) };
}
