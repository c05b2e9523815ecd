import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { openStripeShop, type StripeShop } from "../../../testing/payments/stripe-shop.ts";

let shop: StripeShop;

beforeAll(async () => {
  shop = await openStripeShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.shop.isSoldOut = false;
  shop.shop.isBroken = false;
  shop.stripe.setDown(false);
  shop.stripe.faults.length = 0;
});

/** An order whose checkout is open. */
async function openOrder(overrides: Parameters<StripeShop["buildPurchase"]>[0] = {}) {
  const purchase = shop.buildPurchase(overrides);
  await shop.openCheckout(purchase);
  const { reference } = purchase;
  const { id, session_id: session } = await shop.readPayment(reference);
  return { purchase, reference, id, session };
}

/** An order that is paid, and known to be. */
async function payOrder(overrides: Parameters<StripeShop["buildPurchase"]>[0] = {}) {
  const order = await openOrder(overrides);
  shop.stripe.simulator.pay(order.session);
  expect(await shop.refreshState(order.reference)).toBe("PAID");
  return order;
}

const signCompletedEvent = (session: string, overrides = {}) =>
  shop.stripe.signSessionEvent("checkout.session.completed", session, overrides);
const countRefundRequests = () =>
  shop.stripe.requests.filter(({ call }) => call === "POST /v1/refunds").length;

describe("opening a checkout", () => {
  it("creates a session with the stored parameters of the order", async () => {
    const { purchase, session, id } = await openOrder();
    const { params, amount, expiresAt } = shop.stripe.simulator.session(session);
    expect(params).toMatchObject({
      mode: "payment",
      client_reference_id: id,
      success_url: purchase.successUrl,
      payment_intent_data: { metadata: { payment_id: id } },
    });
    expect(params.payment_intent_data?.transfer_data).toBeUndefined();
    expect([amount, params.line_items[0]?.price_data.product_data.name]).toEqual([1_250, "Tide Tables"]);
    expect(expiresAt).toBeGreaterThan(purchase.expiresAt.getTime() / 1000);
  });

  it("returns the same URL to a repeat and keeps the parameters of the first call", {
    retry: 0,
  }, async () => {
    const { purchase, session } = await openOrder();
    const repeated = await shop.openCheckout({
      ...purchase,
      amountCents: 1,
      title: "Cheaper",
      successUrl: "http://x/",
    });
    expect(repeated.url).toContain(session);
    expect(shop.stripe.simulator.session(session).amount).toBe(1_250);
  });

  it("opens one session under concurrent calls", { retry: 0 }, async () => {
    const purchase = shop.buildPurchase();
    shop.stripe.gatherCalls("POST /v1/checkout/sessions", 4);
    const urls = await Promise.all([1, 2, 3, 4].map(() => shop.openCheckout(purchase)));
    expect(new Set(urls.map(({ url }) => url)).size).toBe(1);
    const { id } = await shop.readPayment(purchase.reference);
    expect(
      shop.stripe.simulator.sessions.filter(({ params }) => params.client_reference_id === id),
    ).toHaveLength(1);
  });

  it("gets the same session after being killed between Stripe's answer and storing it", {
    retry: 0,
  }, async () => {
    const purchase = shop.buildPurchase();
    await sql`
      create or replace function refuse() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`.execute(
      shop.context.db,
    );
    await sql`create or replace trigger killed before update on payment execute function refuse()`.execute(
      shop.context.db,
    );
    await expect(shop.openCheckout(purchase)).rejects.toThrow("killed");
    await sql`drop trigger killed on payment`.execute(shop.context.db);
    const before = await shop.readPayment(purchase.reference);
    expect([before.state, before.url]).toEqual(["OPENING", null]);
    shop.context.clock.move(60);
    const { url } = await shop.openCheckout(purchase);
    const sessions = shop.stripe.simulator.sessions.filter(
      ({ params }) => params.client_reference_id === before.id,
    );
    expect(sessions.map(({ id }) => url.includes(id))).toEqual([true]);
  });

  it("gets the same session if Stripe's answer was lost", async () => {
    const purchase = shop.buildPurchase();
    shop.stripe.faults.push({ call: "POST /v1/checkout/sessions", fault: "unanswered" });
    const { url } = await shop.openCheckout(purchase);
    const { id } = await shop.readPayment(purchase.reference);
    const sessions = shop.stripe.simulator.sessions.filter(({ params }) => params.client_reference_id === id);
    expect(sessions.map((session) => url.includes(session.id))).toEqual([true]);
  });

  it("fails with E0048 while Stripe does not answer, and can be retried", async () => {
    const purchase = shop.buildPurchase();
    shop.stripe.setDown(true);
    await expect(shop.openCheckout(purchase)).rejects.toMatchObject({ code: "E0048" });
    expect(await shop.refreshState(purchase.reference)).toBe("OPEN");
    shop.stripe.setDown(false);
    expect((await shop.openCheckout(purchase)).url).toContain("https://checkout.stripe.com/");
  });

  it("fails with E0040 if it expired before it was opened", async () => {
    const purchase = shop.buildPurchase();
    shop.stripe.setDown(true);
    await expect(shop.openCheckout(purchase)).rejects.toMatchObject({ code: "E0048" });
    shop.stripe.setDown(false);
    shop.context.clock.move(31 * 60);
    expect(await shop.runJob("watch-payments")).toEqual([]);
    expect(await shop.listHandlerCalls(purchase.reference)).toEqual(["expired"]);
    await expect(shop.openCheckout(purchase)).rejects.toMatchObject({ code: "E0040" });
  });

  it("fails with E0038 for a kind of order without a handler", async () => {
    shop.registerShopFor("PARTICIPATION");
    await expect(shop.openCheckout(shop.buildPlanPurchase())).rejects.toMatchObject({ code: "E0038" });
    shop.registerShopFor("PARTICIPATION", "SUBSCRIPTION");
  });

  it("stores the return URLs encrypted, because they contain a one-time code, and only while they are needed", async () => {
    const waiting = shop.buildPurchase();
    shop.stripe.setDown(true);
    await expect(shop.openCheckout(waiting)).rejects.toThrow();
    shop.stripe.setDown(false);
    const { reference } = await openOrder();
    const { rows } = await sql<{ reference: string; kept: string | null; whole: string }>`
      select reference, encode(ways_back, 'escape') as kept, p::text as whole from payment p
      where reference in (${waiting.reference}, ${reference})`.execute(shop.context.db);
    for (const row of rows) expect(`${row.kept} ${row.whole}`).not.toContain("c=once");
    expect(rows.find((row) => row.reference === reference)?.kept).toBeNull();
    expect(rows.find((row) => row.reference === waiting.reference)?.kept).not.toBeNull();
  });
});

