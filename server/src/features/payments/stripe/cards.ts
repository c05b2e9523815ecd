import type Stripe from "stripe";
import { callStripe, rejectionCode } from "./client.ts";
import { idOf } from "./objects.ts";
import { findActiveSchedule, subscriptionStatus } from "./subscriptions.ts";

/**
 * Has a subscription charged to the card that its payer chose last. Stripe's page keeps that one with the customer, while the one of the
 * checkout stays with the subscription, and with what plans its next periods, and goes before it.
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

/** It may have ended, or the card be gone, a moment ago; whoever looks next tries again. */
async function ignoreRejection(asked: Promise<unknown>): Promise<void> {
  try {
    await callStripe(asked);
  } catch (error) {
    if (rejectionCode(error) === undefined) throw error;
  }
}
