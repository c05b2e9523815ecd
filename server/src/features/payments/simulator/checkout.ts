import type { Billing } from "./billing.ts";
import { createCharge, type Lifecycle } from "./lifecycle.ts";
import {
  type Charge,
  type Invoice,
  newId,
  type Parameters,
  type Session,
  type Subscription,
} from "./objects.ts";
import { StripeError } from "./parameters.ts";

const MIN_CENTS = 50;
const MIN_LIFETIME_SECONDS = 30 * 60;
const MAX_LIFETIME_SECONDS = 24 * 60 * 60;

type SessionParams = Parameters["createSession"];

/** Checkout sessions and the payments made in them. */
export function openCheckout(billing: Billing, lifecycle: Lifecycle) {
  const { sessions, accounts, customers, now } = billing;

  /** Returns a session; one whose time is over has expired. */
  function findSession(id: string): Session {
    const found = sessions.find((session) => session.id === id);
    if (found === undefined)
      throw new StripeError({ code: "resource_missing", message: `No such checkout.session: '${id}'` }, 404);
    if (found.status === "open" && found.expiresAt <= now()) found.status = "expired";
    return found;
  }

  function checkTransfer({ payment_intent_data: data }: SessionParams, amount: number): void {
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
  function checkMode(params: SessionParams): void {
    const isRecurring = params.mode === "subscription";
    const recurring = params.line_items.filter(({ price_data }) => price_data.recurring !== undefined);
    if (isRecurring && recurring.length === 0)
      throw new StripeError({
        message: "You must provide at least one recurring price in `subscription` mode.",
      });
    if (!isRecurring && recurring.length > 0)
      throw new StripeError({ message: "You specified `payment` mode but passed a recurring price." });
    const foreign = isRecurring ? "payment_intent_data" : "subscription_data";
    if (params[foreign] !== undefined)
      throw new StripeError({
        message: `You can not pass \`${foreign}\` in \`${params.mode}\` mode.`,
        param: foreign,
      });
    if (params.customer !== undefined && params.customer_email !== undefined)
      throw new StripeError({
        message: "You may only specify one of these parameters: customer, customer_email.",
      });
    if (params.customer !== undefined) billing.customer(params.customer, "customer");
  }

  function checkExpiry(expiresAt: number): void {
    if (expiresAt < now() + MIN_LIFETIME_SECONDS)
      throw new StripeError({
        param: "expires_at",
        message: "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.",
      });
    if (expiresAt > now() + MAX_LIFETIME_SECONDS)
      throw new StripeError({
        param: "expires_at",
        message: "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.",
      });
  }

  /** Reuses the given customer or creates one. */
  function findOrCreateCustomer({ customer, customer_email: email }: SessionParams): string {
    if (customer !== undefined) return customer;
    const id = newId("cus");
    customers.set(id, { id, email: email ?? "typed@mail.example", isDeleted: false, card: null });
    return id;
  }

  function startSubscription({ params, amount }: Session, charge: Partial<Charge>) {
    const [item] = params.line_items;
    const title = item?.price_data.product_data.name ?? "";
    const product = billing.createProduct(title);
    const interval = item?.price_data.recurring?.interval ?? "month";
    const price = billing.createPrice({ product, title, unit_amount: amount, interval });
    const metadata = params.subscription_data?.metadata ?? {};
    return lifecycle.start({ customer: findOrCreateCustomer(params), price, metadata, ...charge });
  }

  return {
    session: findSession,

    createSession(params: SessionParams): Session {
      const amount = params.line_items.reduce(
        (sum, { quantity, price_data }) => sum + quantity * price_data.unit_amount,
        0,
      );
      if (amount < MIN_CENTS)
        throw new StripeError({
          code: "amount_too_small",
          message: "The Checkout Session's total amount due must add up to at least $0.50 usd",
        });
      const expiresAt = params.expires_at ?? now() + MAX_LIFETIME_SECONDS;
      checkExpiry(expiresAt);
      checkMode(params);
      checkTransfer(params, amount);
      const created: Session = {
        id: newId("cs_test"),
        params,
        amount,
        created: now(),
        expiresAt,
        status: "open",
        intentId: undefined,
        charge: undefined,
        started: undefined,
      };
      sessions.push(created);
      return created;
    },

    expireSession(id: string): Session {
      const found = findSession(id);
      if (found.status !== "open")
        throw new StripeError({
          message: `Only Checkout Sessions with a status in ["open"] can be expired. This Session has a status of \`${found.status}\`.`,
        });
      found.status = "expired";
      return found;
    },

    /** Pays a session. `force` simulates a payment in flight when the session expired. */
    pay(id: string, { force = false, ...charge }: { force?: boolean } & Partial<Charge> = {}): void {
      const found = findSession(id);
      if (found.status !== "open" && !force) throw new Error(`the session is ${found.status}`);
      found.status = "complete";
      if (found.params.mode === "subscription") {
        found.started = startSubscription(found, charge);
        found.intentId = found.started.invoice.intent?.id;
        found.charge = found.started.invoice.intent?.charge;
        return;
      }
      found.intentId = newId("pi");
      found.charge = createCharge(found.amount, charge);
    },

    /** Returns the subscription that a session started. */
    startedBy(id: string): { subscription: Subscription; invoice: Invoice } {
      const { started } = findSession(id);
      if (started === undefined) throw new Error("the session started no subscription");
      return started;
    },
  };
}
