import type Stripe from "stripe";
import type { Period } from "../orders.ts";
import type { Price, SubscriptionSnapshot } from "../provider.ts";
import { callStripe } from "./client.ts";

/** Retrieves a subscription with its customer and scheduled prices, the deepest expansion that Stripe allows. */
export function retrieveSubscription(stripe: Stripe, id: string): Promise<Stripe.Subscription> {
  return callStripe(
    stripe.subscriptions.retrieve(id, { expand: ["customer", "schedule.phases.items.price"] }),
  );
}

export function subscriptionStatus({ status }: Stripe.Subscription): SubscriptionSnapshot["status"] {
  if (status === "canceled" || status === "incomplete_expired") return "ENDED";
  return status === "past_due" || status === "unpaid" || status === "incomplete" ? "UNPAID" : "PAID";
}

/** Returns the only item, which carries the current period. @throws Error if there is none: this program did not create it */
export function getOnlyItem({ id, items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data;
  if (item === undefined) throw new Error(`subscription ${id} has no item`);
  return item;
}

/** Returns the schedule that controls the next periods, if one is attached. */
export function findActiveSchedule({
  schedule,
}: Stripe.Subscription): Stripe.SubscriptionSchedule | undefined {
  if (schedule === null || typeof schedule === "string") return undefined;
  return schedule.status === "active" || schedule.status === "not_started" ? schedule : undefined;
}

type Renewal = Pick<Price, "amountCents" | "period">;

/** Returns the renewal after the current period; null: it ends. A schedule overrides the subscription's own fields. */
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

/** Stripe's portal may also set a cancellation time. */
function isCanceledAtPeriodEnd(
  { cancel_at_period_end, cancel_at }: Stripe.Subscription,
  { current_period_end }: Stripe.SubscriptionItem,
): boolean {
  return cancel_at_period_end || (cancel_at !== null && cancel_at <= current_period_end);
}

export function toRenewal({ unit_amount, recurring }: Stripe.Price): Renewal {
  return { amountCents: unit_amount ?? 0, period: recurring?.interval === "year" ? "YEAR" : "MONTH" };
}

/** Distinguishes months from years. */
const MAX_MONTH_DAYS = 40;

/** Infers the interval from the dates: invoices do not name it. */
export function inferPeriod(from: Date, until: Date): Period {
  return until.getTime() - from.getTime() > MAX_MONTH_DAYS * 24 * 60 * 60 * 1000 ? "YEAR" : "MONTH";
}