describe("syncing a payment", () => {
  it("applies a look-up in one transaction", async () => {
    const { reference } = await payOrder();
    expect(await shop.listHandlerCalls(reference)).toEqual(["paid"]);
    expect(await shop.readPayment(reference)).toMatchObject({
      state: "PAID",
      provider_fee_cents: 66,
      problem: null,
    });
  });

  it("returns nothing for an order without a checkout", async () => {
    expect(await shop.refreshState("nothing")).toBeUndefined();
  });

  it("applies a webhook before or after the browser returns", async () => {
    const { reference, session } = await openOrder();
    shop.stripe.simulator.pay(session);
    expect(await shop.postWebhook(signCompletedEvent(session))).toBe(200);
    expect(await shop.runDueJobs()).toEqual([]);
    expect(await shop.listHandlerCalls(reference)).toEqual(["paid"]);
    expect(await shop.refreshState(reference)).toBe("PAID");
    expect(await shop.listHandlerCalls(reference)).toEqual(["paid"]);
  });

  it("applies concurrent look-ups and webhooks once", { retry: 0 }, async () => {
    const { reference, session } = await openOrder();
    shop.stripe.simulator.pay(session);
    const event = signCompletedEvent(session);
    const all = await Promise.all([
      shop.refreshState(reference),
      shop.refreshState(reference),
      shop.postWebhook(event),
      shop.postWebhook(event),
      shop.postWebhook(signCompletedEvent(session)),
    ]);
    expect(all).toEqual(["PAID", "PAID", 200, 200, 200]);
    expect(await shop.runDueJobs()).toEqual([]);
    expect(await shop.listHandlerCalls(reference)).toEqual(["paid"]);
  });

  it("stores a repeated event once, without card or personal data", { retry: 0 }, async () => {
    const { session } = await payOrder();
    const event = signCompletedEvent(session);
    for (let times = 0; times < 3; times += 1) expect(await shop.postWebhook(event)).toBe(200);
    await shop.postWebhook(shop.stripe.signChargeEvent("charge.refunded", session));
    const { rows } = await sql<{ type: string; whole: string }>`
      select type, e::text as whole from payment_event e where told::text like ${`%${session}%`}`.execute(
      shop.context.db,
    );
    expect(rows.map(({ type }) => type)).toEqual(["checkout.session.completed"]);
    const all = await sql<{
      whole: string;
    }>`select string_agg(e::text, ' ') as whole from payment_event e`.execute(shop.context.db);
    expect(all.rows[0]?.whole).not.toMatch(/last4|"4242"|visa|payer@mail|Brandt|Xt5E/);
    expect(await shop.runDueJobs()).toEqual([]);
  });

  it("applies Stripe's current state in whatever order events arrive", async () => {
    const { reference, session } = await openOrder();
    const early = shop.stripe.signSessionEvent("checkout.session.expired", session);
    shop.stripe.simulator.pay(session);
    expect(await shop.postWebhook(signCompletedEvent(session))).toBe(200);
    expect(await shop.postWebhook(early)).toBe(200);
    expect(await shop.runDueJobs()).toEqual([]);
    expect(await shop.listHandlerCalls(reference)).toEqual(["paid"]);
  });

  it("accepts a webhook that arrives before the opening was stored", async () => {
    const { reference, session, id } = await openOrder();
    await sql`update payment set state = 'OPENING', session_id = null, url = null where id = ${id}`.execute(
      shop.context.db,
    );
    shop.stripe.simulator.pay(session);
    expect(await shop.postWebhook(signCompletedEvent(session))).toBe(200);
    expect(await shop.runDueJobs()).toEqual([]);
    expect(await shop.readPayment(reference)).toMatchObject({ state: "PAID", session_id: session });
  });

  it("retries after Stripe did not answer the job", async () => {
    const { reference, session } = await openOrder();
    shop.stripe.simulator.pay(session);
    shop.stripe.setDown(true);
    expect(await shop.postWebhook(signCompletedEvent(session))).toBe(200);
    expect(await shop.runDueJobs()).toMatchObject([{ code: "E0048" }]);
    await expect(shop.refreshState(reference)).rejects.toMatchObject({ code: "E0048" });
    shop.stripe.setDown(false);
    expect(await shop.runDelayedJobs()).toEqual([]);
    expect(await shop.listHandlerCalls(reference)).toEqual(["paid"]);
  });

  it("stores nothing if the order handler fails, and retries", async () => {
    const { reference, session } = await openOrder();
    shop.stripe.simulator.pay(session);
    shop.shop.isBroken = true;
    await expect(shop.refreshState(reference)).rejects.toThrow("the shop is broken");
    expect([await shop.listHandlerCalls(reference), (await shop.readPayment(reference)).state]).toEqual([
      [],
      "OPEN",
    ]);
    shop.shop.isBroken = false;
    expect(await shop.refreshState(reference)).toBe("PAID");
    expect(await shop.listHandlerCalls(reference)).toEqual(["paid"]);
  });

  it("finds payments without a webhook by polling", async () => {
    const { reference, session } = await openOrder();
    shop.stripe.simulator.pay(session);
    shop.context.clock.move(11 * 60);
    expect(await shop.runJob("watch-payments")).toEqual([]);
    expect(await shop.listHandlerCalls(reference)).toEqual(["paid"]);
  });

  it("does not fulfil an order if another amount was charged", async () => {
    const { reference, session } = await openOrder();
    shop.stripe.simulator.pay(session);
    shop.stripe.simulator.session(session).amount = 50;
    expect(await shop.refreshState(reference)).toBe("EXPIRED");
    expect(await shop.readPayment(reference)).toMatchObject({ state: "EXPIRED", problem: "AMOUNT_DIFFERS" });
    expect(await shop.postWebhook(signCompletedEvent(session))).toBe(200);
    expect(await shop.runDueJobs()).toEqual([]);
    expect(await shop.listHandlerCalls(reference)).toEqual(["expired"]);
  });

  it("converts the fee to dollars if the platform is settled in another currency", async () => {
    const { reference, session } = await openOrder();
    shop.stripe.simulator.pay(session, { fee: 60, feeCurrency: "eur", exchangeRate: 0.8 });
    await shop.refreshState(reference);
    expect((await shop.readPayment(reference)).provider_fee_cents).toBe(75);
  });
});

