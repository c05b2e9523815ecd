import { randomBytes } from "node:crypto";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import type { Period } from "../orders.ts";
import type { Price } from "../provider.ts";
import { enqueueEvent, invoiceEvent, subscriptionEvent } from "./deliver.ts";
import {
  insertInvoice,
  markInvoicePaid,
  readOpenInvoice,
  type SandboxInvoice,
  voidOpenInvoices,
} from "./invoices.data.ts";
import { endOfPeriod } from "./periods.ts";
import {
  insertSubscription,
  lockSubscription,
  type SandboxSubscription,
  writePrice,
  writeRenewal,
  writeStatus,
} from "./subscriptions.data.ts";

/** How often an invoice is charged before the subscription ends. */
const MAX_CHARGE_ATTEMPTS = 3;

/** The last retry falls within the days of grace of a plan. */
const RETRY_INTERVAL_MS = 3 * 24 * 60 * 60 * 1000;

type NewSubscription = {
  payment_id: string;
  customer_id: string;
  title: string;
  amount_cents: number;
  period: Period;
};

/** Inserts the subscription of a paid checkout with its first, paid invoice. Returns the id of the invoice. */
export async function insertPaidSubscription(
  tx: Executor,
  subscriptionParams: NewSubscription,
  now: Date,
): Promise<{ id: string; subscription: SandboxSubscription }> {
  const until = endOfPeriod(now, subscriptionParams.period, now);
  const id = newId("sub");
  const subscription = await insertSubscription(tx, { ...subscriptionParams, id, paidUntil: until, now });
  const { title, amount_cents, period } = subscriptionParams;
  const invoice = await insertInvoice(tx, {
    id: newId("in"),
    title,
    amount_cents,
    period,
    subscription,
    from: now,
    until,
    now,
  });
  await markInvoicePaid(tx, invoice.id, now);
  return { id: invoice.id, subscription };
}

/** Creates an unguessable id, because the URL of a page is its only protection. */
export function newId(what: "cus" | "sub" | "in"): string {
  return `sbx${what}_${randomBytes(24).toString("base64url")}`;
}

/**
 * Ends the current period of a locked subscription at `at`. A cancelled subscription ends; otherwise the card is charged for the next
 * period. A declined charge leaves the invoice open; the last failed retry ends the subscription.
 */
async function endPeriod(
  context: Context,
  tx: Executor,
  subscription: SandboxSubscription,
  at: Date,
): Promise<void> {
  const { status, declines, declined } = subscription;
  const next = findRenewal(subscription);
  if (status === "ENDED") return;
  if (next === null) return cancelNow(context, tx, subscription, at);
  const invoice = await findOrInsertInvoice(tx, subscription, next, at);
  if (!declines) return payInvoiceAndRenew(context, tx, subscription, invoice, at);
  await enqueueEvent(
    context,
    tx,
    invoiceEvent("invoice.payment_failed", { id: invoice.id, subscription }, at),
  );
  if (declined + 1 >= MAX_CHARGE_ATTEMPTS) return cancelNow(context, tx, subscription, at);
  // The period may have been ended before its time.
  const paid_until = earlier(subscription.paid_until, at);
  await writeStatus(tx, { id: subscription.id, status: "UNPAID", paid_until, declined: declined + 1 });
  await enqueueEvent(context, tx, subscriptionEvent("updated", subscription, at));
}

/** Returns the open invoice, or inserts one for the next period, which starts after what is paid already. */
async function findOrInsertInvoice(
  tx: Executor,
  subscription: SandboxSubscription,
  { title, amountCents, period }: Price,
  at: Date,
): Promise<SandboxInvoice> {
  const open = await readOpenInvoice(tx, subscription.id);
  if (open !== undefined) return open;
  const { paid_until, created_at } = subscription;
  const from = later(paid_until, at);
  const until = endOfPeriod(from, period, new Date(created_at));
  const price = { title, amount_cents: amountCents, period };
  return insertInvoice(tx, { ...price, id: newId("in"), subscription, from, until, now: at });
}

async function payInvoiceAndRenew(
  context: Context,
  tx: Executor,
  subscription: SandboxSubscription,
  invoice: SandboxInvoice,
  at: Date,
): Promise<void> {
  const { id } = subscription;
  await markInvoicePaid(tx, invoice.id, at);
  await writePrice(tx, { ...invoice, id });
  await writeStatus(tx, { id, status: "PAID", paid_until: new Date(invoice.period_until), declined: 0 });
  await enqueueEvent(context, tx, invoiceEvent("invoice.paid", { id: invoice.id, subscription }, at));
  await enqueueEvent(context, tx, subscriptionEvent("updated", subscription, at));
}

