import type Stripe from "stripe";
import { callStripe, idOf, rejectionCode } from "./client.ts";
import { findActiveSchedule, subscriptionStatus } from "./subscriptions.ts";

/**
 * Charges a subscription to the customer's current default card. Stripe's portal stores a new card with the customer, but the card of the
 * checkout stays with the subscription and its schedule, and takes precedence.
 */
export async function syncPaymentMethod(stripe: Stripe, subscription: Stripe.Subscription): Promise<void> {
  const chosen = defaultPaymentMethod(subscription.customer);
  if (chosen === undefined || subscriptionStatus(subscription) === "ENDED") return;
  const schedule = findActiveSchedule(subscription);
  const card = { default_payment_method: chosen };
  if (idOf(subscription.default_payment_method) !== chosen)
    await ignoreRejection(stripe.subscriptions.update(subscription.id, card));
  if (schedule !== undefined && idOf(schedule.default_settings.default_payment_method) !== chosen)
    await ignoreRejection(stripe.subscriptionSchedules.update(schedule.id, { default_settings: card }));
}

function defaultPaymentMethod(customer: Stripe.Subscription["customer"]): string | undefined {
  if (typeof customer === "string" || customer.deleted === true) return undefined;
  return idOf(customer.invoice_settings.default_payment_method);
}

/** The subscription may have ended or the card been removed a moment ago; the next sync tries again. */
async function ignoreRejection(request: Promise<unknown>): Promise<void> {
  try {
    await callStripe(request);
  } catch (error) {
    if (rejectionCode(error) === undefined) throw error;
  }
}
