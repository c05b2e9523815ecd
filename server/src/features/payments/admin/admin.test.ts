import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { openStripeShop, type StripeShop } from "../../../testing/payments/stripe-shop.ts";

let shop: StripeShop;
let admin: string;

beforeAll(async () => {
  shop = await openStripeShop();
  admin = await shop.logIn("admin");
});
afterAll(() => shop.close());

async function openOrder(overrides: Parameters<StripeShop["buildPurchase"]>[0] = {}) {
  const purchase = shop.buildPurchase(overrides);
  await shop.openCheckout(purchase);
  const { id, session_id: session } = await shop.readPayment(purchase.reference);
  return { reference: purchase.reference, id, session };
}

async function payOrder() {
  const order = await openOrder();
  shop.stripe.simulator.pay(order.session);
  await shop.refreshState(order.reference);
  return order;
}

const list = (query = "", token = admin) => shop.call("GET", `admin/payments${query}`, { token });
const refund = (id: string, body: object = { reason: "It rained." }, token = admin) =>
  shop.call("POST", `admin/payment/${id}/refund`, { token, body });

describe("payments", () => {
  it("are visible and refundable only to administrators", async () => {
    const { id, reference } = await payOrder();
    const payer = await shop.logIn("payer");
    for (const path of ["admin/payments", "admin/reconciliations"]) {
      expect((await shop.call("GET", path)).json).toMatchObject({ code: "E0002" });
      expect((await shop.call("GET", path, { token: payer })).json).toMatchObject({ code: "E0004" });
    }
    const body = { reason: "Mine." };
    expect((await shop.call("POST", `admin/payment/${id}/refund`, { body })).json.code).toBe("E0002");
    expect((await refund(id, body, payer)).json.code).toBe("E0004");
    expect((await shop.readPayment(reference)).state).toBe("PAID");
  });

  it("are listed with payer, payee, platform fee and provider fee", async () => {
    const { id } = await payOrder();
    const { status, json } = await list("?limit=100");
    expect(status).toBe(200);
    expect(json.body.data.find((payment: { id: string }) => payment.id === id)).toMatchObject({
      kind: "PARTICIPATION",
      title: "Tide Tables",
      state: "PAID",
      problem: null,
      provider: "STRIPE",
      account: { name: "payer" },
      payee: { name: "payee" },
      is_shared: false,
      amount_cents: 1_250,
      platform_fee_cents: 88,
      provider_fee_cents: 66,
    });
    expect(JSON.stringify(json)).not.toMatch(/checkout\.stripe\.com|c=once/);
  });

  it("that need attention come first and can be filtered", async () => {
    await sql`update payment set problem = null, expires_at = now() + interval '1 day'`.execute(
      shop.context.db,
    );
    const disputed = await payOrder();
    const charge = shop.stripe.simulator.session(disputed.session).charge;
    if (charge !== undefined) charge.disputed = true;
    expect(
      await shop.postWebhook(shop.stripe.signChargeEvent("charge.dispute.created", disputed.session)),
    ).toBe(200);
    expect(await shop.runDueJobs()).toEqual([]);
    const overdue = await openOrder();
    await sql`update payment set expires_at = now() - interval '1 hour' where id = ${overdue.id}`.execute(
      shop.context.db,
    );
    await payOrder();
    const { data } = (await list()).json.body;
    const problems = data.map((payment: { problem: string | null }) => payment.problem);
    expect(new Set(problems.slice(0, 2))).toEqual(new Set(["DISPUTED", "OVERDUE"]));
    expect(problems.slice(2).every((problem: string | null) => problem === null)).toBe(true);
    expect((await list("?stuck==true")).json.body).toMatchObject({ total: 2 });
    const fine = (await list("?stuck==false&limit=100")).json.body.data;
    expect(fine.some((payment: { id: string }) => payment.id === disputed.id)).toBe(false);
  });

  it("come with the sum of all that pass the filter, whatever the page shows", async () => {
    const amounts = (await list("?state==OPEN&limit=1000")).json.body.data.map(
      (payment: { amount_cents: number }) => payment.amount_cents,
    );
    const { data, sum_cents } = (await list("?state==OPEN&limit=1")).json.body;
    expect(data).toHaveLength(1);
    expect(sum_cents).toBe(amounts.reduce((sum: number, cents: number) => sum + cents, 0));
    expect(sum_cents).toBeGreaterThan(0);
  });

  it("can be filtered by state and kind, and by nothing else", async () => {
    const { reference } = await openOrder();
    const { data } = (await list("?state==OPEN&kind==PARTICIPATION&limit=100")).json.body;
    expect(data.some((payment: { reference: string }) => payment.reference === reference)).toBe(true);
    expect(data.every((payment: { state: string }) => payment.state === "OPEN")).toBe(true);
    expect((await list("?kind==SUBSCRIPTION")).json.body).toEqual({ data: [], total: 0, sum_cents: 0 });
    expect((await list("?url==x")).json).toMatchObject({ code: "E0007" });
    expect((await list("?sortKey=amount&sortDir=ASC")).status).toBe(200);
  });
});

