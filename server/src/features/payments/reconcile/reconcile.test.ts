import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { openPlanShop, type PlanShop } from "../../../testing/payments/plan-shop.ts";

let shop: PlanShop;
beforeAll(async () => {
  shop = await openPlanShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.stripe.setDown(false);
  shop.stripe.faults.length = 0;
});

const day = 24 * 60 * 60;

async function payOrder() {
  const purchase = shop.buildPurchase();
  await shop.openCheckout(purchase);
  const { id, session_id: session } = await shop.readPayment(purchase.reference);
  shop.stripe.simulator.pay(session);
  expect(await shop.refreshState(purchase.reference)).toBe("PAID");
  const { intent_id } = await shop.readPayment(purchase.reference);
  return { reference: purchase.reference, id, session, intent: intent_id ?? "" };
}

const compare = () => shop.runJob("reconcile-payments");

/** The last comparison, as administrators see it; their session may be over by now. */
async function latest() {
  const token = await shop.logIn("admin");
  const { status, json } = await shop.call("GET", "admin/reconciliations?limit=1", { token });
  expect(status).toBe(200);
  return json.body.data[0];
}

async function listed(id: string) {
  const token = await shop.logIn("admin");
  const { json } = await shop.call("GET", "admin/payments?limit=100", { token });
  return json.body.data.find((payment: { id: string }) => payment.id === id);
}

/** A charge whose fee is in a currency that Stripe gives no sensible rate of: the program cannot write that down. */
function spoil(session: string, fee = Number.MAX_SAFE_INTEGER): void {
  const { charge } = shop.stripe.simulator.session(session);
  if (charge === undefined) throw new Error("nothing was charged");
  charge.fee = fee;
}

describe("a payment that fails in the daily reconciliation", () => {
  it("does not stop the others, is named, and is retried the next day", async () => {
    const [broken, refunded] = [await payOrder(), await payOrder()];
    shop.context.clock.move(day);
    spoil(broken.session);
    shop.stripe.simulator.createRefund({ payment_intent: refunded.intent });
    expect(await compare()).toEqual([]);
    expect(await latest()).toMatchObject({ failed: [broken.id], repaired: 1, strangers: [] });
    expect((await shop.readPayment(refunded.reference)).state).toBe("REFUNDED");
    shop.context.clock.move(20 * day);
    expect(await compare()).toEqual([]);
    expect((await latest()).failed).toEqual([broken.id]);
    spoil(broken.session, 41);
    expect(await compare()).toEqual([]);
    expect(await latest()).toMatchObject({ failed: [], repaired: 1 });
    expect((await shop.readPayment(broken.reference)).provider_fee_cents).toBe(41);
  });

  it("is handled the same if Stripe fails for a single plan", async () => {
    // Earlier plans are compared neither as active nor by their recent checkouts.
    await sql`update payment set ended_at = now() where subscription_id is not null`.execute(shop.context.db);
    shop.context.clock.move(20 * day);
    const plan = await shop.startSubscription();
    const silent = await payOrder();
    shop.stripe.simulator.createRefund({ payment_intent: silent.intent });
    // As often as the library retries, for the list and for the single request.
    for (let tries = 0; tries < 6; tries += 1)
      shop.stripe.faults.push({ call: "GET /v1/subscriptions/:id", fault: "in trouble" });
    expect(await compare()).toEqual([]);
    expect(await latest()).toMatchObject({ failed: [plan.id] });
    expect((await shop.readPayment(silent.reference)).state).toBe("REFUNDED");
    expect(shop.stripe.faults).toEqual([]);
    expect(await compare()).toEqual([]);
    expect((await latest()).failed).toEqual([]);
  });

  it("is distinguished from a Stripe that is down", async () => {
    const before = await latest();
    for (let count = 0; count < 6; count += 1) await payOrder();
    shop.context.clock.move(4 * day);
    await sql`update payment set problem = 'DISPUTED' where state = 'PAID'`.execute(shop.context.db);
    for (let tries = 0; tries < 40; tries += 1)
      shop.stripe.faults.push({ call: "GET /v1/checkout/sessions/:id", fault: "in trouble" });
    expect(await compare()).toMatchObject([{ code: "E0048" }]);
    expect((await latest()).id).toBe(before.id);
    shop.stripe.faults.length = 0;
    expect(await shop.runDelayedJobs()).toEqual([]);
    expect((await latest()).failed).toEqual([]);
  });
});

