import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { openPlanShop, type PlanShop } from "../../../testing/payments/plan-shop.ts";

let shop: PlanShop;
let admin: string;

beforeAll(async () => {
  shop = await openPlanShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.stripe.setDown(false);
  admin = await shop.logIn("admin");
});

type Shown = { id: string; state: string; bills: ShownBill[] };
type ShownBill = { id: string; refund: string | null; ends_plan: boolean; refunded_cents: number };

/** A plan that was paid for so many months, and its bills by their ids, the latest first. */
async function renewed(months: number) {
  const accountId = await shop.addAccount(crypto.randomUUID());
  const order = await shop.startSubscription({ accountId });
  for (let month = 1; month < months; month += 1) {
    shop.advanceToPeriodEnd(order.subscription.id);
    expect(await shop.deliverEvents(shop.lifecycle.renew(order.subscription.id))).toEqual([]);
  }
  admin = await shop.logIn("admin");
  const { data } = await shop.listInvoices(accountId);
  return { ...order, bills: data.map(({ id }) => id) };
}

const readShown = async (payment: string): Promise<Shown> => {
  const { json } = await shop.call("GET", "admin/payments?limit=1000", { token: admin });
  return json.body.data.find(({ id }: Shown) => id === payment);
};
const refund = (bill = "", body: object = {}, token: string | undefined = admin) =>
  shop.call("POST", `admin/bill/${bill}/refund`, {
    ...(token !== undefined && { token }),
    body: { reason: "A mistake.", ...body },
  });
const refundsOf = async (payment: string) => {
  const { rows } = await sql<{ detail: object }>`
    select detail from security_event where kind = 'payment-refunded' and detail->>'payment' = ${payment} order by id`.execute(
    shop.context.db,
  );
  return rows.map(({ detail }) => detail);
};

describe("invoices of a payment", () => {
  it("are shown with period and state, the latest first; only the latest ends the plan", async () => {
    const { id, bills } = await renewed(3);
    const payment = await readShown(id);
    expect(payment.bills).toMatchObject([
      { id: bills[0], amount_cents: 1_000, state: "PAID", refund: null, ends_plan: true, period: "MONTH" },
      { id: bills[1], ends_plan: false },
      { id: bills[2], ends_plan: false },
    ]);
  });
});