describe("refunds by an administrator", () => {
  it("are made once under concurrent requests, and logged", { retry: 0 }, async () => {
    const { id, reference, session } = await payOrder();
    const both = await Promise.all([refund(id), refund(id)]);
    expect(both.map(({ status, json }) => [status, json.body.state])).toEqual([
      [200, "REFUNDING"],
      [200, "REFUNDING"],
    ]);
    expect(await shop.runDueJobs()).toEqual([]);
    expect((await refund(id)).json.body).toMatchObject({ state: "REFUNDED", refund_reason: "It rained." });
    expect(shop.stripe.simulator.session(session).charge?.amount_refunded).toBe(1_250);
    expect(await shop.listHandlerCalls(reference)).toEqual(["paid", "refunded"]);
    const { rows } = await sql`
      select detail from security_event where kind = 'payment-refunded' and detail->>'payment' = ${id}`.execute(
      shop.context.db,
    );
    expect(rows).toMatchObject([{ detail: { cents: 1_250, reason: "It rained." } }]);
  });

  it("that failed at Stripe are shown and can be retried", async () => {
    const { id, reference } = await payOrder();
    shop.stripe.simulator.outcomes.push("failed");
    await refund(id);
    expect(await shop.runDueJobs()).toEqual([]);
    expect((await list("?stuck==true&limit=100")).json.body.data).toContainEqual(
      expect.objectContaining({ id, state: "REFUNDING", problem: "REFUND_FAILED" }),
    );
    shop.context.clock.move(11 * 60);
    expect(await shop.runJob("watch-payments")).toEqual([]);
    expect((await shop.readPayment(reference)).state).toBe("REFUNDING");
    await refund(id, { reason: "Again." });
    expect(await shop.runDueJobs()).toEqual([]);
    expect(await shop.readPayment(reference)).toMatchObject({ state: "REFUNDED", problem: null });
  });

  it("are rejected for open, expired and unknown payments", async () => {
    const open = await openOrder();
    expect((await refund(open.id)).json.code).toBe("E0039");
    shop.context.clock.move(31 * 60);
    await shop.refreshState(open.reference);
    admin = await shop.logIn("admin");
    expect((await refund(open.id)).json.code).toBe("E0040");
    expect((await refund("5f0e2d8a-0000-4000-8000-000000000000")).json.code).toBe("E0001");
    expect((await refund("nonsense")).json.code).toBe("E0001");
    const { id } = await payOrder();
    expect((await refund(id, { reason: " " })).json).toMatchObject({
      code: "E0007",
      errors: [{ field: "reason" }],
    });
    expect((await refund(id, {})).json).toMatchObject({ code: "E0007" });
  });
});

