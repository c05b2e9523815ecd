import type Stripe from "stripe";
import { answered, refusalCode } from "./client.ts";
import { idOf } from "./objects.ts";
import { scheduleOf, statusOf } from "./subscriptions.ts";

/**
 * Has a subscription charged to the card that its payer chose last. Stripe's page keeps that one with the customer, while the one of the
 * checkout stays with the subscription, and with what plans its next periods, and goes before it.
 */
export async function followCard(stripe: Stripe, subscription: Stripe.Subscription): Promise<void> {
  const chosen = chosenBy(subscription.customer);
  if (chosen === undefined || statusOf(subscription) === "ENDED") return;
  const schedule = scheduleOf(subscription);
  const card = { default_payment_method: chosen };
  if (idOf(subscription.default_payment_method) !== chosen)
    await unlessRefused(stripe.subscriptions.update(subscription.id, card));
  if (schedule !== undefined && idOf(schedule.default_settings.default_payment_method) !== chosen)
    await unlessRefused(stripe.subscriptionSchedules.update(schedule.id, { default_settings: card }));
}

function chosenBy(customer: Stripe.Subscription["customer"]): string | undefined {
  if (typeof customer === "string" || customer.deleted === true) return undefined;
  return idOf(customer.invoice_settings.default_payment_method);
}

/** It may have ended, or the card be gone, a moment ago; whoever looks next tries again. */
async function unlessRefused(asked: Promise<unknown>): Promise<void> {
  try {
    await answered(asked);
  } catch (error) {
    if (refusalCode(error) === undefined) throw error;
  }
}
