import { createHash } from "node:crypto";
import type Stripe from "stripe";
import { type CheckoutRequest, type ListedCheckout, PayoutAccountRestrictedError } from "../provider.ts";
import { callStripe, isMissing, rejectionCode } from "./client.ts";
import { EXPAND_CHARGE, readCheckoutSnapshot, toCheckoutSnapshot } from "./snapshot.ts";

/**
 * Stripe rejects sessions that expire within 30 minutes, which is how long a spot is reserved. This program closes the session when the
 * reservation ends; Stripe does if this program is down.
 */
const SESSION_GRACE_SECONDS = 31 * 60;

type OpenedSession = { sessionId: string; url: string };

/**
 * Creates a session, or returns the one of an earlier call: all parameters follow from the stored payment. Drops the customer id if the
 * customer was deleted at Stripe.
 */
export async function createSession(stripe: Stripe, request: CheckoutRequest): Promise<OpenedSession> {
  try {
    return await createStripeSession(stripe, request);
  } catch (error) {
    if (request.destination !== null && isPayoutAccountRestricted(error))
      throw new PayoutAccountRestrictedError(request.destination, error);
    if (request.customerId === null || !isMissing(error, "customer")) throw error;
    return createStripeSession(stripe, { ...request, customerId: null });
  }
}

/** Returns whether Stripe rejected the payee's account as restricted or deleted. */
function isPayoutAccountRestricted(error: unknown): boolean {
  const code = rejectionCode(error);
  if (code === "insufficient_capabilities_for_transfer" || code === "account_invalid") return true;
  return isMissing(error, "payment_intent_data[transfer_data][destination]");
}

async function createStripeSession(stripe: Stripe, request: CheckoutRequest): Promise<OpenedSession> {
  const { id, url } = await callStripe(
    stripe.checkout.sessions.create(toSessionParams(request), { idempotencyKey: idempotencyKeyOf(request) }),
  );
  if (url === null) throw new Error(`Stripe session ${id} has no URL`);
  return { sessionId: id, url };
}

/** Stripe rejects a reused key with other parameters, so the key contains the parameters that may change between retries: payer and destination. */
function idempotencyKeyOf({ paymentId, period, customerId, email, destination }: CheckoutRequest): string {
  if (period === null) return `checkout ${paymentId}${destination === null ? "" : ` ${destination}`}`;
  const payer = createHash("sha256").update(JSON.stringify([customerId, email]));
  return `checkout ${paymentId} ${payer.digest("hex").slice(0, 16)}`;
}

function toSessionParams(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const { paymentId, title, amountCents, period, successUrl, cancelUrl } = request;
  const recurring = period === null ? {} : { recurring: { interval: intervals[period] } };
  return {
    // Cards and card wallets only: they settle immediately, while the spot is reserved.
    allowed_payment_method_types: ["card"],
    adaptive_pricing: { enabled: false },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: "usd",
          unit_amount: amountCents,
          product_data: { name: title },
          ...recurring,
        },
      },
    ],
    client_reference_id: paymentId,
    metadata: { payment_id: paymentId },
    ...(period === null ? toPaymentParams(request) : toSubscriptionParams(request)),
    expires_at: Math.floor(request.expiresAt.getTime() / 1000) + SESSION_GRACE_SECONDS,
    success_url: successUrl,
    cancel_url: cancelUrl,
  };
}

/** Stripe's names of the billing intervals. */
export const intervals = { MONTH: "month", YEAR: "year" } as const;

function toPaymentParams(request: CheckoutRequest) {
  return {
    mode: "payment" as const,
    payment_intent_data: { metadata: { payment_id: request.paymentId }, ...toTransferParams(request) },
  };
}

/** Subscriptions are income of the platform, so nothing is transferred. */
function toSubscriptionParams({ paymentId, customerId, email }: CheckoutRequest) {
  const payer =
    customerId === null ? (email === null ? {} : { customer_email: email }) : { customer: customerId };
  return {
    mode: "subscription" as const,
    subscription_data: { metadata: { payment_id: paymentId } },
    ...payer,
  };
}

/** Transfers the amount minus the platform fee to the payee; without a destination the platform collects all of it. */
function toTransferParams({ destination, platformFeeCents }: CheckoutRequest) {
  if (destination === null) return {};
  return { application_fee_amount: platformFeeCents, transfer_data: { destination } };
}

export async function closeSession(stripe: Stripe, sessionId: string): Promise<void> {
  try {
    await callStripe(stripe.checkout.sessions.expire(sessionId));
  } catch (error) {
    // The session is paid or closed already; the next sync shows which.
    if (rejectionCode(error) === undefined) throw error;
  }
}

export async function* listSessions(stripe: Stripe, since: Date): AsyncGenerator<ListedCheckout> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  let after: { starting_after?: string } = {};
  for (;;) {
    const page = await callStripe(
      stripe.checkout.sessions.list({ created, limit: 100, expand: [`data.${EXPAND_CHARGE}`], ...after }),
    );
    for (const session of page.data) {
      // Setup sessions only store a card.
      if (session.mode === "setup") continue;
      const { id, client_reference_id: paymentId, metadata } = session;
      // Sessions of other programs on the same account only need their payment status.
      const isOurs = metadata?.payment_id !== undefined;
      const readSnapshot = async () =>
        isOurs ? readCheckoutSnapshot(stripe, session) : toCheckoutSnapshot(session);
      yield { sessionId: id, paymentId, readSnapshot };
    }
    const last = page.data.at(-1);
    if (!page.has_more || last === undefined) return;
    after = { starting_after: last.id };
  }
}
