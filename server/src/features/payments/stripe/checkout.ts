import type Stripe from "stripe";
import type { CheckoutAsked, Facts } from "../provider.ts";
import { answered, refusalCode } from "./client.ts";

/**
 * Seconds that a session lives beyond its order. Stripe refuses one that ends within 30 minutes, which is as long as a place is reserved
 * for; this program closes it when its time is over, and Stripe does where nobody could.
 */
const grace = 31 * 60;

/** A repeat with the same payment is answered with the same session: everything that is sent follows from what was written down. */
export async function createSession(
  stripe: Stripe,
  asked: CheckoutAsked,
): Promise<{ sessionId: string; url: string }> {
  const { id, url } = await answered(
    stripe.checkout.sessions.create(sessionOf(asked), { idempotencyKey: `checkout ${asked.paymentId}` }),
  );
  if (url === null) throw new Error(`Stripe gave session ${id} no page`);
  return { sessionId: id, url };
}

function sessionOf(asked: CheckoutAsked): Stripe.Checkout.SessionCreateParams {
  const { paymentId, title, amountCents, successUrl, cancelUrl } = asked;
  return {
    mode: "payment",
    // Cards, and the wallets that hold them: what is paid is paid at once, while the place is reserved.
    allowed_payment_method_types: ["card"],
    adaptive_pricing: { enabled: false },
    line_items: [
      {
        quantity: 1,
        price_data: { currency: "usd", unit_amount: amountCents, product_data: { name: title } },
      },
    ],
    client_reference_id: paymentId,
    metadata: { payment_id: paymentId },
    payment_intent_data: { metadata: { payment_id: paymentId }, ...shareOf(asked) },
    expires_at: Math.floor(asked.expiresAt.getTime() / 1000) + grace,
    ...{ success_url: successUrl, cancel_url: cancelUrl },
  };
}

/** The payee's own account gets what is left after the fee; without one the platform collects all of it. */
function shareOf({ destination, platformFeeCents }: CheckoutAsked) {
  if (destination === null) return {};
  return { application_fee_amount: platformFeeCents, transfer_data: { destination } };
}

const paidBy = "payment_intent.latest_charge.balance_transaction";

export async function lookUpSession(stripe: Stripe, sessionId: string): Promise<Facts | undefined> {
  try {
    return factsOf(await answered(stripe.checkout.sessions.retrieve(sessionId, { expand: [paidBy] })));
  } catch (error) {
    if (refusalCode(error) === "resource_missing") return undefined;
    throw error;
  }
}

export async function closeSession(stripe: Stripe, sessionId: string): Promise<void> {
  try {
    await answered(stripe.checkout.sessions.expire(sessionId));
  } catch (error) {
    // It was paid or is closed already; whoever looks it up next learns which.
    if (refusalCode(error) === undefined) throw error;
  }
}

export async function* listSessions(stripe: Stripe, since: Date) {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  let after: { starting_after?: string } = {};
  for (;;) {
    const page = await answered(
      stripe.checkout.sessions.list({ created, limit: 100, expand: [`data.${paidBy}`], ...after }),
    );
    for (const session of page.data) {
      if (session.mode !== "payment") continue;
      yield { sessionId: session.id, paymentId: session.client_reference_id, facts: factsOf(session) };
    }
    const last = page.data.at(-1);
    if (!page.has_more || last === undefined) return;
    after = { starting_after: last.id };
  }
}

function factsOf(session: Stripe.Checkout.Session): Facts {
  const intent = objectOf(session.payment_intent);
  const charge = objectOf(intent?.latest_charge);
  return {
    checkout: checkoutOf(session),
    amountCents: session.amount_total ?? 0,
    currency: session.currency ?? "",
    intentId: intent?.id ?? (typeof session.payment_intent === "string" ? session.payment_intent : null),
    feeCents: feeOf(objectOf(charge?.balance_transaction)),
    refundedCents: charge?.amount_refunded ?? 0,
    isDisputed: charge?.disputed ?? false,
  };
}

function checkoutOf({ status, payment_status }: Stripe.Checkout.Session): Facts["checkout"] {
  if (payment_status === "paid") return "PAID";
  return status === "open" ? "OPEN" : "CLOSED";
}

/** US cents; a platform that is paid in another currency is told its fee in that. */
function feeOf(transaction: Stripe.BalanceTransaction | undefined): number | null {
  if (transaction === undefined) return null;
  if (transaction.currency === "usd") return transaction.fee;
  return transaction.exchange_rate === null ? null : Math.round(transaction.fee / transaction.exchange_rate);
}

/** What was asked for in full; what came as an id alone is not here. */
function objectOf<Thing extends object>(thing: string | Thing | null | undefined): Thing | undefined {
  return typeof thing === "object" && thing !== null ? thing : undefined;
}