/** Ends the subscription and voids its open invoices. */
export async function cancelNow(
  context: Context,
  tx: Executor,
  subscription: SandboxSubscription,
  at: Date,
): Promise<void> {
  const { id, status, declined } = subscription;
  if (status === "ENDED") return;
  await voidOpenInvoices(tx, id);
  await writeStatus(tx, { id, status: "ENDED", paid_until: earlier(subscription.paid_until, at), declined });
  await enqueueEvent(context, tx, subscriptionEvent("deleted", subscription, at));
}

/**
 * Ends all periods of a locked subscription that are due, each at its own time. Real providers do so on schedule; the sandbox does it
 * whenever the subscription is read. Returns the updated subscription.
 */
export async function endDuePeriods(
  context: Context,
  tx: Executor,
  subscription: SandboxSubscription,
): Promise<SandboxSubscription> {
  const { status, paid_until, declined } = subscription;
  const due = new Date(Date.parse(paid_until) + declined * RETRY_INTERVAL_MS);
  if (status === "ENDED" || due > context.clock.now()) return subscription;
  await endPeriod(context, tx, subscription, due);
  const moved = await lockSubscription(tx, subscription.id);
  return moved === undefined ? subscription : endDuePeriods(context, tx, moved);
}

/** Ends the periods of a subscription that are due. */
export function syncSubscription(context: Context, id: string): Promise<void> {
  return withSubscription(context, id, async () => undefined);
}

/** Pays an open invoice with an accepted card; any other invoice stays as it is. */
export function payInvoice(context: Context, invoice: SandboxInvoice): Promise<void> {
  return withSubscription(context, invoice.subscription_id, async (tx, subscription) => {
    const open = await readOpenInvoice(tx, subscription.id);
    if (open?.id === invoice.id)
      await payInvoiceAndRenew(context, tx, subscription, open, context.clock.now());
  });
}

/** Sets what the subscription renews as. A cancelled subscription whose period is unpaid ends immediately. */
export function setRenewal(context: Context, id: string, next: Price | null): Promise<void> {
  return withSubscription(context, id, async (tx, subscription) => {
    if (subscription.status === "ENDED" || isSamePrice(findRenewal(subscription), next)) return;
    await writeRenewal(tx, id, next);
    const now = context.clock.now();
    if (next === null && subscription.status === "UNPAID") return cancelNow(context, tx, subscription, now);
    await enqueueEvent(context, tx, subscriptionEvent("updated", subscription, now));
  });
}

export function cancelSubscription(context: Context, id: string): Promise<void> {
  return withSubscription(context, id, (tx, subscription) =>
    cancelNow(context, tx, subscription, context.clock.now()),
  );
}

/** Formats a version of the subscription that changes with every step, so that a repeated form submission has no effect. */
export function formatStep({ status, paid_until, declined }: SandboxSubscription): string {
  return `${status}.${declined}.${paid_until}`;
}

/** Ends the period now, unless the subscription has changed since the page with `step` was rendered. Returns the new status. */
export function endPeriodNow(
  context: Context,
  { id, step }: { id: string; step: string },
): Promise<SandboxSubscription["status"] | undefined> {
  return withSubscription(context, id, async (tx, subscription) => {
    if (formatStep(subscription) !== step) return undefined;
    await endPeriod(context, tx, subscription, context.clock.now());
    return (await lockSubscription(tx, id))?.status;
  });
}

/** Locks a subscription and ends its due periods; returns undefined if there is none. */
function withSubscription<Answer>(
  context: Context,
  id: string,
  work: (tx: Executor, subscription: SandboxSubscription) => Promise<Answer>,
): Promise<Answer | undefined> {
  return context.db.transaction().execute(async (tx) => {
    const found = await lockSubscription(tx, id);
    return found && work(tx, await endDuePeriods(context, tx, found));
  });
}

/** Returns what the subscription renews as; null: it ends. */
export function findRenewal(subscription: SandboxSubscription): Price | null {
  const { next_title, next_amount_cents, next_period } = subscription;
  if (next_title === null || next_amount_cents === null || next_period === null) return null;
  return { title: next_title, amountCents: next_amount_cents, period: next_period };
}

function isSamePrice(one: Price | null, two: Price | null): boolean {
  return one?.title === two?.title && one?.amountCents === two?.amountCents && one?.period === two?.period;
}

function earlier(time: string, at: Date): Date {
  return new Date(Math.min(Date.parse(time), at.getTime()));
}

function later(time: string, at: Date): Date {
  return new Date(Math.max(Date.parse(time), at.getTime()));
}
