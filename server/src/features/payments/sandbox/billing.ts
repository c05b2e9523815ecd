import type { Context } from "../../../platform/context.ts";
import { listInvoices, readInvoice, type SandboxInvoice } from "./invoices.data.ts";
import { bringUpToDate } from "./renewals.ts";
import { listSubscriptionsOf, type SandboxSubscription, writeDeclines } from "./subscriptions.data.ts";

export type BilledSubscription = SandboxSubscription & { bills: SandboxInvoice[] };

/** What a customer pays for, or what they paid for last; undefined: there is no such customer. */
export async function readBilling(
  context: Context,
  customerId: string,
): Promise<BilledSubscription[] | undefined> {
  const { db } = context;
  for (const { id } of await listSubscriptionsOf(db, customerId)) await bringUpToDate(context, id);
  const known = await listSubscriptionsOf(db, customerId);
  const live = known.filter(({ status }) => status !== "ENDED");
  const shown = live.length > 0 ? live : known.slice(0, 1);
  if (shown.length === 0) return undefined;
  return Promise.all(shown.map(async (one) => ({ ...one, bills: await listInvoices(db, one.id) })));
}

/** Which card a customer has on file from now on. */
export function changeCard(
  { db }: Context,
  customerId: string,
  card: "accepted" | "declines",
): Promise<void> {
  return writeDeclines(db, customerId, card === "declines");
}

/** A bill as it stands now. */
export async function readBill(context: Context, id: string): Promise<SandboxInvoice | undefined> {
  const bill = await readInvoice(context.db, id);
  if (bill?.status !== "OPEN") return bill;
  await bringUpToDate(context, bill.subscription_id);
  return readInvoice(context.db, id);
}
