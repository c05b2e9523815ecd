import type { OwnSubscription } from "@wrapsody/shared/subscriptions.ts";
import type { SubscriptionRow } from "./subscriptions.data.ts";

/** Presents a plan to its owner. */
export function presentSubscription(row: SubscriptionRow): OwnSubscription {
  const { id, order_id, plan, expires_at, is_canceled, renews_as, next_price_cents, is_unpaid, kept_until } =
    row;
  return {
    id,
    plan,
    expires_at,
    is_canceled,
    is_granted: order_id === null,
    renews_as,
    next_price_cents,
    is_unpaid,
    kept_until,
  };
}
