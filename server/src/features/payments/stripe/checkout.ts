import { createHash } from "node:crypto";
import type Stripe from "stripe";
import { type CheckoutRequest, type ListedCheckout, PayoutAccountRestrictedError } from "../provider.ts";
import { callStripe, isMissing, rejectionCode } from "./client.ts";
import { EXPAND_CHARGE, readCheckoutSnapshot, toCheckoutSnapshot } from "./snapshot.ts";

/**
 * Seconds that a session lives beyond its order. Stripe refuses one that ends within 30 minutes, which is as long as a place is reserved
 * for; this program closes it when its time is over, and Stripe does where nobody could.
 */
const SESSION_GRACE_SECONDS = 31 * 60;

type OpenedSession = { sessionId: string; url: string };

/**
 * A repeat with the same payment is answered with the same session: everything that is sent follows from what was written down. A payer
 * whom somebody deleted with Stripe begins anew.
 */
export async function createSession(stripe: Stripe, asked: CheckoutRequest): Promise<OpenedSession> {
  try {
    return await create(stripe, asked);
  } catch (error) {
    if (asked.destination !== null && isPayoutAccountRestricted(error))
      throw new PayoutAccountRestrictedError(asked.destination, error);
    if (asked.customerId === null || !isMissing(error, "customer")) throw error;
    return create(stripe, { ...asked, customerId: null });
  }
}

/** Stripe has restricted the payee's account, or it is gone. */
function isPayoutAccountRestricted(error: unknown): boolean {
  const code = rejectionCode(error);
  if (code === "insufficient_capabilities_for_transfer" || code === "account_invalid") return true;
  return isMissing(error, "payment_intent_data[transfer_data][destination]");
}

async function create(stripe: Stripe, asked: CheckoutRequest): Promise<OpenedSession> {
  const { id, url } = await callStripe(
    stripe.checkout.sessions.create(toSessionParams(asked), { idempotencyKey: idempotencyKeyOf(asked) }),
  );
  if (url === null) throw new Error(`Stripe gave session ${id} no page`);
  return { sessionId: id, url };
}

/** Stripe refuses a key with anything else than it was used with first; the payer's address, or who collects, may change meanwhile. */
function idempotencyKeyOf({ paymentId, period, customerId, email, destination }: CheckoutRequest): string {
  if (period === null) return `checkout ${paymentId}${destination === null ? "" : ` ${destination}`}`;
  const payer = createHash("sha256").update(JSON.stringify([customerId, email]));
  return `checkout ${paymentId} ${payer.digest("hex").slice(0, 16)}`;
}

function toSessionParams(asked: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const { paymentId, title, amountCents, period, successUrl, cancelUrl } = asked;
  const recurring = period === null ? {} : { recurring: { interval: intervals[period] } };
  return {
    // Cards, and the wallets that hold them: what is paid is paid at once, while the place is reserved.
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
    ...(period === null ? toPaymentParams(asked) : toSubscriptionParams(asked)),
    expires_at: Math.floor(asked.expiresAt.getTime() / 1000) + SESSION_GRACE_SECONDS,
    success_url: successUrl,
    cancel_url: cancelUrl,
  };
}

/** How Stripe calls the length of a period. */
export const intervals = { MONTH: "month", YEAR: "year" } as const;

function toPaymentParams(asked: CheckoutRequest) {
  return {
    mode: "payment" as const,
    payment_intent_data: { metadata: { payment_id: asked.paymentId }, ...toTransferParams(asked) },
  };
}

/** It is the house's own income, of which nobody else has a share. */
function toSubscriptionParams({ paymentId, customerId, email }: CheckoutRequest) {
  const payer =
    customerId === null ? (email === null ? {} : { customer_email: email }) : { customer: customerId };
  return {
    mode: "subscription" as const,
    subscription_data: { metadata: { payment_id: paymentId } },
    ...payer,
  };
}

/** The payee's own account gets what is left after the fee; without one the platform collects all of it. */
function toTransferParams({ destination, platformFeeCents }: CheckoutRequest) {
  if (destination === null) return {};
  return { application_fee_amount: platformFeeCents, transfer_data: { destination } };
}

export async function closeSession(stripe: Stripe, sessionId: string): Promise<void> {
  try {
    await callStripe(stripe.checkout.sessions.expire(sessionId));
  } catch (error) {
    // It was paid or is closed already; whoever looks it up next learns which.
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
      // Where a card is only kept nothing is paid.
      if (session.mode === "setup") continue;
      const { id, client_reference_id: paymentId, metadata } = session;
      // Of what others sell beside this program it is enough to know that it was paid.
      const isOurs = metadata?.payment_id !== undefined;
      const facts = async () =>
        isOurs ? readCheckoutSnapshot(stripe, session) : toCheckoutSnapshot(session);
      yield { sessionId: id, paymentId, readSnapshot: facts };
    }
    const last = page.data.at(-1);
    if (!page.has_more || last === undefined) return;
    after = { starting_after: last.id };
  }
}
