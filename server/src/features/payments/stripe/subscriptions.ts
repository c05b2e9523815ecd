import type Stripe from "stripe";
import type { Period } from "../orders.ts";
import type { Price, SubscriptionFacts } from "../provider.ts";
import { answered } from "./client.ts";

/** With its customer, and the prices of what is to come, which is as deep as Stripe writes out. */
export function readSubscription(stripe: Stripe, id: string): Promise<Stripe.Subscription> {
  return answered(stripe.subscriptions.retrieve(id, { expand: ["customer", "schedule.phases.items.price"] }));
}

export function statusOf({ status }: Stripe.Subscription): SubscriptionFacts["status"] {
  if (status === "canceled" || status === "incomplete_expired") return "ENDED";
  return status === "past_due" || status === "unpaid" || status === "incomplete" ? "UNPAID" : "PAID";
}

/** The one thing that is sold by it. Since 2025 the period is the item's. @throws Error for one that this program did not begin */
export function itemOf({ id, items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data;
  if (item === undefined) throw new Error(`subscription ${id} sells nothing`);
  return item;
}

/** The schedule that decides about its next periods, while there is one. */
export function scheduleOf({ schedule }: Stripe.Subscription): Stripe.SubscriptionSchedule | undefined {
  if (schedule === null || typeof schedule === "string") return undefined;
  return schedule.status === "active" || schedule.status === "not_started" ? schedule : undefined;
}

type Next = Pick<Price, "amountCents" | "period">;

/** What comes after the period that is under way; null: it ends. A schedule stands over what the subscription says of itself. */
export function nextOf(subscription: Stripe.Subscription): Next | null {
  if (statusOf(subscription) === "ENDED") return null;
  const item = itemOf(subscription);
  const schedule = scheduleOf(subscription);
  if (schedule === undefined) return isEnding(subscription, item) ? null : priceOf(item.price);
  const { phases, current_phase: current, end_behavior } = schedule;
  const planned = phases.find(({ start_date }) => current !== null && start_date >= current.end_date);
  const price = planned?.items[0]?.price;
  if (typeof price === "object" && !("deleted" in price)) return priceOf(price);
  const isLast = current === null || current.end_date <= item.current_period_end;
  return end_behavior === "cancel" && isLast ? null : priceOf(item.price);
}

/** By the customer on Stripe's own pages as well, which may name the time itself. */
function isEnding(
  { cancel_at_period_end, cancel_at }: Stripe.Subscription,
  { current_period_end }: Stripe.SubscriptionItem,
): boolean {
  return cancel_at_period_end || (cancel_at !== null && cancel_at <= current_period_end);
}

export function priceOf({ unit_amount, recurring }: Stripe.Price): Next {
  return { amountCents: unit_amount ?? 0, period: recurring?.interval === "year" ? "YEAR" : "MONTH" };
}

/** Days; no month has as many, and every year has more. */
const longestMonth = 40;

/** Bills do not say how long a period is that they are for, but from when until when. */
export function periodBetween(from: Date, until: Date): Period {
  return until.getTime() - from.getTime() > longestMonth * 24 * 60 * 60 * 1000 ? "YEAR" : "MONTH";
}
