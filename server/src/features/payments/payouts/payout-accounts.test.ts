import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectSecret } from "../../../testing/payments/stripe.ts";
import { openStripeShop, type StripeShop } from "../../../testing/payments/stripe-shop.ts";

let shop: StripeShop;
let token: string;

beforeAll(async () => {
  shop = await openStripeShop();
  token = await shop.logIn("payee");
});
afterAll(() => shop.close());

const getAccount = async () => (await shop.call("GET", "my/payout-account", { token })).json.body;
const startOnboarding = () => shop.call("POST", "my/payout-account", { token });

/** The publisher's one account with Stripe. */
function account() {
  const [found, ...others] = [...shop.stripe.simulator.accounts];
  if (found === undefined || others.length > 0) throw new Error(`${others.length} accounts too many`);
  const [id, stored] = found;
  return { id, stored };
}

async function payOrder() {
  const purchase = shop.buildPurchase();
  await shop.openCheckout(purchase);
  const { reference } = purchase;
  const { session_id: session } = await shop.readPayment(reference);
  shop.stripe.simulator.pay(session);
  await shop.refreshState(reference);
  return { reference, session, params: shop.stripe.simulator.session(session).params };
}

describe("a payout account", () => {
  it("requires a session", async () => {
    expect((await shop.call("GET", "my/payout-account")).json.code).toBe("E0002");
    expect((await shop.call("POST", "my/payout-account")).json.code).toBe("E0002");
  });

  it("is created once under repeated and concurrent requests", { retry: 0 }, async () => {
    expect(await getAccount()).toEqual({
      provider: "STRIPE",
      state: "NONE",
      missing: [],
      is_verifying: false,
      deadline: null,
      pays_out: null,
    });
    const both = await Promise.all([startOnboarding(), startOnboarding()]);
    const { id } = account();
    for (const { status, json } of [...both, await startOnboarding()])
      expect([status, json.body.url.startsWith(`https://connect.stripe.com/setup/e/${id}/`)]).toEqual([
        200,
        true,
      ]);
    expect(await getAccount()).toMatchObject({ provider: "STRIPE", state: "STARTED" });
  });

  it("says in plain words what Stripe still requires, and until when", async () => {
    const { stored } = account();
    expect(await getAccount()).toMatchObject({
      missing: ["IDENTITY", "BANK_ACCOUNT", "BUSINESS", "TERMS"],
      deadline: null,
      pays_out: false,
    });
    const requirements = stored.requirements ?? [];
    stored.requirements = [
      "company.owners_provided",
      "person_1Ab.verification.additional_document",
      "person_1Ab.relationship.title",
      "individual.address.city",
      "business_profile.url",
      "individual.email",
      "interactive.quiz",
    ];
    stored.deadline = 1_800_000_000;
    expect(await getAccount()).toMatchObject({
      missing: ["ADDRESS", "CONTACT", "DOCUMENT", "BUSINESS_PROFILE", "PEOPLE", "OTHER"],
      deadline: "2027-01-15T08:00:00.000Z",
    });
    stored.requirements = requirements;
    delete stored.deadline;
  });

  it("receives nothing while onboarding is incomplete", async () => {
    expect((await payOrder()).params.payment_intent_data?.transfer_data).toBeUndefined();
  });

  it("receives the amount minus the fee once Stripe reports it complete", async () => {
    const { id, stored } = account();
    stored.transfers = "active";
    expect(await shop.postWebhook(shop.stripe.signEvent("account.updated", { id, object: "account" }))).toBe(
      200,
    );
    expect(await shop.runDueJobs()).toEqual([]);
    expect(await getAccount()).toMatchObject({ provider: "STRIPE", state: "READY" });
    expect((await payOrder()).params.payment_intent_data).toMatchObject({
      application_fee_amount: 88,
      transfer_data: { destination: id },
    });
  });

  it("returns its share with a refund, and the platform its fee", async () => {
    const { reference } = await payOrder();
    await shop.refund(reference);
    expect(await shop.runDueJobs()).toEqual([]);
    expect((await shop.readPayment(reference)).state).toBe("REFUNDED");
    const sent = shop.stripe.requests.findLast(({ call }) => call === "POST /v1/refunds")?.sent ?? "";
    expect(sent).toContain("reverse_transfer=true");
    expect(sent).toContain("refund_application_fee=true");
  });

  it("receives nothing once Stripe restricts it", async () => {
    const { id, stored } = account();
    stored.transfers = "inactive";
    expect(await shop.postWebhook(shop.stripe.signEvent("account.updated", { id, object: "account" }))).toBe(
      200,
    );
    expect(await shop.runDueJobs()).toEqual([]);
    expect((await payOrder()).params.payment_intent_data?.transfer_data).toBeUndefined();
  });

  it("is synced when its owner views it, and daily, because Stripe may restrict it later", async () => {
    const { stored } = account();
    stored.transfers = "active";
    expect((await getAccount()).state).toBe("READY");
    stored.transfers = "inactive";
    expect((await getAccount()).state).toBe("STARTED");
    stored.transfers = "active";
    expect((await getAccount()).state).toBe("READY");
    shop.stripe.setDown(true);
    expect((await getAccount()).state).toBe("READY");
    shop.stripe.setDown(false);
    stored.transfers = "inactive";
    expect(await shop.runJob("reconcile-payments")).toEqual([]);
    expect((await payOrder()).params.payment_intent_data?.transfer_data).toBeUndefined();
  });

  it("that was restricted just before a purchase does not block it: the platform collects", async () => {
    const { id, stored } = account();
    stored.transfers = "active";
    expect((await getAccount()).state).toBe("READY");
    const before = shop.buildPurchase();
    shop.stripe.setDown(true);
    await expect(shop.openCheckout(before)).rejects.toMatchObject({ code: "E0048", retryAfter: 5 });
    shop.stripe.setDown(false);
    stored.transfers = "inactive";
    const urls = await Promise.all([1, 2, 3].map(() => shop.openCheckout(before)));
    expect(new Set(urls.map(({ url }) => url)).size).toBe(1);
    const { session_id: session } = await shop.readPayment(before.reference);
    expect(shop.stripe.simulator.session(session).params.payment_intent_data?.transfer_data).toBeUndefined();
    shop.stripe.simulator.pay(session);
    expect(await shop.refreshState(before.reference)).toBe("PAID");
    const refused = shop.stripe.requests.length;
    expect((await payOrder()).params.payment_intent_data?.application_fee_amount).toBeUndefined();
    const further = shop.stripe.requests.slice(refused);
    expect(further.filter(({ call }) => call === "POST /v1/checkout/sessions")).toHaveLength(1);
    await shop.refund(before.reference);
    expect(await shop.runDueJobs()).toEqual([]);
    expect((await shop.readPayment(before.reference)).state).toBe("REFUNDED");
    shop.stripe.simulator.accounts.delete(id);
    expect((await getAccount()).state).toBe("STARTED");
    shop.stripe.simulator.accounts.set(id, stored);
  });

  it("is reported by a webhook endpoint with its own secret", async () => {
    const { id, stored } = account();
    stored.transfers = "active";
    const event = shop.stripe.signEvent(
      "account.updated",
      { id, object: "account" },
      { secret: connectSecret },
    );
    expect(await shop.postWebhook(event)).toBe(200);
    expect(await shop.runDueJobs()).toEqual([]);
    expect((await payOrder()).params.payment_intent_data?.transfer_data).toEqual({ destination: id });
    const forged = shop.stripe.signEvent("account.updated", { id, object: "account" }, { secret: "whsec_x" });
    expect(await shop.postWebhook(forged)).toBe(400);
  });

  it("cannot be created while Stripe does not answer", async () => {
    shop.stripe.setDown(true);
    expect((await startOnboarding()).json.code).toBe("E0048");
    shop.stripe.setDown(false);
  });
});
