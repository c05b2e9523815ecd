import { randomBytes } from "node:crypto";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import type { Period } from "../orders.ts";
import type { Price } from "../provider.ts";
import { invoiceEvent, subscriptionEvent, tell } from "./deliver.ts";
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
  writeNext,
  writePrice,
  writeTerms,
} from "./subscriptions.data.ts";

/** How often a bill is tried before what it is for ends. */
const mostTries = 3;

/** Milliseconds between two tries of the same bill: the last of them falls within the days that a plan is kept unpaid. */
const betweenTries = 3 * 24 * 60 * 60 * 1000;

type Begun = { payment_id: string; customer_id: string; title: string; amount_cents: number; period: Period };

/** What a paid checkout begins, with the bill of its first period, whose id is answered. */
export async function beginSubscription(
  tx: Executor,
  given: Begun,
  now: Date,
): Promise<{ id: string; subscription: SandboxSubscription }> {
  const until = endOfPeriod(now, given.period, now);
  const id = newId("sub");
  const subscription = await insertSubscription(tx, { ...given, id, paidUntil: until, now });
  const { title, amount_cents, period } = given;
  const bill = { id: newId("in"), title, amount_cents, period, subscription, from: now, until, now };
  const invoice = await insertInvoice(tx, bill);
  await markInvoicePaid(tx, invoice.id, now);
  return { id: invoice.id, subscription };
}

/** Nobody guesses it: whoever has the address of a page may see it. */
export function newId(what: "cus" | "sub" | "in"): string {
  return `sbx${what}_${randomBytes(24).toString("base64url")}`;
}

/**
 * Lets the period of a held subscription end at `at`: what is cancelled ends, otherwise the card pays the next bill or is declined. One
 * that is unpaid is tried again, and ends with the last try.
 */
async function moveOn(
  context: Context,
  tx: Executor,
  subscription: SandboxSubscription,
  at: Date,
): Promise<void> {
  const { status, declines, declined } = subscription;
  const next = nextOf(subscription);
  if (status === "ENDED") return;
  if (next === null) return end(context, tx, subscription, at);
  const bill = await billOf(tx, subscription, next, at);
  if (!declines) return pay(context, tx, subscription, bill, at);
  await tell(context, tx, invoiceEvent("invoice.payment_failed", { id: bill.id, subscription }, at));
  if (declined + 1 >= mostTries) return end(context, tx, subscription, at);
  // The period is over, though it may have been ended before its time.
  const paid_until = earlier(subscription.paid_until, at);
  await writeTerms(tx, { id: subscription.id, status: "UNPAID", paid_until, declined: declined + 1 });
  await tell(context, tx, subscriptionEvent("updated", subscription, at));
}