describe("an expired checkout", () => {
  it("is closed at Stripe, so that it can no longer be paid", async () => {
    const { reference, session } = await openOrder();
    shop.context.clock.move(30 * 60);
    expect(await shop.runJob("watch-payments")).toEqual([]);
    expect(shop.stripe.simulator.session(session).status).toBe("expired");
    expect(await shop.listHandlerCalls(reference)).toEqual(["expired"]);
    expect(await shop.refreshState(reference)).toBe("EXPIRED");
    expect(await shop.runJob("watch-payments")).toEqual([]);
    expect(await shop.listHandlerCalls(reference)).toEqual(["expired"]);
  });

  it("expires if Stripe does not know it, and administrators see that", async () => {
    const { reference, session } = await openOrder();
    const { sessions } = shop.stripe.simulator;
    sessions.splice(
      sessions.findIndex(({ id }) => id === session),
      1,
    );
    expect(await shop.refreshState(reference)).toBe("OPEN");
    shop.context.clock.move(30 * 60);
    expect(await shop.runJob("watch-payments")).toEqual([]);
    expect(await shop.readPayment(reference)).toMatchObject({
      state: "EXPIRED",
      problem: "UNKNOWN_TO_PROVIDER",
    });
    expect(await shop.listHandlerCalls(reference)).toEqual(["expired"]);
  });

  it("counts as paid if the payment was made at the last moment", async () => {
    const { reference, session } = await openOrder();
    shop.context.clock.move(29 * 60);
    shop.stripe.simulator.pay(session);
    shop.context.clock.move(2 * 60);
    expect(await shop.refreshState(reference)).toBe("PAID");
    expect(await shop.listHandlerCalls(reference)).toEqual(["paid"]);
  });

  it("is refunded automatically if the payment arrives late and nothing is left", async () => {
    const { reference, session } = await openOrder();
    shop.context.clock.move(31 * 60);
    expect(await shop.refreshState(reference)).toBe("EXPIRED");
    shop.stripe.simulator.pay(session, { force: true });
    shop.shop.isSoldOut = true;
    expect(await shop.postWebhook(signCompletedEvent(session))).toBe(200);
    expect(await shop.runDueJobs()).toEqual([]);
    expect(await shop.listHandlerCalls(reference)).toEqual(["expired", "paid", "refunded"]);
    expect(await shop.readPayment(reference)).toMatchObject({ state: "REFUNDED" });
  });
});

