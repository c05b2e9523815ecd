import { createHash } from "node:crypto";
import type Stripe from "stripe";
import type { Price } from "../provider.ts";
import { type Invoice, isPaidFor, listInvoices } from "./bills.ts";
import { intervals } from "./checkout.ts";
import { answered, refusalCode } from "./client.ts";
import { itemOf, nextOf, priceOf, readSubscription, scheduleOf, statusOf } from "./subscriptions.ts";

/** So often it is begun anew where somebody else changed the same meanwhile. */
const tries = 3;

/**
 * A change takes more than one step, each of which Stripe refuses where another one was quicker; so each try looks at how it stands and
 * takes the steps that are missing. That makes it as safe to repeat as to be killed in.
 */
async function change(
  stripe: Stripe,
  id: string,
  steps: (subscription: Stripe.Subscription) => Promise<void>,
): Promise<void> {
  for (let left = tries; ; left -= 1) {
    const subscription = await readSubscription(stripe, id);
    if (statusOf(subscription) === "ENDED") return;
    try {
      return await steps(subscription);
    } catch (error) {
      if (left === 1 || refusalCode(error) === undefined) throw error;
    }
  }
}

export function renewSubscription(stripe: Stripe, id: string, next: Price | null): Promise<void> {
  return change(stripe, id, (subscription) => renewFrom(stripe, subscription, next));
}

async function renewFrom(stripe: Stripe, subscription: Stripe.Subscription, next: Price | null) {
  if (next === null && (await endUnpaid(stripe, subscription))) return;
  if (isSame(nextOf(subscription), next)) return;
  if (next !== null && !isSame(priceOf(itemOf(subscription).price), next))
    return plan(stripe, subscription, next);
  await release(stripe, subscription);
  if (next !== null) return resume(stripe, subscription);
  await answered(stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true }));
}

/**
 * Stripe begins a period before it charges for it: to end with one that nobody has paid for would leave its bill to be charged. It ends
 * at once instead, its bills first. One that is paid at this very moment can be stopped no more, which Stripe says; the next try then
 * finds the period paid for. Answers whether it ended.
 */
async function endUnpaid(stripe: Stripe, subscription: Stripe.Subscription): Promise<boolean> {
  const invoices = await listInvoices(stripe, subscription.id);
  if (isPaidFor(itemOf(subscription), invoices)) return false;
  for (const invoice of invoices) await stopBill(stripe, invoice);
  await release(stripe, subscription);
  await answered(stripe.subscriptions.cancel(subscription.id));
  return true;
}

/** A bill that is open is nobody's to pay then, and a draft becomes none. */
async function stopBill(stripe: Stripe, { id, status, auto_advance: advances }: Invoice): Promise<void> {
  if (status === "open") await answered(stripe.invoices.voidInvoice(id));
  if (status === "draft" && advances === true)
    await answered(stripe.invoices.update(id, { auto_advance: false }));
}

type Next = Pick<Price, "amountCents" | "period">;

function isSame(one: Next | null, other: Next | null): boolean {
  return one?.amountCents === other?.amountCents && one?.period === other?.period;
}

/** While a schedule decides, Stripe lets nobody cancel. */
async function release(stripe: Stripe, subscription: Stripe.Subscription): Promise<void> {
  const schedule = scheduleOf(subscription);
  if (schedule !== undefined) await answered(stripe.subscriptionSchedules.release(schedule.id));
}

/** It may end with its period, or at a time that was named; what a schedule had planned went with it. */
async function resume(stripe: Stripe, subscription: Stripe.Subscription): Promise<void> {
  const { id, cancel_at_period_end: endsWithPeriod, cancel_at } = subscription;
  if (scheduleOf(subscription) !== undefined) return;
  if (endsWithPeriod) await answered(stripe.subscriptions.update(id, { cancel_at_period_end: false }));
  else if (cancel_at !== null) await answered(stripe.subscriptions.update(id, { cancel_at: "" }));
}

/** The period that is under way stays as it is; the one after it is another, and is then renewed as such. Nothing is prorated. */
async function plan(stripe: Stripe, subscription: Stripe.Subscription, next: Price): Promise<void> {
  const { price, quantity = 1 } = itemOf(subscription);
  const product = await productOf(stripe, next.title);
  const { id, current_phase: phase } = await scheduled(stripe, subscription);
  if (phase === null) throw new Error(`the schedule ${id} of a live subscription has not begun`);
  const recurring = { interval: intervals[next.period] };
  await answered(
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
async function scheduled(
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<Stripe.SubscriptionSchedule> {
  const known = scheduleOf(subscription);
  if (known !== undefined) return known;
  await resume(stripe, subscription);
  return answered(stripe.subscriptionSchedules.create({ from_subscription: subscription.id }));
}

/** A schedule takes no titles, only products that there are; one for each title, whoever asks first. */
async function productOf(stripe: Stripe, name: string): Promise<string> {
  const id = `wrapsody-${createHash("sha256").update(name).digest("hex").slice(0, 24)}`;
  try {
    await answered(stripe.products.create({ id, name }));
  } catch (error) {
    if (refusalCode(error) !== "resource_already_exists") throw error;
  }
  return id;
}

/** Ends it at once. Bills that are open then are nobody's to pay, and drafts become none. */
export async function cancelSubscription(stripe: Stripe, id: string): Promise<void> {
  await change(stripe, id, async (subscription) => {
    await release(stripe, subscription);
    await answered(stripe.subscriptions.cancel(id));
  });
  for (const invoice of await listInvoices(stripe, id)) await unlessChanged(stopBill(stripe, invoice));
}

/** A bill that was paid or voided meanwhile stays as it is; whoever looks it up next learns which. */
async function unlessChanged(asked: Promise<unknown>): Promise<void> {
  try {
    await asked;
  } catch (error) {
    if (refusalCode(error) === undefined) throw error;
  }
}
