import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { openPlanShop, type PlanShop } from "../../../testing/payments/plan-till.ts";

let till: PlanShop;
beforeAll(async () => {
  till = await openPlanShop();
});
afterAll(() => till.close());
beforeEach(() => {
  till.stripe.setDown(false);
  till.stripe.faults.length = 0;
});

const day = 24 * 60 * 60;

async function paid() {
  const purchase = till.purchase();
  await till.open(purchase);
  const { id, session_id: session } = await till.kept(purchase.reference);
  till.stripe.simulator.pay(session);
  expect(await till.lookUp(purchase.reference)).toBe("PAID");
  const { intent_id } = await till.kept(purchase.reference);
  return { reference: purchase.reference, id, session, intent: intent_id ?? "" };
}

const compare = () => till.run("reconcile-payments");

/** The last comparison, as administrators see it; their session may be over by now. */
async function latest() {
  const token = await till.logIn("admin");
  const { status, json } = await till.call("GET", "admin/reconciliations?limit=1", { token });
  expect(status).toBe(200);
  return json.body.data[0];
}

async function listed(id: string) {
  const token = await till.logIn("admin");
  const { json } = await till.call("GET", "admin/payments?limit=100", { token });
  return json.body.data.find((one: { id: string }) => one.id === id);
}

/** A charge whose fee is in a currency that Stripe gives no sensible rate of: the program cannot write that down. */
function spoil(session: string, fee = Number.MAX_SAFE_INTEGER): void {
  const { charge } = till.stripe.simulator.session(session);
  if (charge === undefined) throw new Error("nothing was charged");
  charge.fee = fee;
}

describe("a payment that fails in the daily reconciliation", () => {
  it("does not stop the others, is named, and is retried the next day", async () => {
    const [broken, refunded] = [await paid(), await paid()];
    till.context.clock.move(day);
    spoil(broken.session);
    till.stripe.simulator.createRefund({ payment_intent: refunded.intent });
    expect(await compare()).toEqual([]);
    expect(await latest()).toMatchObject({ failed: [broken.id], repaired: 1, strangers: [] });
    expect((await till.kept(refunded.reference)).state).toBe("REFUNDED");
    till.context.clock.move(20 * day);
    expect(await compare()).toEqual([]);
    expect((await latest()).failed).toEqual([broken.id]);
    spoil(broken.session, 41);
    expect(await compare()).toEqual([]);
    expect(await latest()).toMatchObject({ failed: [], repaired: 1 });
    expect((await till.kept(broken.reference)).provider_fee_cents).toBe(41);
  });

  it("is handled the same if Stripe fails for a single plan", async () => {
    const plan = await till.begun();
    const silent = await paid();
    till.stripe.simulator.createRefund({ payment_intent: silent.intent });
    // As often as it is tried, where it is listed and where it is asked about by itself.
    for (let tries = 0; tries < 6; tries += 1)
      till.stripe.faults.push({ call: "GET /v1/subscriptions/:id", fault: "in trouble" });
    expect(await compare()).toEqual([]);
    expect(await latest()).toMatchObject({ failed: [plan.id] });
    expect((await till.kept(silent.reference)).state).toBe("REFUNDED");
    expect(till.stripe.faults).toEqual([]);
    expect(await compare()).toEqual([]);
    expect((await latest()).failed).toEqual([]);
  });

  it("is distinguished from a Stripe that is down", async () => {
    const before = await latest();
    for (let count = 0; count < 6; count += 1) await paid();
    till.context.clock.move(4 * day);
    await sql`update payment set problem = 'DISPUTED' where state = 'PAID'`.execute(till.context.db);
    for (let tries = 0; tries < 40; tries += 1)
      till.stripe.faults.push({ call: "GET /v1/checkout/sessions/:id", fault: "in trouble" });
    expect(await compare()).toMatchObject([{ code: "E0048" }]);
    expect((await latest()).id).toBe(before.id);
    till.stripe.faults.length = 0;
    expect(await till.workAgain()).toEqual([]);
    expect((await latest()).failed).toEqual([]);
  });
});

