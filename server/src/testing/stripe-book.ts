import { randomBytes } from "node:crypto";
import type { z } from "zod";
import { type parameters, Refusal } from "./stripe-parameters.ts";

type Parameters = { [Name in keyof typeof parameters]: z.output<(typeof parameters)[Name]> };
type Metadata = Record<string, string>;

type Charge = {
  id: string;
  amount: number;
  amount_refunded: number;
  disputed: boolean;
  fee: number | null;
  /** Of the platform's balance, and how many of it a dollar was. */
  feeCurrency: string;
  exchangeRate: number | null;
};
export type StripeSession = {
  id: string;
  asked: Parameters["createSession"];
  amount: number;
  created: number;
  expiresAt: number;
  status: "open" | "complete" | "expired";
  intentId: string | undefined;
  charge: Charge | undefined;
};
export type StripeRefund = {
  id: string;
  payment_intent: string;
  amount: number;
  metadata: Metadata;
  status: "succeeded" | "pending" | "failed";
  created: number;
};

const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString("hex")}`;

/** What Stripe knows: sessions with what was paid in them, refunds, connected accounts. Times are seconds. */
export function openBook(now: () => number) {
  const sessions: StripeSession[] = [];
  const refunds: StripeRefund[] = [];
  const accounts = new Map<string, { transfers: "active" | "inactive"; metadata: Metadata }>();
  /** How the next refunds turn out; those that nobody says anything of succeed. */
  const outcomes: StripeRefund["status"][] = [];

  function session(id: string): StripeSession {
    const found = sessions.find((one) => one.id === id);
    if (found === undefined)
      throw new Refusal({ code: "resource_missing", message: `No such checkout.session: '${id}'` }, 404);
    if (found.status === "open" && found.expiresAt <= now()) found.status = "expired";
    return found;
  }

  function checkShare({ payment_intent_data: data }: Parameters["createSession"], amount: number): void {
    const destination = data?.transfer_data?.destination;
    const fee = data?.application_fee_amount;
    if (fee !== undefined && destination === undefined)
      throw new Refusal({ message: "Can only apply an application_fee_amount to a connected account." });
    if (fee !== undefined && fee > amount)
      throw new Refusal({
        message: "The application fee is larger than the amount.",
        param: "application_fee_amount",
      });
    if (destination !== undefined && accounts.get(destination)?.transfers !== "active")
      throw new Refusal({
        ...{ code: "insufficient_capabilities_for_transfer" },
        message: `The account ${destination} cannot take transfers.`,
      });
  }

  function chargeOf(intentId: string): Charge {
    const found = sessions.find((one) => one.intentId === intentId)?.charge;
    if (found === undefined)
      throw new Refusal({ code: "resource_missing", message: `No such payment_intent: '${intentId}'` }, 404);
    return found;
  }

  return {
    ...{ sessions, refunds, accounts, outcomes, session },

    createSession(asked: Parameters["createSession"]): StripeSession {
      const amount = asked.line_items.reduce(
        (sum, one) => sum + one.quantity * one.price_data.unit_amount,
        0,
      );
      if (amount < 50)
        throw new Refusal({
          ...{ code: "amount_too_small" },
          message: "The Checkout Session's total amount due must add up to at least $0.50 usd",
        });
      const expiresAt = asked.expires_at ?? now() + 86_400;
      if (expiresAt < now() + 1_800)
        throw new Refusal({
          ...{ param: "expires_at" },
          message: "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.",
        });
      if (expiresAt > now() + 86_400)
        throw new Refusal({
          ...{ param: "expires_at" },
          message: "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.",
        });
      checkShare(asked, amount);
      const made: StripeSession = {
        ...{ id: newId("cs_test"), asked, amount, created: now(), expiresAt, status: "open" },
        ...{ intentId: undefined, charge: undefined },
      };
      sessions.push(made);
      return made;
    },

    expireSession(id: string): StripeSession {
      const found = session(id);
      if (found.status !== "open")
        throw new Refusal({
          message: `Only Checkout Sessions with a status in ["open"] can be expired. This Session has a status of \`${found.status}\`.`,
        });
      found.status = "expired";
      return found;
    },

    /** Somebody types a card that is accepted. `force`: it was on its way when the session closed. */
    pay(id: string, { force = false, ...given }: { force?: boolean } & Partial<Charge> = {}): void {
      const found = session(id);
      if (found.status !== "open" && !force) throw new Error(`the session is ${found.status}`);
      found.status = "complete";
      found.intentId = newId("pi");
      found.charge = {
        ...{ id: newId("ch"), amount: found.amount, amount_refunded: 0, disputed: false },
        ...{ fee: Math.round(found.amount * 0.029) + 30, feeCurrency: "usd", exchangeRate: null },
        ...given,
      };
    },

    createRefund(asked: Parameters["createRefund"]): StripeRefund {
      const charge = chargeOf(asked.payment_intent);
      const data = sessions.find((one) => one.intentId === asked.payment_intent)?.asked.payment_intent_data;
      const rest = charge.amount - charge.amount_refunded;
      if (rest === 0)
        throw new Refusal({
          ...{ code: "charge_already_refunded" },
          message: `Charge ${charge.id} has already been refunded.`,
        });
      const amount = asked.amount ?? rest;
      if (amount > rest)
        throw new Refusal({
          ...{ param: "amount" },
          message: `Refund amount (${amount}) is greater than unrefunded amount on charge (${rest})`,
        });
      if (asked.reverse_transfer === true && data?.transfer_data === undefined)
        throw new Refusal({ message: "There is no transfer to reverse.", param: "reverse_transfer" });
      if (asked.refund_application_fee === true && data?.application_fee_amount === undefined)
        throw new Refusal({ message: "There is no application fee.", param: "refund_application_fee" });
      const status = outcomes.shift() ?? "succeeded";
      if (status !== "failed") charge.amount_refunded += amount;
      const made: StripeRefund = {
        ...{ id: newId("re"), payment_intent: asked.payment_intent, amount, created: now() },
        ...{ metadata: asked.metadata ?? {}, status },
      };
      refunds.push(made);
      return made;
    },

    createAccount(asked: Parameters["createAccount"]): string {
      const id = newId("acct");
      accounts.set(id, { transfers: "inactive", metadata: asked.metadata ?? {} });
      return id;
    },

    account(id: string) {
      const found = accounts.get(id);
      if (found === undefined)
        throw new Refusal({ code: "account_invalid", message: `There is no account ${id}.` }, 403);
      return found;
    },
  };
}

