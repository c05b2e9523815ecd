import { createHash } from "node:crypto";
import type Stripe from "stripe";
import type { Price } from "../provider.ts";
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

/** So often it is begun anew where somebody else changed the same meanwhile. */
const MAX_ATTEMPTS = 3;

/**
 * A change takes more than one step, each of which Stripe refuses where another one was quicker; so each try looks at how it stands and
 * takes the steps that are missing. That makes it as safe to repeat as to be killed in.
 */
async function changeSubscription(
  stripe: Stripe,
  id: string,
  steps: (subscription: Stripe.Subscription) => Promise<void>,
): Promise<void> {
  for (let left = MAX_ATTEMPTS; ; left -= 1) {
    const subscription = await retrieveSubscription(stripe, id);
    if (subscriptionStatus(subscription) === "ENDED") return;
    try {
      return await steps(subscription);
    } catch (error) {
      if (left === 1 || rejectionCode(error) === undefined) throw error;
    }
  }
}

export function setRenewal(stripe: Stripe, id: string, next: Price | null): Promise<void> {
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
 * Stripe begins a period before it charges for it: to end with one that nobody has paid for would leave its bill to be charged. It ends
 * at once instead, its bills first. One that is paid at this very moment can be stopped no more, which Stripe says; the next try then
 * finds the period paid for. Answers whether it ended.
 */
async function cancelIfUnpaid(stripe: Stripe, subscription: Stripe.Subscription): Promise<boolean> {
  const invoices = await listInvoices(stripe, subscription.id);
  if (isCurrentPeriodPaid(getOnlyItem(subscription), invoices)) return false;
  for (const invoice of invoices) await stopInvoice(stripe, invoice);
  await releaseSchedule(stripe, subscription);
  await callStripe(stripe.subscriptions.cancel(subscription.id));
  return true;
}

/** A bill that is open is nobody's to pay then, and a draft becomes none. */
async function stopInvoice(stripe: Stripe, { id, status, auto_advance: advances }: Invoice): Promise<void> {
  if (status === "open") await callStripe(stripe.invoices.voidInvoice(id));
  if (status === "draft" && advances === true)
    await callStripe(stripe.invoices.update(id, { auto_advance: false }));
}

type Renewal = Pick<Price, "amountCents" | "period">;

function isSameRenewal(one: Renewal | null, other: Renewal | null): boolean {
  return one?.amountCents === other?.amountCents && one?.period === other?.period;
}

/** While a schedule decides, Stripe lets nobody cancel. */
async function releaseSchedule(stripe: Stripe, subscription: Stripe.Subscription): Promise<void> {
  const schedule = findActiveSchedule(subscription);
  if (schedule !== undefined) await callStripe(stripe.subscriptionSchedules.release(schedule.id));
}

/** It may end with its period, or at a time that was named; what a schedule had planned went with it. */
async function resumeSubscription(stripe: Stripe, subscription: Stripe.Subscription): Promise<void> {
  const { id, cancel_at_period_end: endsWithPeriod, cancel_at } = subscription;
  if (findActiveSchedule(subscription) !== undefined) return;
  if (endsWithPeriod) await callStripe(stripe.subscriptions.update(id, { cancel_at_period_end: false }));
  else if (cancel_at !== null) await callStripe(stripe.subscriptions.update(id, { cancel_at: "" }));
}

/** The period that is under way stays as it is; the one after it is another, and is then renewed as such. Nothing is prorated. */
async function scheduleNextPeriod(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  next: Price,
): Promise<void> {
  const { price, quantity = 1 } = getOnlyItem(subscription);
  const product = await ensureProduct(stripe, next.title);
  const { id, current_phase: phase } = await findOrCreateSchedule(stripe, subscription);
  if (phase === null) throw new Error(`the schedule ${id} of a live subscription has not begun`);
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

/** The schedule that there is, also where it plans nothing yet: whoever made it may have been killed, or be about to. */
async function findOrCreateSchedule(
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<Stripe.SubscriptionSchedule> {
  const known = findActiveSchedule(subscription);
  if (known !== undefined) return known;
  await resumeSubscription(stripe, subscription);
  return callStripe(stripe.subscriptionSchedules.create({ from_subscription: subscription.id }));
}

/** A schedule takes no titles, only products that there are; one for each title, whoever asks first. */
async function ensureProduct(stripe: Stripe, name: string): Promise<string> {
  const id = `wrapsody-${createHash("sha256").update(name).digest("hex").slice(0, 24)}`;
  try {
    await callStripe(stripe.products.create({ id, name }));
  } catch (error) {
    if (rejectionCode(error) !== "resource_already_exists") throw error;
  }
  return id;
}

/** Ends it at once. Bills that are open then are nobody's to pay, and drafts become none. */
export async function cancelSubscription(stripe: Stripe, id: string): Promise<void> {
  await changeSubscription(stripe, id, async (subscription) => {
    await releaseSchedule(stripe, subscription);
    await callStripe(stripe.subscriptions.cancel(id));
  });
  for (const invoice of await listInvoices(stripe, id)) await ignoreRejection(stopInvoice(stripe, invoice));
}

/** A bill that was paid or voided meanwhile stays as it is; whoever looks it up next learns which. */
async function ignoreRejection(asked: Promise<unknown>): Promise<void> {
  try {
    await asked;
  } catch (error) {
    if (rejectionCode(error) === undefined) throw error;
  }
}