/** The bill that is open, or a new one for what comes next. What was paid for beyond `at` is not lost by paying on. */
async function billOf(
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

async function pay(
  context: Context,
  tx: Executor,
  subscription: SandboxSubscription,
  bill: SandboxInvoice,
  at: Date,
): Promise<void> {
  const { id } = subscription;
  await markInvoicePaid(tx, bill.id, at);
  await writePrice(tx, { ...bill, id });
  await writeTerms(tx, { id, status: "PAID", paid_until: new Date(bill.period_until), declined: 0 });
  await tell(context, tx, invoiceEvent("invoice.paid", { id: bill.id, subscription }, at));
  await tell(context, tx, subscriptionEvent("updated", subscription, at));
}

/** Nothing more is charged, and nobody has to pay what is open. */
export async function end(
  context: Context,
  tx: Executor,
  subscription: SandboxSubscription,
  at: Date,
): Promise<void> {
  const { id, status, declined } = subscription;
  if (status === "ENDED") return;
  await voidOpenInvoices(tx, id);
  await writeTerms(tx, { id, status: "ENDED", paid_until: earlier(subscription.paid_until, at), declined });
  await tell(context, tx, subscriptionEvent("deleted", subscription, at));
}

/**
 * Carries out what has become due of a held subscription, as if it had been done in time. A provider does so by itself; here it is done
 * whenever somebody looks. Answers the subscription as it then is.
 */
export async function moveOnDue(
  context: Context,
  tx: Executor,
  subscription: SandboxSubscription,
): Promise<SandboxSubscription> {
  const { status, paid_until, declined } = subscription;
  const due = new Date(Date.parse(paid_until) + declined * betweenTries);
  if (status === "ENDED" || due > context.clock.now()) return subscription;
  await moveOn(context, tx, subscription, due);
  const moved = await lockSubscription(tx, subscription.id);
  return moved === undefined ? subscription : moveOnDue(context, tx, moved);
}

/** Carries out what has become due of a subscription. */
export function bringUpToDate(context: Context, id: string): Promise<void> {
  return withSubscription(context, id, async () => undefined);
}

/** Pays a bill with another card. One that is not open stays as it is. */
export function payBill(context: Context, bill: SandboxInvoice): Promise<void> {
  return withSubscription(context, bill.subscription_id, async (tx, subscription) => {
    const open = await readOpenInvoice(tx, subscription.id);
    if (open?.id === bill.id) await pay(context, tx, subscription, open, context.clock.now());
  });
}

/** What it is renewed as; one whose paid period is over, and that is not to be renewed, has nothing left to wait for. */
export function renewAs(context: Context, id: string, next: Price | null): Promise<void> {
  return withSubscription(context, id, async (tx, subscription) => {
    if (subscription.status === "ENDED" || isSame(nextOf(subscription), next)) return;
    await writeNext(tx, id, next);
    const now = context.clock.now();
    if (next === null && subscription.status === "UNPAID") return end(context, tx, subscription, now);
    await tell(context, tx, subscriptionEvent("updated", subscription, now));
  });
}

export function endSubscription(context: Context, id: string): Promise<void> {
  return withSubscription(context, id, (tx, subscription) =>
    end(context, tx, subscription, context.clock.now()),
  );
}

/** How far a subscription has come: every move changes it, so that a button pressed twice moves it once. */
export function stepOf({ status, paid_until, declined }: SandboxSubscription): string {
  return `${status}.${declined}.${paid_until}`;
}

/** Lets the period end now, unless somebody has moved it on since the page of `step` was shown. Answers what came of it. */
export function endPeriodNow(
  context: Context,
  { id, step }: { id: string; step: string },
): Promise<SandboxSubscription["status"] | undefined> {
  return withSubscription(context, id, async (tx, subscription) => {
    if (stepOf(subscription) !== step) return undefined;
    await moveOn(context, tx, subscription, context.clock.now());
    return (await lockSubscription(tx, id))?.status;
  });
}

/** Holds a subscription after what is due of it; answers undefined where there is none. */
function withSubscription<Answer>(
  context: Context,
  id: string,
  work: (tx: Executor, subscription: SandboxSubscription) => Promise<Answer>,
): Promise<Answer | undefined> {
  return context.db.transaction().execute(async (tx) => {
    const found = await lockSubscription(tx, id);
    return found && work(tx, await moveOnDue(context, tx, found));
  });
}

/** What a subscription is renewed as; null: nothing. */
export function nextOf(subscription: SandboxSubscription): Price | null {
  const { next_title, next_amount_cents, next_period } = subscription;
  if (next_title === null || next_amount_cents === null || next_period === null) return null;
  return { title: next_title, amountCents: next_amount_cents, period: next_period };
}

function isSame(one: Price | null, two: Price | null): boolean {
  return one?.title === two?.title && one?.amountCents === two?.amountCents && one?.period === two?.period;
}

function earlier(time: string, at: Date): Date {
  return new Date(Math.min(Date.parse(time), at.getTime()));
}

function later(time: string, at: Date): Date {
  return new Date(Math.max(Date.parse(time), at.getTime()));
}
