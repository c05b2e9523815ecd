import type { Period } from "../../orders.ts";
import { isDeclinedCard } from "../lifecycle.ts";
import type { Invoice, Session, Subscription } from "../objects.ts";
import type { Interval } from "../periods.ts";
import type { Simulator } from "../simulator.ts";

/** The objects as the sandbox's pages show them. Amounts are US cents. */
export type CheckoutView = {
  id: string;
  title: string;
  amountCents: number;
  period: Period | null;
  status: "OPEN" | "PAID" | "REFUNDED" | "CLOSED";
  successUrl: string;
  cancelUrl: string;
};

export type InvoiceView = {
  id: string;
  number: string;
  title: string;
  amountCents: number;
  refundedCents: number;
  status: "OPEN" | "PAID" | "VOID";
  from: Date;
  until: Date;
  createdAt: Date;
  paidAt: Date | null;
};

export type SubscriptionView = {
  id: string;
  title: string;
  amountCents: number;
  period: Period;
  status: "PAID" | "UNPAID" | "ENDED";
  paidUntil: Date;
  /** The price after this period; null: it ends then. */
  next: { amountCents: number; period: Period } | null;
  declines: boolean;
  /** Changes with every step, so that a repeated form submission has no effect. */
  step: string;
  /** The latest first. */
  invoices: InvoiceView[];
};

const toDate = (seconds: number) => new Date(seconds * 1000);
const toPeriod = (interval: Interval): Period => (interval === "year" ? "YEAR" : "MONTH");

/** Returns undefined if there is no such checkout. */
export function findCheckout({ sessions, session }: Simulator, id: string): CheckoutView | undefined {
  return sessions.some((known) => known.id === id) ? toCheckoutView(session(id)) : undefined;
}

function toCheckoutView(session: Session): CheckoutView {
  const { id, params, amount } = session;
  const data = params.line_items[0]?.price_data;
  return {
    id,
    title: data?.product_data.name ?? "",
    amountCents: amount,
    period: data?.recurring === undefined ? null : toPeriod(data.recurring.interval),
    status: checkoutStatus(session),
    successUrl: params.success_url,
    cancelUrl: params.cancel_url ?? params.success_url,
  };
}

function checkoutStatus({ status, charge }: Session): CheckoutView["status"] {
  if (charge === undefined) return status === "open" ? "OPEN" : "CLOSED";
  return charge.amount_refunded < charge.amount ? "PAID" : "REFUNDED";
}

/** Returns undefined if there is no such invoice, or it is a draft. */
export function findInvoice({ billing }: Simulator, id: string): InvoiceView | undefined {
  const found = billing.invoices.find((invoice) => invoice.id === id);
  return found && toInvoiceView(found);
}

function toInvoiceView({ status, price, period, intent, ...invoice }: Invoice): InvoiceView | undefined {
  const { id, number, created, paidAt } = invoice;
  if (status === "draft" || number === null) return undefined;
  return {
    id,
    number,
    title: price.title,
    amountCents: price.unit_amount,
    refundedCents: intent?.charge?.amount_refunded ?? 0,
    status: ({ open: "OPEN", paid: "PAID", void: "VOID" } as const)[status],
    from: toDate(period.start),
    until: toDate(period.end),
    createdAt: toDate(created),
    paidAt: paidAt === null ? null : toDate(paidAt),
  };
}

/** Returns a customer's active subscriptions, or else their latest one. */
export function listSubscriptions({ billing }: Simulator, customerId: string): SubscriptionView[] {
  const known = [...billing.subscriptions.values()].filter(({ customer }) => customer === customerId);
  const active = known.filter(({ status }) => status !== "canceled");
  const listed = active.length > 0 ? active.reverse() : known.slice(-1);
  return listed.map((subscription) => toSubscriptionView(billing, subscription));
}

function toSubscriptionView(billing: Simulator["billing"], subscription: Subscription): SubscriptionView {
  const { id, status, price, period, endedAt, card } = subscription;
  const invoices = billing.invoices.filter((invoice) => invoice.subscription === id);
  const paid = invoices.filter((invoice) => invoice.status === "paid");
  // The current period counts only once it is paid.
  const latest = paid.at(-1)?.price ?? price;
  const paidUntil = Math.max(...paid.map((invoice) => invoice.period.end), 0);
  const declined = invoices.at(-1)?.declined ?? 0;
  return {
    id,
    title: latest.title,
    amountCents: latest.unit_amount,
    period: toPeriod(latest.interval),
    status: toStatus(subscription),
    paidUntil: toDate(Math.min(paidUntil, endedAt ?? paidUntil)),
    next: findNextPrice(billing, subscription),
    declines: isDeclinedCard(card),
    step: `${status}.${declined}.${period.end}`,
    invoices: invoices.reverse().flatMap((invoice) => toInvoiceView(invoice) ?? []),
  };
}

export function toStatus({ status }: Subscription): SubscriptionView["status"] {
  return ({ active: "PAID", past_due: "UNPAID", canceled: "ENDED" } as const)[status];
}

function findNextPrice(
  billing: Simulator["billing"],
  { status, cancelAt, schedule, period, price }: Subscription,
): SubscriptionView["next"] {
  if (status === "canceled" || (cancelAt !== null && cancelAt <= period.end)) return null;
  const phases = schedule === null ? [] : billing.schedule(schedule).phases;
  const next = phases.find(({ start }) => start === period.end)?.price ?? price;
  return { amountCents: next.unit_amount, period: toPeriod(next.interval) };
}