describe("the daily reconciliation with Stripe", () => {
  const latest = async () => {
    admin = await shop.logIn("admin");
    const { json } = await shop.call("GET", "admin/reconciliations?limit=1", { token: admin });
    return json.body.data[0];
  };

  it("repairs what webhooks missed, and reports how many", async () => {
    const silent = await openOrder();
    shop.stripe.simulator.pay(silent.session);
    const refunded = await payOrder();
    const { intent_id } = await shop.readPayment(refunded.reference);
    shop.stripe.simulator.createRefund({ payment_intent: intent_id ?? "" });
    expect(await shop.runJob("reconcile-payments")).toEqual([]);
    expect((await shop.readPayment(silent.reference)).state).toBe("PAID");
    expect((await shop.readPayment(refunded.reference)).state).toBe("REFUNDED");
    const first = await latest();
    expect(first.repaired).toBeGreaterThanOrEqual(2);
    expect(await shop.runJob("reconcile-payments")).toEqual([]);
    expect(await latest()).toMatchObject({ repaired: 0, strangers: [] });
  });

  it("reports paid checkouts without a payment, and payments unknown to Stripe", async () => {
    const stranger = shop.stripe.simulator.createSession({
      mode: "payment",
      client_reference_id: "of another shop",
      success_url: "https://other.example/",
      line_items: [
        { quantity: 1, price_data: { currency: "usd", unit_amount: 900, product_data: { name: "A hat" } } },
      ],
    });
    shop.stripe.simulator.pay(stranger.id);
    const lost = await payOrder();
    const at = shop.stripe.simulator.sessions.findIndex(({ id }) => id === lost.session);
    shop.stripe.simulator.sessions.splice(at, 1);
    expect(await shop.runJob("reconcile-payments")).toEqual([]);
    expect(await latest()).toMatchObject({ provider: "STRIPE", strangers: [stranger.id] });
    expect(await shop.readPayment(lost.reference)).toMatchObject({
      state: "PAID",
      problem: "UNKNOWN_TO_PROVIDER",
    });
    shop.stripe.simulator.sessions.splice(shop.stripe.simulator.sessions.indexOf(stranger), 1);
  });

  it("fills in a late fee, also of a payment that is weeks old", async () => {
    const late = await openOrder();
    shop.stripe.simulator.pay(late.session, { fee: null });
    await shop.refreshState(late.reference);
    expect((await shop.readPayment(late.reference)).provider_fee_cents).toBeNull();
    shop.context.clock.move(20 * 24 * 60 * 60);
    const charge = shop.stripe.simulator.session(late.session).charge;
    if (charge !== undefined) charge.fee = 41;
    expect(await shop.runJob("reconcile-payments")).toEqual([]);
    expect((await shop.readPayment(late.reference)).provider_fee_cents).toBe(41);
  });

  it("reads all pages of Stripe's list", async () => {
    const before = shop.stripe.requests.length;
    for (let count = 0; count < 101; count += 1)
      shop.stripe.simulator.createSession({
        mode: "payment",
        success_url: "https://other.example/",
        line_items: [
          { quantity: 1, price_data: { currency: "usd", unit_amount: 900, product_data: { name: "A hat" } } },
        ],
      });
    expect(await shop.runJob("reconcile-payments")).toEqual([]);
    const pages = shop.stripe.requests
      .slice(before)
      .filter(({ call }) => call === "GET /v1/checkout/sessions");
    expect(pages.length).toBeGreaterThanOrEqual(2);
  });

  it("retries if Stripe does not answer", async () => {
    shop.stripe.setDown(true);
    expect(await shop.runJob("reconcile-payments")).toMatchObject([{ code: "E0048" }]);
    shop.stripe.setDown(false);
    expect(await shop.runDelayedJobs()).toEqual([]);
  });
});

describe("the data export", () => {
  it("contains the account's payments", async () => {
    const { reference } = await payOrder();
    const token = await shop.logIn("payer");
    const { json } = await shop.call("GET", "my/data", { token });
    expect(json.body.payments.payments).toContainEqual(
      expect.objectContaining({ reference, title: "Tide Tables", amount_cents: 1_250, state: "PAID" }),
    );
  });
});
