import type { z } from "zod";
import { openBilling } from "./stripe-billing.ts";
import { writeCharge } from "./stripe-billing-wire.ts";
import { createCharge, openLifecycle } from "./stripe-lifecycle.ts";
import { newId, type StripeCharge, type StripeInvoice, type StripeSubscription } from "./stripe-objects.ts";
import { type parameters, StripeError } from "./stripe-parameters.ts";

type Parameters = { [Name in keyof typeof parameters]: z.output<(typeof parameters)[Name]> };
type Metadata = Record<string, string>;

export type StripeSession = {
  id: string;
  asked: Parameters["createSession"];
  amount: number;
  created: number;
  expiresAt: number;
  status: "open" | "complete" | "expired";
  /** The first charge. */
  intentId: string | undefined;
  charge: StripeCharge | undefined;
  /** Set in the mode `subscription` once it is paid. */
  begun: { subscription: StripeSubscription; invoice: StripeInvoice } | undefined;
};
export type StripeRefund = {
  id: string;
  payment_intent: string;
  amount: number;
  metadata: Metadata;
  status: "succeeded" | "pending" | "failed";
  created: number;
};

export type StripeDispute = { id: string; payment_intent: string; amount: number; created: number };

/** The state of Stripe: sessions with their charges, refunds, disputes and connected accounts. Times are seconds. */
export function openCheckoutState(now: () => number) {
  const billing = openBilling(now);
  const passing = openLifecycle(billing, now);
  const sessions: StripeSession[] = [];
  const refunds: StripeRefund[] = [];
  const disputes: StripeDispute[] = [];
  const accounts = new Map<string, { transfers: "active" | "inactive"; metadata: Metadata }>();
  /** The outcomes of the next refunds; by default they succeed. */
  const outcomes: StripeRefund["status"][] = [];

  function session(id: string): StripeSession {
    const found = sessions.find((one) => one.id === id);
    if (found === undefined)
      throw new StripeError({ code: "resource_missing", message: `No such checkout.session: '${id}'` }, 404);
    if (found.status === "open" && found.expiresAt <= now()) found.status = "expired";
    return found;
  }

  function checkShare({ payment_intent_data: data }: Parameters["createSession"], amount: number): void {
    const destination = data?.transfer_data?.destination;
    const fee = data?.application_fee_amount;
    if (fee !== undefined && destination === undefined)
      throw new StripeError({ message: "Can only apply an application_fee_amount to a connected account." });
    if (fee !== undefined && fee > amount)
      throw new StripeError({
        message: "The application fee is larger than the amount.",
        param: "application_fee_amount",
      });
    if (destination !== undefined && accounts.get(destination)?.transfers !== "active")
      throw new StripeError({
        code: "insufficient_capabilities_for_transfer",
        message: `The account ${destination} cannot take transfers.`,
      });
  }

  /** Checks the parameters that depend on the mode. */
  function checkMode(asked: Parameters["createSession"]): void {
    const isAgain = asked.mode === "subscription";
    const recurring = asked.line_items.filter(({ price_data }) => price_data.recurring !== undefined);
    if (isAgain && recurring.length === 0)
      throw new StripeError({
        message: "You must provide at least one recurring price in `subscription` mode.",
      });
    if (!isAgain && recurring.length > 0)
      throw new StripeError({ message: "You specified `payment` mode but passed a recurring price." });
    const foreign = isAgain ? "payment_intent_data" : "subscription_data";
    if (asked[foreign] !== undefined)
      throw new StripeError({
        message: `You can not pass \`${foreign}\` in \`${asked.mode}\` mode.`,
        param: foreign,
      });
    if (asked.customer !== undefined && asked.customer_email !== undefined)
      throw new StripeError({
        message: "You may only specify one of these parameters: customer, customer_email.",
      });
    if (asked.customer !== undefined) billing.customer(asked.customer, "customer");
  }

  /** Reuses the given customer or creates one. */
  function customerOf({ customer, customer_email: email }: Parameters["createSession"]): string {
    if (customer !== undefined) return customer;
    const id = newId("cus");
    billing.customers.set(id, { id, email: email ?? "typed@mail.example", isDeleted: false, card: null });
    return id;
  }

  function begin({ asked, amount }: StripeSession, given: Partial<StripeCharge>) {
    const [item] = asked.line_items;
    const product = billing.product(item?.price_data.product_data.name ?? "");
    const interval = item?.price_data.recurring?.interval ?? "month";
    const price = billing.price({ product, unit_amount: amount, interval });
    const metadata = asked.subscription_data?.metadata ?? {};
    return passing.begin({ customer: customerOf(asked), price, metadata, ...given });
  }

  function chargeOf(intentId: string): StripeCharge {
    const found =
      sessions.find((one) => one.intentId === intentId)?.charge ??
      billing.intents.find(({ id }) => id === intentId)?.charge;
    if (found === undefined)
      throw new StripeError(
        { code: "resource_missing", message: `No such payment_intent: '${intentId}'` },
        404,
      );
    return found;
  }

  return {
    sessions,
    refunds,
    disputes,
    accounts,
    outcomes,
    session,
    billing,
    passing,

    createSession(asked: Parameters["createSession"]): StripeSession {
      const amount = asked.line_items.reduce(
        (sum, one) => sum + one.quantity * one.price_data.unit_amount,
        0,
      );
      if (amount < 50)
        throw new StripeError({
          code: "amount_too_small",
          message: "The Checkout Session's total amount due must add up to at least $0.50 usd",
        });
      const expiresAt = asked.expires_at ?? now() + 86_400;
      if (expiresAt < now() + 1_800)
        throw new StripeError({
          param: "expires_at",
          message: "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.",
        });
      if (expiresAt > now() + 86_400)
        throw new StripeError({
          param: "expires_at",
          message: "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.",
        });
      checkMode(asked);
      checkShare(asked, amount);
      const made: StripeSession = {
        id: newId("cs_test"),
        asked,
        amount,
        created: now(),
        expiresAt,
        status: "open",
        intentId: undefined,
        charge: undefined,
        begun: undefined,
      };
      sessions.push(made);
      return made;
    },

    expireSession(id: string): StripeSession {
      const found = session(id);
      if (found.status !== "open")
        throw new StripeError({
          message: `Only Checkout Sessions with a status in ["open"] can be expired. This Session has a status of \`${found.status}\`.`,
        });
      found.status = "expired";
      return found;
    },

    /** Pays a session. `force` simulates a payment in flight when the session expired. */
    pay(id: string, { force = false, ...given }: { force?: boolean } & Partial<StripeCharge> = {}): void {
      const found = session(id);
      if (found.status !== "open" && !force) throw new Error(`the session is ${found.status}`);
      found.status = "complete";
      if (found.asked.mode === "subscription") {
        found.begun = begin(found, given);
        found.intentId = found.begun.invoice.intent?.id;
        found.charge = found.begun.invoice.intent?.charge;
        return;
      }
      found.intentId = newId("pi");
      found.charge = createCharge(found.amount, given);
    },

    /** Returns the subscription that a session started. */
    begunBy(id: string): { subscription: StripeSubscription; invoice: StripeInvoice } {
      const { begun } = session(id);
      if (begun === undefined) throw new Error("nothing began with it");
      return begun;
    },

    createRefund(asked: Parameters["createRefund"]): StripeRefund {
      const charge = chargeOf(asked.payment_intent);
      const data = sessions.find((one) => one.intentId === asked.payment_intent)?.asked.payment_intent_data;
      const rest = charge.amount - charge.amount_refunded;
      if (rest === 0)
        throw new StripeError({
          code: "charge_already_refunded",
          message: `Charge ${charge.id} has already been refunded.`,
        });
      const amount = asked.amount ?? rest;
      if (amount > rest)
        throw new StripeError({
          param: "amount",
          message: `Refund amount (${amount}) is greater than unrefunded amount on charge (${rest})`,
        });
      if (asked.reverse_transfer === true && data?.transfer_data === undefined)
        throw new StripeError({ message: "There is no transfer to reverse.", param: "reverse_transfer" });
      if (asked.refund_application_fee === true && data?.application_fee_amount === undefined)
        throw new StripeError({ message: "There is no application fee.", param: "refund_application_fee" });
      const status = outcomes.shift() ?? "succeeded";
      if (status !== "failed") charge.amount_refunded += amount;
      const made: StripeRefund = {
        id: newId("re"),
        payment_intent: asked.payment_intent,
        amount,
        created: now(),
        metadata: asked.metadata ?? {},
        status,
      };
      refunds.push(made);
      return made;
    },

    /** Disputes a charge. */
    dispute(payment_intent: string): void {
      const charge = chargeOf(payment_intent);
      charge.disputed = true;
      disputes.push({ id: newId("du"), payment_intent, amount: charge.amount, created: now() });
    },

    /** Returns the customer and metadata of a payment intent. */
    intent(id: string): object {
      chargeOf(id);
      const once = sessions.find((one) => one.intentId === id && one.begun === undefined);
      const customer = billing.intents.find((one) => one.id === id)?.customer ?? null;
      const metadata = once?.asked.payment_intent_data?.metadata ?? {};
      return { id, object: "payment_intent", customer, metadata };
    },

    createAccount(asked: Parameters["createAccount"]): string {
      const id = newId("acct");
      accounts.set(id, { transfers: "inactive", metadata: asked.metadata ?? {} });
      return id;
    },

    account(id: string) {
      const found = accounts.get(id);
      if (found === undefined)
        throw new StripeError({ code: "account_invalid", message: `There is no account ${id}.` }, 403);
      return found;
    },
  };
}