export type StripeBook = ReturnType<typeof openBook>;

/** A session as Stripe writes it, with what was asked to be written out. */
export function writeSession(session: StripeSession, expand: readonly string[]): object {
  const { asked, charge } = session;
  return {
    ...{
      id: session.id,
      object: "checkout.session",
      mode: "payment",
      livemode: false,
      created: session.created,
    },
    ...{ amount_subtotal: session.amount, amount_total: session.amount, currency: "usd" },
    ...{ client_reference_id: asked.client_reference_id ?? null, metadata: asked.metadata ?? {} },
    ...{ expires_at: session.expiresAt, status: session.status, success_url: asked.success_url },
    ...{ cancel_url: asked.cancel_url ?? null, payment_status: charge === undefined ? "unpaid" : "paid" },
    payment_intent: session.intentId === undefined ? null : writeIntent(session, expand),
    customer_details: charge === undefined ? null : { name: "Ottilie Brandt", email: "payer@mail.example" },
    url: session.status === "open" ? `https://checkout.stripe.com/c/pay/${session.id}#fid` : null,
  };
}

function writeIntent(session: StripeSession, expand: readonly string[]): unknown {
  if (!expand.some((path) => path.startsWith("payment_intent"))) return session.intentId;
  const charge = expand.some((path) => path.startsWith("payment_intent.latest_charge"));
  return {
    ...{ id: session.intentId, object: "payment_intent", amount: session.amount, status: "succeeded" },
    latest_charge: charge ? writeCharge(session, expand) : session.charge?.id,
  };
}

/** With the card as Stripe tells it: what of it is safe to tell, and still none of our business. */
export function writeCharge(session: StripeSession, expand: readonly string[] = []): object {
  const { charge, intentId } = session;
  if (charge === undefined) throw new Error("nothing was charged");
  const transaction = {
    ...{ id: `txn_${charge.id}`, object: "balance_transaction", amount: charge.amount, fee: charge.fee },
    ...{ currency: charge.feeCurrency, exchange_rate: charge.exchangeRate },
  };
  const whole = expand.includes("payment_intent.latest_charge.balance_transaction");
  return {
    ...{ id: charge.id, object: "charge", amount: charge.amount, amount_refunded: charge.amount_refunded },
    ...{
      payment_intent: intentId,
      disputed: charge.disputed,
      refunded: charge.amount === charge.amount_refunded,
    },
    payment_method_details: {
      type: "card",
      card: { brand: "visa", last4: "4242", fingerprint: "Xt5EWLLDS7FJjR1c" },
    },
    billing_details: { name: "Ottilie Brandt", email: "payer@mail.example" },
    balance_transaction: charge.fee === null ? null : whole ? transaction : transaction.id,
  };
}

export function writeRefund(refund: StripeRefund): object {
  return { object: "refund", currency: "usd", ...refund };
}