describe("refunds", () => {
  it("are made automatically for sold-out orders", async () => {
    shop.shop.isSoldOut = true;
    const { reference, session } = await openOrder();
    shop.stripe.simulator.pay(session);
    expect(await shop.refreshState(reference)).toBe("REFUNDED");
    expect(await shop.runDueJobs()).toEqual([]);
    expect(await shop.listHandlerCalls(reference)).toEqual(["paid", "refunded"]);
    expect(shop.stripe.simulator.session(session).charge?.amount_refunded).toBe(1_250);
  });

  it("are made once under concurrent and repeated requests", { retry: 0 }, async () => {
    const { reference, session } = await payOrder();
    await Promise.all([shop.refund(reference), shop.refund(reference)]);
    expect(await shop.runDueJobs()).toEqual([]);
    await shop.refund(reference);
    expect(await shop.runDueJobs()).toEqual([]);
    const { intent_id } = await shop.readPayment(reference);
    expect(
      shop.stripe.simulator.refunds.filter((refund) => refund.payment_intent === intent_id),
    ).toHaveLength(1);
    expect(shop.stripe.simulator.session(session).charge?.amount_refunded).toBe(1_250);
    expect(await shop.listHandlerCalls(reference)).toEqual(["paid", "refunded"]);
  });

  it("are looked up if Stripe's answer was lost, also after it has forgotten the idempotency key", async () => {
    const { reference } = await payOrder();
    for (let tries = 0; tries < 3; tries += 1)
      shop.stripe.faults.push({ call: "POST /v1/refunds", fault: tries === 0 ? "unanswered" : "lost" });
    await shop.refund(reference);
    expect(await shop.runDueJobs()).toMatchObject([{ code: "E0048" }]);
    const before = countRefundRequests();
    shop.context.clock.move(2 * 24 * 60 * 60);
    expect(await shop.runDelayedJobs()).toEqual([]);
    expect(countRefundRequests()).toBe(before);
    expect(await shop.listHandlerCalls(reference)).toEqual(["paid", "refunded"]);
  });

  it("do nothing for an unpaid order", async () => {
    const { reference } = await openOrder();
    const before = countRefundRequests();
    await shop.refund(reference);
    expect(await shop.runDueJobs()).toEqual([]);
    expect([countRefundRequests(), (await shop.readPayment(reference)).state]).toEqual([before, "OPEN"]);
  });

  it("wait while Stripe has them pending", async () => {
    const { reference, session } = await payOrder();
    shop.stripe.simulator.outcomes.push("pending");
    await shop.refund(reference);
    expect(await shop.runDueJobs()).toEqual([]);
    expect((await shop.readPayment(reference)).state).toBe("REFUNDING");
    for (const refund of shop.stripe.simulator.refunds) refund.status = "succeeded";
    expect(await shop.postWebhook(shop.stripe.signChargeEvent("charge.refunded", session))).toBe(200);
    expect(await shop.runDueJobs()).toEqual([]);
    expect(await shop.listHandlerCalls(reference)).toEqual(["paid", "refunded"]);
  });

  it("that fail later are reported", async () => {
    const { reference, session } = await payOrder();
    const { intent_id } = await shop.readPayment(reference);
    shop.stripe.simulator.outcomes.push("pending");
    await shop.refund(reference);
    expect(await shop.runDueJobs()).toEqual([]);
    const createdRefund = shop.stripe.simulator.refunds.find((refund) => refund.payment_intent === intent_id);
    const charge = shop.stripe.simulator.session(session).charge;
    if (createdRefund === undefined || charge === undefined) throw new Error("nothing was refunded");
    createdRefund.status = "failed";
    charge.amount_refunded = 0;
    shop.context.clock.move(11 * 60);
    expect(await shop.runJob("watch-payments")).toEqual([]);
    expect(await shop.readPayment(reference)).toMatchObject({ state: "REFUNDING", problem: "REFUND_FAILED" });
    expect(await shop.listHandlerCalls(reference)).toEqual(["paid"]);
  });

  it("are noticed if made on Stripe's pages", async () => {
    const { reference, session } = await payOrder();
    const { intent_id } = await shop.readPayment(reference);
    shop.stripe.simulator.createRefund({ payment_intent: intent_id ?? "" });
    expect(await shop.postWebhook(shop.stripe.signChargeEvent("charge.refunded", session))).toBe(200);
    expect(await shop.runDueJobs()).toEqual([]);
    expect(await shop.listHandlerCalls(reference)).toEqual(["paid", "refunded"]);
  });
});