describe("an invoice refunded by an administrator", () => {
  it("of the latest period ends the plan, once under concurrent requests, and is logged", {
    retry: 0,
  }, async () => {
    const { id, reference, subscription, bills } = await renewed(3);
    const [last = ""] = bills;
    const both = await Promise.all([refund(last, { ends_plan: true }), refund(last, { ends_plan: true })]);
    expect(both.map(({ status, json }) => [status, json.body.bills[0].refund])).toEqual([
      [200, "REFUNDING"],
      [200, "REFUNDING"],
    ]);
    expect(await shop.runDueJobs()).toEqual([]);
    const payment = await readShown(id);
    expect(payment).toMatchObject({
      state: "REFUNDED",
      bills: [{ refund: "REFUNDED", ends_plan: false }, {}, {}],
    });
    expect(payment.bills.map(({ refunded_cents }) => refunded_cents)).toEqual([1_000, 0, 0]);
    expect(shop.billing.subscription(subscription.id).status).toBe("canceled");
    expect(await shop.listHandlerCalls(reference)).toContain("refunded");
    expect(await refundsOf(id)).toEqual([{ payment: id, bill: last, cents: 1_000, reason: "A mistake." }]);
    expect((await refund(last)).json.body.bills[0].refund).toBe("REFUNDED");
    expect(await refundsOf(id)).toHaveLength(1);
  });

  it("of an earlier period leaves the plan running; the latest can be refunded afterwards", async () => {
    const { id, reference, subscription, bills } = await renewed(3);
    expect((await refund(bills[2], { ends_plan: false })).status).toBe(200);
    expect(await shop.runDueJobs()).toEqual([]);
    const payment = await readShown(id);
    expect(payment.state).toBe("PAID");
    expect(payment.bills.map(({ refund: how }) => how)).toEqual([null, null, "REFUNDED"]);
    expect(shop.billing.subscription(subscription.id).status).toBe("active");
    expect(await shop.listHandlerCalls(reference)).not.toContain("refunded");
    await shop.syncPayment(id);
    expect((await readShown(id)).state).toBe("PAID");

    await refund(bills[0]);
    await refund(bills[1]);
    expect(await shop.runDueJobs()).toEqual([]);
    const after = await readShown(id);
    expect(after.state).toBe("REFUNDED");
    expect(after.bills.map(({ refund: how }) => how)).toEqual(["REFUNDED", "REFUNDED", "REFUNDED"]);
    expect((await shop.listHandlerCalls(reference)).filter((what) => what === "refunded")).toHaveLength(1);
  });

  it("is the latest one if the payment itself is refunded, once under repeated requests", {
    retry: 0,
  }, async () => {
    const { id } = await renewed(2);
    const path = `admin/payment/${id}/refund`;
    const refundOnce = () => shop.call("POST", path, { token: admin, body: { reason: "A mistake." } });
    await Promise.all([refundOnce(), refundOnce()]);
    expect(await shop.runDueJobs()).toEqual([]);
    await refundOnce();
    expect(await shop.runDueJobs()).toEqual([]);
    expect((await readShown(id)).bills.map(({ refunded_cents }) => refunded_cents)).toEqual([1_000, 0]);
  });

  it("is rejected if another period was paid meanwhile", async () => {
    const { id, subscription, bills } = await renewed(1);
    shop.advanceToPeriodEnd(subscription.id);
    expect(await shop.deliverEvents(shop.lifecycle.renew(subscription.id))).toEqual([]);
    admin = await shop.logIn("admin");
    expect((await refund(bills[0], { ends_plan: true })).json.code).toBe("E0005");
    expect((await readShown(id)).bills.map(({ refund: how }) => how)).toEqual([null, null]);
  });

  it("needs attention if Stripe failed, and can be retried", async () => {
    const { id, bills } = await renewed(2);
    shop.stripe.simulator.outcomes.push("failed");
    await refund(bills[1]);
    expect(await shop.runDueJobs()).toEqual([]);
    expect(await readShown(id)).toMatchObject({
      problem: "REFUND_FAILED",
      bills: [{}, { refund: "FAILED" }],
    });
    await refund(bills[1]);
    expect(await shop.runDueJobs()).toEqual([]);
    expect(await readShown(id)).toMatchObject({ problem: null, bills: [{}, { refund: "REFUNDED" }] });
    expect(await refundsOf(id)).toHaveLength(2);
  });

  it("is retried if Stripe does not answer, and by polling if its job was lost", async () => {
    const { id, bills } = await renewed(2);
    shop.stripe.setDown(true);
    await refund(bills[1]);
    expect(await shop.runDueJobs()).toHaveLength(1);
    shop.stripe.setDown(false);
    await sql`delete from graphile_worker._private_jobs`.execute(shop.context.db);
    shop.context.clock.move(11 * 60);
    expect(await shop.runJob("watch-payments")).toEqual([]);
    expect((await readShown(id)).bills).toMatchObject([{ refund: null }, { refund: "REFUNDED" }]);
  });

  it("requires an administrator, a reason and a paid invoice", async () => {
    const { id, subscription, bills } = await renewed(1);
    const [bill] = bills;
    expect(
      (await shop.call("POST", `admin/bill/${bill}/refund`, { body: { reason: "Mine." } })).json.code,
    ).toBe("E0002");
    expect((await refund(bill, {}, await shop.logIn("payer"))).json.code).toBe("E0004");
    expect((await refund(bill, { reason: " " })).json).toMatchObject({
      code: "E0007",
      errors: [{ field: "reason" }],
    });
    expect((await refund(bill, { ends_plan: "yes" })).json).toMatchObject({
      code: "E0007",
      errors: [{ field: "ends_plan" }],
    });
    expect((await refund("in_none")).json.code).toBe("E0001");
    const setState = (state: string) =>
      sql`update payment_invoice set state = ${state} where external_id = ${bill}`.execute(shop.context.db);
    await setState("OPEN");
    expect((await refund(bill)).json.code).toBe("E0039");
    await setState("VOID");
    expect((await refund(bill)).json.code).toBe("E0040");
    await setState("PAID");
    expect(await refundsOf(id)).toEqual([]);
    expect(shop.billing.subscription(subscription.id).status).toBe("active");
  });
});
