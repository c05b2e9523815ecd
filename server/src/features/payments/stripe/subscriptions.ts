import type Stripe from "stripe";
import type { Period } from "../orders.ts";
import type { Price, SubscriptionSnapshot } from "../provider.ts";
import { callStripe } from "./client.ts";

/** With its customer, and the prices of what is to come, which is as deep as Stripe writes out. */
export function retrieveSubscription(stripe: Stripe, id: string): Promise<Stripe.Subscription> {
  return callStripe(
    stripe.subscriptions.retrieve(id, { expand: ["customer", "schedule.phases.items.price"] }),
  );
}

export function subscriptionStatus({ status }: Stripe.Subscription): SubscriptionSnapshot["status"] {
  if (status === "canceled" || status === "incomplete_expired") return "ENDED";
  return status === "past_due" || status === "unpaid" || status === "incomplete" ? "UNPAID" : "PAID";
}

/** The one thing that is sold by it. Since 2025 the period is the item's. @throws Error for one that this program did not begin */
export function getOnlyItem({ id, items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data;
  if (item === undefined) throw new Error(`subscription ${id} sells nothing`);
  return item;
}

/** The schedule that decides about its next periods, while there is one. */
export function findActiveSchedule({
  schedule,
}: Stripe.Subscription): Stripe.SubscriptionSchedule | undefined {
  if (schedule === null || typeof schedule === "string") return undefined;
  return schedule.status === "active" || schedule.status === "not_started" ? schedule : undefined;
}

type Renewal = Pick<Price, "amountCents" | "period">;

/** What comes after the period that is under way; null: it ends. A schedule stands over what the subscription says of itself. */
export function findRenewal(subscription: Stripe.Subscription): Renewal | null {
  if (subscriptionStatus(subscription) === "ENDED") return null;
  const item = getOnlyItem(subscription);
  const schedule = findActiveSchedule(subscription);
  if (schedule === undefined) return isCanceledAtPeriodEnd(subscription, item) ? null : toRenewal(item.price);
  const { phases, current_phase: current, end_behavior } = schedule;
  const planned = phases.find(({ start_date }) => current !== null && start_date >= current.end_date);
  const price = planned?.items[0]?.price;
  if (typeof price === "object" && !("deleted" in price)) return toRenewal(price);
  const isLast = current === null || current.end_date <= item.current_period_end;
  return end_behavior === "cancel" && isLast ? null : toRenewal(item.price);
}

/** By the customer on Stripe's own pages as well, which may name the time itself. */
function isCanceledAtPeriodEnd(
  { cancel_at_period_end, cancel_at }: Stripe.Subscription,
  { current_period_end }: Stripe.SubscriptionItem,
): boolean {
  return cancel_at_period_end || (cancel_at !== null && cancel_at <= current_period_end);
}

export function toRenewal({ unit_amount, recurring }: Stripe.Price): Renewal {
  return { amountCents: unit_amount ?? 0, period: recurring?.interval === "year" ? "YEAR" : "MONTH" };
}

/** Days; no month has as many, and every year has more. */
const MAX_MONTH_DAYS = 40;

/** Bills do not say how long a period is that they are for, but from when until when. */
export function inferPeriod(from: Date, until: Date): Period {
  return until.getTime() - from.getTime() > MAX_MONTH_DAYS * 24 * 60 * 60 * 1000 ? "YEAR" : "MONTH";
}
