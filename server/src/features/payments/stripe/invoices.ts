import type Stripe from "stripe";
import type { InvoiceSnapshot } from "../provider.ts";
import { callStripe, expanded } from "./client.ts";
import { inferPeriod } from "./subscriptions.ts";

export type Invoice = Stripe.Invoice;
type IntentsById = ReadonlyMap<string, Stripe.PaymentIntent>;

/** Lists a subscription's invoices with their payments, the latest first. */
export async function listInvoices(stripe: Stripe, subscription: string): Promise<Invoice[]> {
  const found: Invoice[] = [];
  for (let after = {}; ; ) {
    const page = await callStripe(
      stripe.invoices.list({ subscription, limit: 100, expand: ["data.payments"], ...after }),
    );
    found.push(...page.data);
    const last = page.data.at(-1);
    if (!page.has_more || last === undefined) return found;
    after = { starting_after: last.id };
  }
}

/**
 * Lists a customer's payment intents with their charges, keyed by id. Invoices in a list contain only the ids of their payment intents,
 * because expanding them would exceed Stripe's depth limit.
 */
export async function listIntents(
  stripe: Stripe,
  { customer, since }: { customer: string; since: number },
): Promise<IntentsById> {
  const found = new Map<string, Stripe.PaymentIntent>();
  const expand = ["data.latest_charge.balance_transaction"];
  for (let after = {}; ; ) {
    const page = await callStripe(
      stripe.paymentIntents.list({ customer, created: { gte: since }, limit: 100, expand, ...after }),
    );
    for (const intent of page.data) found.set(intent.id, intent);
    const last = page.data.at(-1);
    if (!page.has_more || last === undefined) return found;
    after = { starting_after: last.id };
  }
}

/** Returns the successful payment intents of an invoice. */
export function findPaidIntents({ payments }: Invoice, intents: IntentsById): Stripe.PaymentIntent[] {
  return (payments?.data ?? []).flatMap(({ status, payment }) => {
    const { payment_intent: paid } = payment;
    const intent = typeof paid === "object" ? paid : intents.get(paid ?? "");
    return status === "paid" && intent !== undefined ? [intent] : [];
  });
}

/** Returns undefined for a draft. */
export function toInvoiceSnapshot(invoice: Invoice, intents: IntentsById): InvoiceSnapshot | undefined {
  const state = invoiceState(invoice);
  if (state === undefined) return undefined;
  const { from, until } = invoicePeriod(invoice);
  const charges = findPaidIntents(invoice, intents).map(({ latest_charge }) => expanded(latest_charge));
  const paidAt = invoice.status_transitions.paid_at;
  return {
    id: invoice.id,
    number: invoice.number,
    amountCents: invoice.total,
    state,
    refundedCents: charges.reduce((sum, charge) => sum + (charge?.amount_refunded ?? 0), 0),
    period: inferPeriod(from, until),
    from,
    until,
    createdAt: new Date(invoice.created * 1000),
    paidAt: paidAt === null ? null : new Date(paidAt * 1000),
  };
}

function invoiceState({ status }: Invoice): InvoiceSnapshot["state"] | undefined {
  if (status === "open") return "OPEN";
  if (status === "paid") return "PAID";
  return status === "void" || status === "uncollectible" ? "VOID" : undefined;
}

/** Returns whether the current period is paid. Stripe starts a period before it charges for it. */
export function isCurrentPeriodPaid(item: Stripe.SubscriptionItem, invoices: readonly Invoice[]): boolean {
  const begins = item.current_period_start * 1000;
  return invoices.some(
    (invoice) => invoice.status === "paid" && invoicePeriod(invoice).until.getTime() > begins,
  );
}

/** Returns the period of the invoice's line; the period of the invoice itself is the one before. */
function invoicePeriod({ lines, period_start, period_end }: Invoice): { from: Date; until: Date } {
  const sold = lines.data.find(({ parent }) => parent?.subscription_item_details?.proration === false);
  const { start, end } = sold?.period ?? { start: period_start, end: period_end };
  return { from: new Date(start * 1000), until: new Date(end * 1000) };
}
