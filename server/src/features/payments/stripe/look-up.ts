import type Stripe from "stripe";
import type { BillFacts, Facts, SubscriptionFacts } from "../provider.ts";
import { billOf, intentsOf, listIntents, listInvoices } from "./bills.ts";
import { followCard } from "./cards.ts";
import { answered, refusalCode } from "./client.ts";
import { idOf, objectOf } from "./objects.ts";
import { itemOf, nextOf, periodBetween, readSubscription, statusOf } from "./subscriptions.ts";

type Session = Stripe.Checkout.Session;

/** What is to be written out of a session. */
export const paidBy = "payment_intent.latest_charge.balance_transaction";

export async function lookUpSession(stripe: Stripe, sessionId: string): Promise<Facts | undefined> {
  try {
    const session = await answered(stripe.checkout.sessions.retrieve(sessionId, { expand: [paidBy] }));
    return await factsOf(stripe, session);
  } catch (error) {
    if (refusalCode(error) === "resource_missing") return undefined;
    throw error;
  }
}

/** What a session says by itself, which is all of it where something is paid for once. */
export function factsOfSession(session: Session): Facts {
  return { ...told(session), ...paidOf(objectOf(session.payment_intent)), subscription: null };
}

/** Asks further where a subscription was paid for, and has it follow the card that its payer chose. */
export async function factsOf(stripe: Stripe, session: Session): Promise<Facts> {
  const id = idOf(session.subscription);
  if (checkoutOf(session) !== "PAID" || id === undefined) return factsOfSession(session);
  const subscription = await readSubscription(stripe, id);
  await followCard(stripe, subscription);
  const invoices = await listInvoices(stripe, id);
  const customer = idOf(subscription.customer) ?? "";
  const intents = await listIntents(stripe, { customer, since: session.created });
  const first = invoices.find((invoice) => invoice.id === idOf(session.invoice));
  const paid = invoices.flatMap((invoice) => intentsOf(invoice, intents));
  const bills = invoices.flatMap((invoice) => billOf(invoice, intents) ?? []);
  return {
    ...told(session),
    ...paidOf(first && intentsOf(first, intents)[0]),
    isDisputed: paid.some(({ latest_charge }) => objectOf(latest_charge)?.disputed === true),
    subscription: subscriptionFacts(subscription, bills),
  };
}

function told(session: Session): Pick<Facts, "checkout" | "amountCents" | "currency"> {
  const { amount_total, currency } = session;
  return { checkout: checkoutOf(session), amountCents: amount_total ?? 0, currency: currency ?? "" };
}

function checkoutOf({ status, payment_status }: Session): Facts["checkout"] {
  if (payment_status === "paid") return "PAID";
  return status === "open" ? "OPEN" : "CLOSED";
}

function paidOf(intent: Stripe.PaymentIntent | undefined) {
  const charge = objectOf(intent?.latest_charge);
  return {
    intentId: intent?.id ?? null,
    feeCents: feeOf(objectOf(charge?.balance_transaction)),
    refundedCents: charge?.amount_refunded ?? 0,
    isDisputed: charge?.disputed ?? false,
  };
}

/** US cents; a platform that is paid in another currency is told its fee in that. */
function feeOf(transaction: Stripe.BalanceTransaction | undefined): number | null {
  if (transaction === undefined) return null;
  if (transaction.currency === "usd") return transaction.fee;
  return transaction.exchange_rate === null ? null : Math.round(transaction.fee / transaction.exchange_rate);
}

function subscriptionFacts(subscription: Stripe.Subscription, bills: BillFacts[]): SubscriptionFacts {
  const { from, until } = paidPeriod(subscription, bills);
  const { ended_at: endedAt } = subscription;
  const paidUntil = endedAt === null ? until : new Date(Math.min(until.getTime(), endedAt * 1000));
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer) ?? "",
    status: statusOf(subscription),
    paidUntil,
    period: periodBetween(from, until),
    next: nextOf(subscription),
    bills,
  };
}

/**
 * The last period that a bill was paid for. Stripe moves the subscription itself on before it charges: what it says of its period is no
 * proof that anybody paid for it.
 */
function paidPeriod(subscription: Stripe.Subscription, bills: BillFacts[]): { from: Date; until: Date } {
  const paid = bills.filter(({ state }) => state === "PAID");
  const [latest] = paid.sort((one, other) => other.until.getTime() - one.until.getTime());
  if (latest !== undefined) return latest;
  const { current_period_start: start, current_period_end: end } = itemOf(subscription);
  const isPaid = statusOf(subscription) === "PAID";
  return { from: new Date((isPaid ? start : 0) * 1000), until: new Date((isPaid ? end : start) * 1000) };
}
