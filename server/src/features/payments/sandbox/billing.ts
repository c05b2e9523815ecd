import type { Context } from "../../../platform/context.ts";
import { listInvoices, readInvoice, type SandboxInvoice } from "./invoices.data.ts";
import { syncSubscription } from "./renewals.ts";
import { listSubscriptionsOf, type SandboxSubscription, writeDeclines } from "./subscriptions.data.ts";

export type SubscriptionWithInvoices = SandboxSubscription & { invoices: SandboxInvoice[] };

/** Returns a customer's active subscriptions, or else their latest one; undefined if there is no such customer. */
export async function findBilling(
  context: Context,
  customerId: string,
): Promise<SubscriptionWithInvoices[] | undefined> {
  const { db } = context;
  for (const { id } of await listSubscriptionsOf(db, customerId)) await syncSubscription(context, id);
  const known = await listSubscriptionsOf(db, customerId);
  const live = known.filter(({ status }) => status !== "ENDED");
  const shown = live.length > 0 ? live : known.slice(0, 1);
  if (shown.length === 0) return undefined;
  return Promise.all(shown.map(async (one) => ({ ...one, invoices: await listInvoices(db, one.id) })));
}

/** Changes the card on file. */
export function changeCard(
  { db }: Context,
  customerId: string,
  card: "accepted" | "declines",
): Promise<void> {
  return writeDeclines(db, customerId, card === "declines");
}

/** Returns an invoice after ending due periods. */
export async function findInvoice(context: Context, id: string): Promise<SandboxInvoice | undefined> {
  const invoice = await readInvoice(context.db, id);
  if (invoice?.status !== "OPEN") return invoice;
  await syncSubscription(context, invoice.subscription_id);
  return readInvoice(context.db, id);
}