describe("a webhook", () => {
  const counted = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from payment_event`.execute(
      shop.context.db,
    );
    return rows[0]?.count;
  };

  it("is accepted only with Stripe's signature", async () => {
    const { reference, session } = await openOrder();
    shop.stripe.simulator.pay(session);
    const before = await counted();
    const { payload, signature } = signCompletedEvent(session);
    expect(await shop.postWebhook({ payload, signature: undefined })).toBe(400);
    expect(await shop.postWebhook({ payload, signature: "t=1,v1=00" })).toBe(400);
    expect(await shop.postWebhook({ payload: payload.replace("completed", "expired"), signature })).toBe(400);
    expect(await shop.postWebhook(signCompletedEvent(session, { secret: "whsec_other" }))).toBe(400);
    expect(await shop.postWebhook({ payload: "no json", signature })).toBe(400);
    expect(await shop.postWebhook({ payload: "", signature })).toBe(400);
    expect(await counted()).toBe(before);
    expect(await shop.listHandlerCalls(reference)).toEqual([]);
  });

  it("is rejected when replayed after minutes", async () => {
    const { session } = await openOrder();
    const event = signCompletedEvent(session);
    shop.context.clock.move(301);
    expect(await shop.postWebhook(event)).toBe(400);
  });

  it("for an unknown object is accepted and ignored", async () => {
    const event = shop.stripe.signEvent("checkout.session.completed", {
      id: "cs_test_of_another",
      object: "checkout.session",
      client_reference_id: "their own",
    });
    expect(await shop.postWebhook(event)).toBe(200);
    expect(
      await shop.postWebhook(shop.stripe.signEvent("customer.created", { id: "cus_1", object: "customer" })),
    ).toBe(200);
    expect(await shop.runDueJobs()).toEqual([]);
  });

  it("whose job died is processed by polling", async () => {
    const { reference, session } = await openOrder();
    shop.stripe.simulator.pay(session);
    await shop.postWebhook(signCompletedEvent(session));
    await sql`delete from graphile_worker._private_jobs`.execute(shop.context.db);
    shop.context.clock.move(11 * 60);
    expect(await shop.runJob("watch-payments")).toEqual([]);
    expect(await shop.listHandlerCalls(reference)).toEqual(["paid"]);
  });
});