describe("a late refund or dispute", () => {
  it("is found by its own date if its events were lost", async () => {
    const [back, disputed] = [await payOrder(), await payOrder()];
    shop.context.clock.move(10 * day);
    expect(await compare()).toEqual([]);
    shop.context.clock.move(5 * day);
    shop.stripe.simulator.createRefund({ payment_intent: back.intent });
    shop.stripe.simulator.dispute(disputed.intent);
    shop.context.clock.move(9 * day);
    expect(await compare()).toEqual([]);
    expect((await shop.readPayment(back.reference)).state).toBe("REFUNDED");
    expect(await shop.listHandlerCalls(back.reference)).toEqual(["paid", "refunded"]);
    expect(await shop.readPayment(disputed.reference)).toMatchObject({ state: "PAID", problem: "DISPUTED" });
    expect((await latest()).repaired).toBe(2);
    expect(await compare()).toEqual([]);
    expect((await latest()).repaired).toBe(0);
  });

  it("is found for a later invoice, also of an ended plan", async () => {
    const owner = await shop.addAccount("later");
    const { subscription } = await shop.startSubscription({ accountId: owner });
    shop.advanceToPeriodEnd(subscription.id);
    expect(await shop.deliverEvents(shop.lifecycle.renew(subscription.id))).toEqual([]);
    expect(await shop.deliverEvents(shop.lifecycle.cancelInDashboard(subscription.id))).toEqual([]);
    shop.context.clock.move(20 * day);
    expect(await compare()).toEqual([]);
    const last = shop.billing.invoices.findLast((invoice) => invoice.subscription === subscription.id);
    shop.stripe.simulator.createRefund({ payment_intent: last?.intent?.id ?? "", amount: 400 });
    expect(await compare()).toEqual([]);
    const { data } = await shop.listInvoices(owner);
    expect(data.map(({ refunded_cents }) => refunded_cents)).toEqual([400, 0]);
  });

  it("is matched to a later invoice by its customer", async () => {
    const owner = await shop.addAccount("disputed");
    const { subscription } = await shop.startSubscription({ accountId: owner });
    shop.advanceToPeriodEnd(subscription.id);
    expect(await shop.deliverEvents(shop.lifecycle.renew(subscription.id))).toEqual([]);
    const intent = shop.billing.invoices.findLast(
      (invoice) => invoice.subscription === subscription.id,
    )?.intent;
    shop.stripe.simulator.createRefund({ payment_intent: intent?.id ?? "", amount: 250 });
    const charge = { id: intent?.charge?.id, object: "charge", payment_intent: intent?.id };
    const event = shop.stripe.signEvent("charge.refunded", { ...charge, customer: subscription.customer });
    expect(await shop.postWebhook(event)).toBe(200);
    expect(await shop.runDueJobs()).toEqual([]);
    expect((await shop.listInvoices(owner)).data[0]?.refunded_cents).toBe(250);
  });
});

describe("a partial refund on Stripe's pages", () => {
  const parts = async (reference: string) => {
    const { rows } = await sql<{ cents: number; at: string | null }>`
      select part_refunded_cents as cents, part_refunded_at as at from payment where reference = ${reference}`.execute(
      shop.context.db,
    );
    return rows[0];
  };

  /** Lists the partial refunds, of which statements consist. */
  const changes = async (reference: string) => {
    const { rows } = await sql<{ from: number; until: number; at: string }>`
      select r.from_cents as "from", r.until_cents as "until", r.refunded_at as at
      from payment_partial_refund r join payment y on y.id = r.payment_id where y.reference = ${reference} order by r.id`.execute(
      shop.context.db,
    );
    return rows.map(({ at, ...each }) => ({ ...each, at: new Date(at).toISOString() }));
  };

  it("is stored and shown to administrators; the payment stays paid", async () => {
    const { id, reference, session, intent } = await payOrder();
    shop.stripe.simulator.createRefund({ payment_intent: intent, amount: 500 });
    expect(await shop.postWebhook(shop.stripe.signChargeEvent("charge.refunded", session))).toBe(200);
    expect(await shop.runDueJobs()).toEqual([]);
    expect(await shop.readPayment(reference)).toMatchObject({ state: "PAID", problem: null });
    expect(await listed(id)).toMatchObject({ state: "PAID", amount_cents: 1_250, refunded_cents: 500 });
    const first = await changes(reference);
    expect(first).toMatchObject([{ from: 0, until: 500 }]);
    shop.context.clock.move(60);
    shop.stripe.simulator.createRefund({ payment_intent: intent, amount: 100 });
    expect(await compare()).toEqual([]);
    expect(await listed(id)).toMatchObject({ refunded_cents: 600 });
    const second = { from: 500, until: 600, at: shop.context.clock.now().toISOString() };
    expect(await changes(reference)).toEqual([...first, second]);
    expect(await shop.listHandlerCalls(reference)).toEqual(["paid"]);
  });

  it("is kept when the rest is refunded later, and cleared if it failed", async () => {
    const { id, reference, intent, session } = await payOrder();
    shop.stripe.simulator.createRefund({ payment_intent: intent, amount: 500 });
    expect(await compare()).toEqual([]);
    await shop.refund(reference);
    expect(await shop.runDueJobs()).toEqual([]);
    expect(await compare()).toEqual([]);
    expect(await parts(reference)).toMatchObject({ cents: 500 });
    expect(await listed(id)).toMatchObject({ state: "REFUNDED", refunded_cents: 1_250 });
    expect(shop.stripe.simulator.session(session).charge?.amount_refunded).toBe(1_250);
    const failed = await payOrder();
    shop.stripe.simulator.createRefund({ payment_intent: failed.intent, amount: 500 });
    expect(await compare()).toEqual([]);
    const { charge } = shop.stripe.simulator.session(failed.session);
    if (charge !== undefined) charge.amount_refunded = 0;
    expect(await compare()).toEqual([]);
    expect(await parts(failed.reference)).toEqual({ cents: 0, at: null });
    expect(await changes(failed.reference)).toMatchObject([
      { from: 0, until: 500 },
      { from: 500, until: 0 },
    ]);
  });
});
