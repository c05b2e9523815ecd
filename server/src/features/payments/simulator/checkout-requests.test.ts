import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStripe, type StripeEdge, stripeKey } from "../../../testing/payments/stripe.ts";

let edge: StripeEdge;
let stripe: Stripe;

beforeAll(async () => {
  edge = await openStripe();
  stripe = clientOf(stripeKey);
});
afterAll(() => edge.close());

function clientOf(key: string): Stripe {
  const { hostname, port } = new URL(edge.url);
  return new Stripe(key, { protocol: "http", host: hostname, port, maxNetworkRetries: 0, telemetry: false });
}

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

function sessionParams(overrides: object = {}, cents = 900): Stripe.Checkout.SessionCreateParams {
  return {
    mode: "payment",
    success_url: "https://shop.example/",
    line_items: [
      { quantity: 1, price_data: { currency: "usd", unit_amount: cents, product_data: { name: "A hat" } } },
    ],
    ...overrides,
  };
}
const createSession = (overrides: object = {}, cents?: number) =>
  stripe.checkout.sessions.create(sessionParams(overrides, cents));

async function paidIntent(overrides: object = {}): Promise<string> {
  const { id } = await createSession(overrides);
  edge.simulator.pay(id);
  return edge.simulator.session(id).intentId ?? "";
}

/** Tests of payments are only as reliable as the simulator's validation. */
describe("the Stripe simulator", () => {
  it("rejects invalid keys, other API versions and unknown endpoints", async () => {
    await expect(clientOf("sk_test_other").checkout.sessions.create(sessionParams())).rejects.toMatchObject({
      statusCode: 401,
      type: "StripeAuthenticationError",
    });
    const old = await fetch(`${edge.url}/v1/checkout/sessions`, {
      headers: { authorization: `Bearer ${stripeKey}`, "stripe-version": "2020-08-27" },
    });
    expect(old.status).toBe(400);
    await expect(stripe.customers.create({})).rejects.toMatchObject({ statusCode: 404 });
  });

  it.each([
    ["an unknown parameter", { surprise: "1" }, "parameter_unknown", "surprise"],
    [
      "one that this version no longer has",
      { payment_method_types: ["card"] },
      "parameter_unknown",
      "payment_method_types",
    ],
    [
      "an unknown one within another",
      { payment_intent_data: { tip: 1 } },
      "parameter_unknown",
      "payment_intent_data[tip]",
    ],
    ["no address to lead back to", { success_url: undefined }, "parameter_missing", "success_url"],
    ["an address that is none", { success_url: "shop" }, "parameter_invalid", "success_url"],
    ["a time that is no number", { expires_at: "soon" }, "parameter_invalid", "expires_at"],
    [
      "a fee that is no whole number",
      { payment_intent_data: { application_fee_amount: 1.5 } },
      "parameter_invalid",
      "payment_intent_data[application_fee_amount]",
    ],
  ])("refuses %s, and names it", async (_what, overrides, code, param) => {
    await expect(createSession(overrides)).rejects.toMatchObject({ statusCode: 400, code, param });
  });

  it("rejects amounts below fifty cents, fractions of cents, and expiry times out of range", async () => {
    await expect(createSession({}, 49)).rejects.toMatchObject({ code: "amount_too_small" });
    await expect(createSession({}, 900.5)).rejects.toMatchObject({ code: "parameter_invalid" });
    await expect(createSession({ expires_at: inSeconds(29 * 60) })).rejects.toMatchObject({
      param: "expires_at",
    });
    await expect(createSession({ expires_at: inSeconds(25 * 60 * 60) })).rejects.toMatchObject({
      param: "expires_at",
    });
    await expect(createSession({ expires_at: inSeconds(31 * 60) })).resolves.toMatchObject({
      status: "open",
    });
  });

  it("rejects a reused idempotency key, and returns the same to a repeat", { retry: 0 }, async () => {
    const once = (cents: number) =>
      stripe.checkout.sessions.create(sessionParams({}, cents), { idempotencyKey: "hat" });
    const first = await once(900);
    expect((await once(900)).id).toBe(first.id);
    await expect(once(901)).rejects.toMatchObject({ statusCode: 400, type: "StripeIdempotencyError" });
  });

  it("rejects transfers to restricted accounts, and fees without a transfer", async () => {
    const { id } = await stripe.accounts.create({
      type: "express",
      capabilities: { transfers: { requested: true } },
    });
    const share = { transfer_data: { destination: id } };
    await expect(createSession({ payment_intent_data: share })).rejects.toMatchObject({
      code: "insufficient_capabilities_for_transfer",
    });
    edge.simulator.account(id).transfers = "active";
    await expect(
      createSession({ payment_intent_data: { ...share, application_fee_amount: 901 } }),
    ).rejects.toThrow("fee");
    await expect(createSession({ payment_intent_data: { application_fee_amount: 1 } })).rejects.toThrow(
      "connected",
    );
    await expect(stripe.accounts.retrieve("acct_none")).rejects.toMatchObject({ statusCode: 403 });
  });

  it("rejects refunds beyond the rest, repeated refunds, and reversals without a transfer", {
    retry: 0,
  }, async () => {
    const payment_intent = await paidIntent();
    await expect(stripe.refunds.create({ payment_intent, amount: 901 })).rejects.toMatchObject({
      param: "amount",
    });
    await expect(stripe.refunds.create({ payment_intent, reverse_transfer: true })).rejects.toThrow(
      "transfer",
    );
    await stripe.refunds.create({ payment_intent, amount: 500 });
    await expect(stripe.refunds.create({ payment_intent, amount: 401 })).rejects.toMatchObject({
      param: "amount",
    });
    await expect(stripe.refunds.create({ payment_intent })).resolves.toMatchObject({ amount: 400 });
    await expect(stripe.refunds.create({ payment_intent })).rejects.toMatchObject({
      code: "charge_already_refunded",
    });
    await expect(stripe.refunds.create({ payment_intent: "pi_none" })).rejects.toMatchObject({
      code: "resource_missing",
    });
  });

  it("expires only open sessions, and expands only what is expandable", async () => {
    const { id } = await createSession();
    await stripe.checkout.sessions.expire(id);
    await expect(stripe.checkout.sessions.expire(id)).rejects.toThrow("can be expired");
    await expect(stripe.checkout.sessions.retrieve(id, { expand: ["card"] })).rejects.toThrow("expanded");
    await expect(stripe.checkout.sessions.retrieve("cs_none")).rejects.toMatchObject({
      code: "resource_missing",
    });
  });
});
