import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type Stripe from "stripe";
import { type Price, providerUnavailable } from "../provider.ts";
import { intervals } from "./checkout.ts";
import { callStripe, rejectionCode } from "./client.ts";
import { type Invoice, isCurrentPeriodPaid, listInvoices } from "./invoices.ts";
import {
  findActiveSchedule,
  findRenewal,
  getOnlyItem,
  retrieveSubscription,
  subscriptionStatus,
  toRenewal,
} from "./subscriptions.ts";

/** Each of several concurrent changes takes up to three requests, and any of them rejects an attempt of the others. */
const MAX_ATTEMPTS = 10;
/** Longest pause before the second attempt; the ones before later attempts grow with their number. */
const MAX_PAUSE_MS = 50;

/**
 * Changes a subscription in several requests, each of which Stripe rejects after a concurrent change. Every attempt reads the current
 * state and takes the missing steps, so a repeat is safe, also after being killed. Pauses of random length let one of the changes pass.
 *
 * @throws Failure E0048 if Stripe rejects every attempt
 */
async function changeSubscription(
  stripe: Stripe,
  id: string,
  steps: (subscription: Stripe.Subscription) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const subscription = await retrieveSubscription(stripe, id);
    if (subscriptionStatus(subscription) === "ENDED") return;
    try {
      return await steps(subscription);
    } catch (error) {
      if (rejectionCode(error) === undefined) throw error;
      if (attempt === MAX_ATTEMPTS) throw providerUnavailable(error);
    }
    await sleep(Math.random() * MAX_PAUSE_MS * attempt);
  }
}

export function setRenewalAtStripe(stripe: Stripe, id: string, next: Price | null): Promise<void> {
  return changeSubscription(stripe, id, (subscription) => applyRenewal(stripe, subscription, next));
}

async function applyRenewal(stripe: Stripe, subscription: Stripe.Subscription, next: Price | null) {
  if (next === null && (await cancelIfUnpaid(stripe, subscription))) return;
  if (isSameRenewal(findRenewal(subscription), next)) return;
  if (next !== null && !isSameRenewal(toRenewal(getOnlyItem(subscription).price), next))
    return scheduleNextPeriod(stripe, subscription, next);
  await releaseSchedule(stripe, subscription);
  if (next !== null) return resumeSubscription(stripe, subscription);
  await callStripe(stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true }));
}

/**
 * Cancels immediately if the current period is unpaid: Stripe starts a period before charging for it, so cancelling at its end would
 * leave an invoice to be charged. Invoices are stopped first. Stripe rejects stopping one that is being paid; the next attempt then finds
 * the period paid. Returns whether the subscription was cancelled.
 */
async function cancelIfUnpaid(stripe: Stripe, subscription: Stripe.Subscription): Promise<boolean> {
  const invoices = await listInvoices(stripe, subscription.id);
  if (isCurrentPeriodPaid(getOnlyItem(subscription), invoices)) return false;
  for (const invoice of invoices) await stopInvoice(stripe, invoice);
  await releaseSchedule(stripe, subscription);
  await callStripe(stripe.subscriptions.cancel(subscription.id));
  return true;
}

/** Voids an open invoice and keeps a draft from being finalized. */
async function stopInvoice(stripe: Stripe, { id, status, auto_advance: advances }: Invoice): Promise<void> {
  if (status === "open") await callStripe(stripe.invoices.voidInvoice(id));
  if (status === "draft" && advances === true)
    await callStripe(stripe.invoices.update(id, { auto_advance: false }));
}

type Renewal = Pick<Price, "amountCents" | "period">;

function isSameRenewal(a: Renewal | null, b: Renewal | null): boolean {
  return a?.amountCents === b?.amountCents && a?.period === b?.period;
}

/** Releases the schedule: Stripe rejects cancellation while one is attached. */
async function releaseSchedule(stripe: Stripe, subscription: Stripe.Subscription): Promise<void> {
  const schedule = findActiveSchedule(subscription);
  if (schedule !== undefined) await callStripe(stripe.subscriptionSchedules.release(schedule.id));
}

/** Removes a cancellation at the period's end or at a given time; a released schedule leaves none. */
async function resumeSubscription(stripe: Stripe, subscription: Stripe.Subscription): Promise<void> {
  const { id, cancel_at_period_end: endsWithPeriod, cancel_at } = subscription;
  if (findActiveSchedule(subscription) !== undefined) return;
  if (endsWithPeriod) await callStripe(stripe.subscriptions.update(id, { cancel_at_period_end: false }));
  else if (cancel_at !== null) await callStripe(stripe.subscriptions.update(id, { cancel_at: "" }));
}

/** Keeps the current period and schedules another price for the next one. Nothing is prorated. */
async function scheduleNextPeriod(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  next: Price,
): Promise<void> {
  const { price, quantity = 1 } = getOnlyItem(subscription);
  const product = await ensureProduct(stripe, next.title);
  const { id, current_phase: phase } = await findOrCreateSchedule(stripe, subscription);
  if (phase === null) throw new Error(`schedule ${id} of an active subscription has no current phase`);
  const recurring = { interval: intervals[next.period] };
  await callStripe(
    stripe.subscriptionSchedules.update(id, {
      end_behavior: "release",
      proration_behavior: "none",
      phases: [
        {
          start_date: phase.start_date,
          end_date: phase.end_date,
          proration_behavior: "none",
          items: [{ price: price.id, quantity }],
        },
        {
          items: [{ price_data: { currency: "usd", product, recurring, unit_amount: next.amountCents } }],
          duration: { ...recurring, interval_count: 1 },
          proration_behavior: "none",
        },
      ],
    }),
  );
}

/**
 * Reuses an attached schedule even if it plans nothing yet: a concurrent or killed call may have created it. A new one takes over the
 * cancellation that a concurrent call has set since the subscription was read; releasing it removes both.
 */
async function findOrCreateSchedule(
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<Stripe.SubscriptionSchedule> {
  const known = findActiveSchedule(subscription);
  if (known !== undefined) return known;
  await resumeSubscription(stripe, subscription);
  for (;;) {
    const created = await callStripe(
      stripe.subscriptionSchedules.create({ from_subscription: subscription.id }),
    );
    if (created.end_behavior !== "cancel") return created;
    await callStripe(stripe.subscriptionSchedules.release(created.id));
  }
}

/** Creates the product of a title; schedules accept only existing products. */
async function ensureProduct(stripe: Stripe, name: string): Promise<string> {
  const id = `wrapsody-${createHash("sha256").update(name).digest("hex").slice(0, 24)}`;
  try {
    await callStripe(stripe.products.create({ id, name }));
  } catch (error) {
    if (rejectionCode(error) !== "resource_already_exists") throw error;
  }
  return id;
}

/** Cancels immediately, voids open invoices and stops drafts. */
export async function cancelAtStripe(stripe: Stripe, id: string): Promise<void> {
  await changeSubscription(stripe, id, async (subscription) => {
    await releaseSchedule(stripe, subscription);
    await callStripe(stripe.subscriptions.cancel(id));
  });
  for (const invoice of await listInvoices(stripe, id)) await ignoreRejection(stopInvoice(stripe, invoice));
}

/** The invoice was paid or voided meanwhile; the next sync shows which. */
async function ignoreRejection(request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (rejectionCode(error) === undefined) throw error;
  }
}