export type StripeState = ReturnType<typeof openCheckoutState>;

/** Serializes a session with its expanded fields. */
export function writeSession(session: StripeSession, expand: readonly string[]): object {
  const { asked, charge, begun } = session;
  return {
    id: session.id,
    object: "checkout.session",
    mode: asked.mode,
    livemode: false,
    created: session.created,
    amount_subtotal: session.amount,
    amount_total: session.amount,
    currency: "usd",
    client_reference_id: asked.client_reference_id ?? null,
    metadata: asked.metadata ?? {},
    expires_at: session.expiresAt,
    status: session.status,
    success_url: asked.success_url,
    cancel_url: asked.cancel_url ?? null,
    payment_status: charge === undefined ? "unpaid" : "paid",
    payment_intent:
      session.intentId === undefined || begun !== undefined ? null : writeIntent(session, expand),
    subscription: begun?.subscription.id ?? null,
    invoice: begun?.invoice.id ?? null,
    customer: begun?.subscription.customer ?? asked.customer ?? null,
    customer_details: charge === undefined ? null : { name: "Ottilie Brandt", email: "payer@mail.example" },
    url: session.status === "open" ? `https://checkout.stripe.com/c/pay/${session.id}#fid` : null,
  };
}

function writeIntent(session: StripeSession, expand: readonly string[]): unknown {
  if (!expand.some((path) => path.startsWith("payment_intent"))) return session.intentId;
  const { charge, intentId } = session;
  const isAsked = expand.some((path) => path.startsWith("payment_intent.latest_charge"));
  const isWhole = expand.includes("payment_intent.latest_charge.balance_transaction");
  return {
    id: session.intentId,
    object: "payment_intent",
    amount: session.amount,
    status: "succeeded",
    latest_charge: isAsked && charge !== undefined ? writeCharge(charge, intentId, isWhole) : charge?.id,
  };
}

export function writeRefund(refund: StripeRefund): object {
  return { object: "refund", currency: "usd", ...refund };
}

export function writeReversal(reversal: StripeRefund | StripeDispute): object {
  return "metadata" in reversal
    ? writeRefund(reversal)
    : { object: "dispute", currency: "usd", status: "needs_response", ...reversal };
}