describe("a late refund or dispute", () => {
  it("is found by its own date if its events were lost", async () => {
    const [back, disputed] = [await paid(), await paid()];
    till.context.clock.move(10 * day);
    expect(await compare()).toEqual([]);
    till.context.clock.move(5 * day);
    till.stripe.simulator.createRefund({ payment_intent: back.intent });
    till.stripe.simulator.dispute(disputed.intent);
    till.context.clock.move(9 * day);
    expect(await compare()).toEqual([]);
    expect((await till.kept(back.reference)).state).toBe("REFUNDED");
    expect(await till.told(back.reference)).toEqual(["paid", "refunded"]);
    expect(await till.kept(disputed.reference)).toMatchObject({ state: "PAID", problem: "DISPUTED" });
    expect((await latest()).repaired).toBe(2);
    expect(await compare()).toEqual([]);
    expect((await latest()).repaired).toBe(0);
  });

  it("is found for a later invoice, also of an ended plan", async () => {
    const owner = await till.addAccount("later");
    const { subscription } = await till.begun({ accountId: owner });
    till.toEnd(subscription.id);
    expect(await till.hear(till.lifecycle.renew(subscription.id))).toEqual([]);
    expect(await till.hear(till.lifecycle.cancelInDashboard(subscription.id))).toEqual([]);
    till.context.clock.move(20 * day);
    expect(await compare()).toEqual([]);
    const last = till.billing.invoices.findLast((one) => one.subscription === subscription.id);
    till.stripe.simulator.createRefund({ payment_intent: last?.intent?.id ?? "", amount: 400 });
    expect(await compare()).toEqual([]);
    const { data } = await till.bills(owner);
    expect(data.map(({ refunded_cents }) => refunded_cents)).toEqual([400, 0]);
  });

  it("is matched to a later invoice by its customer", async () => {
    const owner = await till.addAccount("told");
    const { subscription } = await till.begun({ accountId: owner });
    till.toEnd(subscription.id);
    expect(await till.hear(till.lifecycle.renew(subscription.id))).toEqual([]);
    const intent = till.billing.invoices.findLast((one) => one.subscription === subscription.id)?.intent;
    till.stripe.simulator.createRefund({ payment_intent: intent?.id ?? "", amount: 250 });
    const charge = { id: intent?.charge?.id, object: "charge", payment_intent: intent?.id };
    const event = till.stripe.event("charge.refunded", { ...charge, customer: subscription.customer });
    expect(await till.send(event)).toBe(200);
    expect(await till.work()).toEqual([]);
    expect((await till.bills(owner)).data[0]?.refunded_cents).toBe(250);
  });
});

describe("a partial refund on Stripe's pages", () => {
  const parts = async (reference: string) => {
    const { rows } = await sql<{ cents: number; at: string | null }>`
      select part_refunded_cents as cents, part_refunded_at as at from payment where reference = ${reference}`.execute(
      till.context.db,
    );
    return rows[0];
  };

  it("is stored and shown to administrators; the payment stays paid", async () => {
    const { id, reference, session, intent } = await paid();
    till.stripe.simulator.createRefund({ payment_intent: intent, amount: 500 });
    expect(await till.send(till.stripe.chargeEvent("charge.refunded", session))).toBe(200);
    expect(await till.work()).toEqual([]);
    expect(await till.kept(reference)).toMatchObject({ state: "PAID", problem: null });
    expect(await listed(id)).toMatchObject({ state: "PAID", amount_cents: 1_250, refunded_cents: 500 });
    till.stripe.simulator.createRefund({ payment_intent: intent, amount: 100 });
    expect(await compare()).toEqual([]);
    expect(await listed(id)).toMatchObject({ refunded_cents: 600 });
    expect(await till.told(reference)).toEqual(["paid"]);
  });

  it("is kept when the rest is refunded later, and cleared if it failed", async () => {
    const { id, reference, intent, session } = await paid();
    till.stripe.simulator.createRefund({ payment_intent: intent, amount: 500 });
    expect(await compare()).toEqual([]);
    await till.refund(reference);
    expect(await till.work()).toEqual([]);
    expect(await compare()).toEqual([]);
    expect(await parts(reference)).toMatchObject({ cents: 500 });
    expect(await listed(id)).toMatchObject({ state: "REFUNDED", refunded_cents: 1_250 });
    expect(till.stripe.simulator.session(session).charge?.amount_refunded).toBe(1_250);
    const failed = await paid();
    till.stripe.simulator.createRefund({ payment_intent: failed.intent, amount: 500 });
    expect(await compare()).toEqual([]);
    const { charge } = till.stripe.simulator.session(failed.session);
    if (charge !== undefined) charge.amount_refunded = 0;
    expect(await compare()).toEqual([]);
    expect(await parts(failed.reference)).toEqual({ cents: 0, at: null });
  });
});
