import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  instantOf,
  monthly,
  openPlanShop,
  type PlanShop,
  yearly,
} from "../../../testing/payments/plan-shop.ts";

let shop: PlanShop;

beforeAll(async () => {
  shop = await openPlanShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.shop.isSoldOut = false;
  shop.stripe.setDown(false);
  shop.stripe.faults.length = 0;
});

const countRequests = (call: string, id: string) =>
  shop.stripe.requests.filter((request) => request.call === call && request.id === id).length;
const lastBill = (id: string) => shop.billing.invoices.findLast((invoice) => invoice.subscription === id);
/** Drops the response to a call, however often the library tries. */
function dropResponses(call: string, fault: "lost" | "unanswered" = "lost") {
  for (let tries = 0; tries < 3; tries += 1) shop.stripe.faults.push({ call, fault });
}

describe("cancelling a plan", () => {
  it("ends it with its period and charges nothing after that", async () => {
    const { reference, subscription } = await shop.startSubscription();
    const { end } = subscription.period;
    await shop.renewAs(reference, null);
    expect(await shop.readLatestTerms(reference)).toEqual({
      status: "PAID",
      paidUntil: instantOf(end),
      period: "MONTH",
      next: null,
    });
    shop.advanceToPeriodEnd(subscription.id);
    expect(await shop.deliverEvents(shop.lifecycle.renew(subscription.id))).toEqual([]);
    expect(await shop.readLatestTerms(reference)).toMatchObject({
      status: "ENDED",
      paidUntil: instantOf(end),
    });
    expect((await shop.readPayment(reference)).ended_at).not.toBeNull();
    expect(shop.billing.invoices.filter((invoice) => invoice.subscription === subscription.id)).toHaveLength(
      1,
    );
    await expect(shop.renewAs(reference, monthly)).rejects.toMatchObject({ code: "E0046" });
  });

  it("is sent to Stripe once and can be taken back", { retry: 0 }, async () => {
    const { reference, subscription } = await shop.startSubscription();
    await shop.renewAs(reference, null);
    await shop.renewAs(reference, null);
    expect(countRequests("POST /v1/subscriptions/:id", subscription.id)).toBe(1);
    await shop.renewAs(reference, monthly);
    await shop.renewAs(reference, monthly);
    expect(countRequests("POST /v1/subscriptions/:id", subscription.id)).toBe(2);
    expect(await shop.readLatestTerms(reference)).toMatchObject({
      next: { period: "MONTH", amountCents: 1_000 },
    });
    shop.advanceToPeriodEnd(subscription.id);
    expect(await shop.deliverEvents(shop.lifecycle.renew(subscription.id))).toEqual([]);
    expect(await shop.readLatestTerms(reference)).toMatchObject({ status: "PAID" });
  });

  it("is noticed if done on Stripe's pages, for the end of the period or an earlier time", async () => {
    const { reference, subscription } = await shop.startSubscription();
    expect(await shop.deliverEvents(shop.lifecycle.cancelInPortal(subscription.id))).toEqual([]);
    expect((await shop.readLatestTerms(reference))?.next).toBeNull();
    await shop.renewAs(reference, monthly);
    expect((await shop.readLatestTerms(reference))?.next).not.toBeNull();
    const soon = Math.floor(shop.context.clock.now().getTime() / 1000) + 86_400;
    expect(await shop.deliverEvents(shop.lifecycle.cancelInPortal(subscription.id, soon))).toEqual([]);
    expect((await shop.readLatestTerms(reference))?.next).toBeNull();
    await shop.renewAs(reference, monthly);
    expect(shop.billing.subscription(subscription.id).cancelAt).toBeNull();
    expect((await shop.readLatestTerms(reference))?.next).toMatchObject({ amountCents: 1_000 });
  });

  it("leaves a subscription that ended at Stripe ended, and stores that", async () => {
    const { reference, subscription } = await shop.startSubscription();
    shop.context.clock.move(24 * 60 * 60);
    shop.lifecycle.cancelInDashboard(subscription.id);
    await shop.renewAs(reference, yearly);
    const now = Math.floor(shop.context.clock.now().getTime() / 1000);
    expect(await shop.readLatestTerms(reference)).toMatchObject({
      status: "ENDED",
      paidUntil: instantOf(now),
    });
    expect(countRequests("POST /v1/subscriptions/:id", subscription.id)).toBe(0);
  });

  it("is rejected without a subscription, and is safe to retry if Stripe does not answer", async () => {
    const open = await shop.openPlan();
    await expect(shop.renewAs(open.reference, null)).rejects.toMatchObject({ code: "E0046" });
    await expect(shop.renewAs("nothing", null)).rejects.toMatchObject({ code: "E0046" });
    const { reference } = await shop.startSubscription();
    shop.stripe.setDown(true);
    await expect(shop.renewAs(reference, null)).rejects.toMatchObject({ code: "E0048" });
    shop.stripe.setDown(false);
    await shop.renewAs(reference, null);
    expect((await shop.readLatestTerms(reference))?.next).toBeNull();
  });

  /** Starts a plan whose next period is unpaid: the charge was declined, or the invoice is still a draft. */
  async function startUnpaid(outcome: "declined" | "draft") {
    const order = await shop.startSubscription();
    const { end } = order.subscription.period;
    shop.advanceToPeriodEnd(order.subscription.id);
    expect(await shop.deliverEvents(shop.lifecycle.renew(order.subscription.id, outcome))).toEqual([]);
    return { ...order, end };
  }
  const bills = (id: string) =>
    shop.billing.invoices
      .filter((invoice) => invoice.subscription === id)
      .map(({ status, autoAdvance }) => [status, autoAdvance]);

  it("ends an unpaid plan immediately and voids its invoice", async () => {
    const { reference, subscription, end } = await startUnpaid("declined");
    expect(await shop.readLatestTerms(reference)).toMatchObject({ status: "UNPAID" });
    await shop.renewAs(reference, null);
    expect(await shop.readLatestTerms(reference)).toMatchObject({
      status: "ENDED",
      paidUntil: instantOf(end),
    });
    expect(subscription.status).toBe("canceled");
    expect(bills(subscription.id)).toEqual([
      ["paid", false],
      ["void", false],
    ]);
    expect(() => shop.lifecycle.charge(subscription.id, "paid")).toThrow("nothing to be paid");
    expect((await shop.listInvoices()).data[0]).toMatchObject({ state: "VOID" });
  });

  it("ends it immediately while the next invoice is a draft, which is never charged", async () => {
    const { reference, subscription, end } = await startUnpaid("draft");
    await shop.renewAs(reference, null);
    expect(await shop.readLatestTerms(reference)).toMatchObject({
      status: "ENDED",
      paidUntil: instantOf(end),
    });
    expect(bills(subscription.id)).toEqual([
      ["paid", false],
      ["draft", false],
    ]);
    expect(() => shop.lifecycle.charge(subscription.id, "paid")).toThrow("nothing to be paid");
  });

  it("ends an unpaid plan immediately also if it was cancelled on Stripe's pages before", async () => {
    const { reference, subscription } = await startUnpaid("declined");
    shop.lifecycle.cancelInPortal(subscription.id);
    await shop.renewAs(reference, null);
    expect([subscription.status, (await shop.readLatestTerms(reference))?.status]).toEqual([
      "canceled",
      "ENDED",
    ]);
  });

  it("ends it with the next period if that is paid during the cancellation", async () => {
    const { reference, subscription } = await startUnpaid("declined");
    const { arrived, release } = shop.stripe.delayResponse("GET /v1/invoices");
    const cancelled = shop.renewAs(reference, null);
    await arrived;
    shop.lifecycle.charge(subscription.id, "paid");
    release();
    await cancelled;
    const { end } = subscription.period;
    expect([subscription.status, subscription.cancelAtPeriodEnd]).toEqual(["active", true]);
    expect(await shop.readLatestTerms(reference)).toMatchObject({
      status: "PAID",
      paidUntil: instantOf(end),
      next: null,
    });
  });

  it("continues after being killed between voiding the invoice and cancelling", { retry: 0 }, async () => {
    const { reference, subscription } = await startUnpaid("declined");
    dropResponses("DELETE /v1/subscriptions/:id");
    await expect(shop.renewAs(reference, null)).rejects.toMatchObject({ code: "E0048" });
    expect(subscription.status).toBe("active");
    await shop.renewAs(reference, null);
    expect([subscription.status, (await shop.readLatestTerms(reference))?.status]).toEqual([
      "canceled",
      "ENDED",
    ]);
  });

  it("is noticed although Stripe's answer was lost, at the latest when the period ends", async () => {
    const { reference, subscription } = await shop.startSubscription();
    dropResponses("POST /v1/subscriptions/:id", "unanswered");
    await expect(shop.renewAs(reference, null)).rejects.toMatchObject({ code: "E0048" });
    shop.advanceToPeriodEnd(subscription.id);
    shop.lifecycle.renew(subscription.id);
    expect(await shop.runJob("watch-payments")).toEqual([]);
    expect((await shop.readLatestTerms(reference))?.status).toBe("ENDED");
  });
});

describe("switching a plan", () => {
  it("charges the new price when the period ends, and nothing before", async () => {
    const { reference, subscription } = await shop.startSubscription();
    const { end } = subscription.period;
    await shop.renewAs(reference, yearly);
    expect(await shop.readLatestTerms(reference)).toEqual({
      status: "PAID",
      paidUntil: instantOf(end),
      period: "MONTH",
      next: { period: "YEAR", amountCents: 9_600 },
    });
    expect(shop.billing.invoices.filter((invoice) => invoice.subscription === subscription.id)).toHaveLength(
      1,
    );
    shop.advanceToPeriodEnd(subscription.id);
    expect(await shop.deliverEvents(shop.lifecycle.renew(subscription.id))).toEqual([]);
    expect(lastBill(subscription.id)?.price).toMatchObject({ unit_amount: 9_600, interval: "year" });
    const until = shop.billing.subscription(subscription.id).period.end;
    expect(await shop.readLatestTerms(reference)).toEqual({
      status: "PAID",
      paidUntil: instantOf(until),
      period: "YEAR",
      next: { period: "YEAR", amountCents: 9_600 },
    });
    shop.advanceToPeriodEnd(subscription.id);
    expect(await shop.deliverEvents(shop.lifecycle.renew(subscription.id))).toEqual([]);
    expect(lastBill(subscription.id)?.price.unit_amount).toBe(9_600);
  });

  it("keeps the paid period while the new price is unpaid", async () => {
    const { reference, subscription } = await shop.startSubscription();
    const { end } = subscription.period;
    await shop.renewAs(reference, yearly);
    shop.advanceToPeriodEnd(subscription.id);
    expect(await shop.deliverEvents(shop.lifecycle.renew(subscription.id, "declined"))).toEqual([]);
    expect(await shop.readLatestTerms(reference)).toEqual({
      status: "UNPAID",
      paidUntil: instantOf(end),
      period: "MONTH",
      next: { period: "YEAR", amountCents: 9_600 },
    });
  });

  it("keeps the last choice after switching back and forth, with one product per title", async () => {
    const { reference, subscription } = await shop.startSubscription();
    await shop.renewAs(reference, yearly);
    await shop.renewAs(reference, yearly);
    expect(shop.billing.subscription(subscription.id).schedule).not.toBeNull();
    await shop.renewAs(reference, monthly);
    expect(shop.billing.subscription(subscription.id).schedule).toBeNull();
    expect((await shop.readLatestTerms(reference))?.next).toEqual({ period: "MONTH", amountCents: 1_000 });
    await shop.renewAs(reference, yearly);
    await shop.renewAs(reference, { ...yearly, amountCents: 9_000 });
    expect((await shop.readLatestTerms(reference))?.next).toEqual({ period: "YEAR", amountCents: 9_000 });
    expect([...shop.billing.products.values()].filter((name) => name === yearly.title)).toHaveLength(1);
  });

  it("can be cancelled, and resumed as either plan", async () => {
    const { reference, subscription } = await shop.startSubscription();
    await shop.renewAs(reference, yearly);
    await shop.renewAs(reference, null);
    expect((await shop.readLatestTerms(reference))?.next).toBeNull();
    await shop.renewAs(reference, yearly);
    expect((await shop.readLatestTerms(reference))?.next).toEqual({ period: "YEAR", amountCents: 9_600 });
    shop.advanceToPeriodEnd(subscription.id);
    expect(await shop.deliverEvents(shop.lifecycle.renew(subscription.id))).toEqual([]);
    await shop.renewAs(reference, monthly);
    expect(await shop.readLatestTerms(reference)).toMatchObject({
      period: "YEAR",
      next: { period: "MONTH" },
    });
    await shop.renewAs(reference, null);
    shop.advanceToPeriodEnd(subscription.id);
    expect(await shop.deliverEvents(shop.lifecycle.renew(subscription.id))).toEqual([]);
    expect((await shop.readLatestTerms(reference))?.status).toBe("ENDED");
  });

  it("applies one of two concurrent switches", { retry: 0 }, async () => {
    const { reference } = await shop.startSubscription();
    shop.stripe.gatherCalls("POST /v1/subscription_schedules", 2);
    await Promise.all([shop.renewAs(reference, yearly), shop.renewAs(reference, yearly)]);
    expect((await shop.readLatestTerms(reference))?.next).toEqual({ period: "YEAR", amountCents: 9_600 });
    await Promise.all([shop.renewAs(reference, null), shop.renewAs(reference, monthly)]);
    expect([null, 1_000]).toContain((await shop.readLatestTerms(reference))?.next?.amountCents ?? null);
  });

  it("removes a cancellation that reached Stripe after the subscription was read", async () => {
    const { reference, subscription } = await shop.startSubscription();
    const read = shop.stripe.delayResponse("GET /v1/subscriptions/:id");
    const switching = shop.renewAs(reference, yearly);
    await read.arrived;
    await shop.renewAs(reference, null);
    read.release();
    await switching;
    expect((await shop.readLatestTerms(reference))?.next).toEqual({ period: "YEAR", amountCents: 9_600 });
    shop.advanceToPeriodEnd(subscription.id);
    expect(await shop.deliverEvents(shop.lifecycle.renew(subscription.id))).toEqual([]);
    expect(await shop.readLatestTerms(reference)).toMatchObject({ status: "PAID", period: "YEAR" });
  });

  it("continues after being killed between its steps", { retry: 0 }, async () => {
    const { reference, subscription } = await shop.startSubscription();
    dropResponses("POST /v1/subscription_schedules/:id");
    await expect(shop.renewAs(reference, yearly)).rejects.toMatchObject({ code: "E0048" });
    expect(shop.billing.subscription(subscription.id).schedule).not.toBeNull();
    await shop.renewAs(reference, yearly);
    expect((await shop.readLatestTerms(reference))?.next).toEqual({ period: "YEAR", amountCents: 9_600 });
    dropResponses("POST /v1/subscriptions/:id");
    await expect(shop.renewAs(reference, null)).rejects.toMatchObject({ code: "E0048" });
    await shop.renewAs(reference, null);
    expect((await shop.readLatestTerms(reference))?.next).toBeNull();
  });
});

describe("refunding a plan", () => {
  it("cancels a plan that cannot be fulfilled, then refunds its first invoice", async () => {
    shop.shop.isSoldOut = true;
    const { reference, session } = await shop.openPlan();
    shop.stripe.simulator.pay(session);
    expect(await shop.refreshState(reference)).toBe("REFUNDED");
    expect(await shop.runDueJobs()).toEqual([]);
    const { subscription } = shop.stripe.simulator.startedBy(session);
    expect(subscription.status).toBe("canceled");
    expect(shop.stripe.simulator.session(session).charge?.amount_refunded).toBe(1_000);
    expect(await shop.listHandlerCalls(reference)).toEqual(["paid", "refunded"]);
    expect(await shop.deliverEvents([shop.lifecycle.subscriptionEvent("deleted", subscription.id)])).toEqual(
      [],
    );
    expect(await shop.listHandlerCalls(reference)).toEqual(["paid", "refunded"]);
    expect(await shop.readPayment(reference)).toMatchObject({ state: "REFUNDED" });
    expect((await shop.readPayment(reference)).ended_at).not.toBeNull();
  });

  it("by an administrator ends it immediately, also with a scheduled switch", async () => {
    const { reference, id, subscription, session } = await shop.startSubscription();
    await shop.renewAs(reference, yearly);
    const body = { reason: "It rained." };
    const token = await shop.logIn("admin");
    const both = await Promise.all(
      [1, 2].map(() => shop.call("POST", `admin/payment/${id}/refund`, { token, body })),
    );
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await shop.runDueJobs()).toEqual([]);
    expect(subscription.status).toBe("canceled");
    expect(shop.stripe.simulator.session(session).charge?.amount_refunded).toBe(1_000);
    expect((await shop.listHandlerCalls(reference)).filter((what) => what === "refunded")).toHaveLength(1);
    await expect(shop.renewAs(reference, monthly)).rejects.toMatchObject({ code: "E0046" });
  });

  it("continues after being killed between cancellation and refund, and refunds once", {
    retry: 0,
  }, async () => {
    const { reference, subscription, session } = await shop.startSubscription();
    dropResponses("POST /v1/refunds");
    await shop.refund(reference);
    expect(await shop.runDueJobs()).toMatchObject([{ code: "E0048" }]);
    expect([subscription.status, (await shop.readPayment(reference)).state]).toEqual([
      "canceled",
      "REFUNDING",
    ]);
    expect(await shop.deliverEvents([shop.lifecycle.subscriptionEvent("deleted", subscription.id)])).toEqual(
      [],
    );
    expect((await shop.readLatestTerms(reference))?.status).toBe("ENDED");
    dropResponses("POST /v1/refunds", "unanswered");
    expect(await shop.runDelayedJobs()).toMatchObject([{ code: "E0048" }]);
    expect(await shop.runDelayedJobs()).toEqual([]);
    expect((await shop.readPayment(reference)).state).toBe("REFUNDED");
    expect((await shop.listHandlerCalls(reference)).at(-1)).toBe("refunded");
    const { intent_id } = await shop.readPayment(reference);
    expect(
      shop.stripe.simulator.refunds.filter((refund) => refund.payment_intent === intent_id),
    ).toHaveLength(1);
    expect(shop.stripe.simulator.session(session).charge?.amount_refunded).toBe(1_000);
  });

  it("retries if Stripe does not answer, with nothing cancelled by then", async () => {
    const { reference, subscription } = await shop.startSubscription();
    shop.stripe.setDown(true);
    await shop.refund(reference);
    expect(await shop.runDueJobs()).toMatchObject([{ code: "E0048" }]);
    expect(subscription.status).toBe("active");
    shop.stripe.setDown(false);
    expect(await shop.runDelayedJobs()).toEqual([]);
    expect((await shop.readPayment(reference)).state).toBe("REFUNDED");
  });

  it("on Stripe's pages ends it too, so that nothing more is charged", async () => {
    const { reference, subscription, session } = await shop.startSubscription();
    const { intent_id } = await shop.readPayment(reference);
    shop.stripe.simulator.createRefund({ payment_intent: intent_id ?? "" });
    expect(await shop.postWebhook(shop.stripe.signChargeEvent("charge.refunded", session))).toBe(200);
    expect(await shop.runDueJobs()).toEqual([]);
    expect((await shop.readPayment(reference)).state).toBe("REFUNDED");
    expect(subscription.status).toBe("canceled");
    expect((await shop.listHandlerCalls(reference)).filter((what) => what === "refunded")).toHaveLength(1);
  });

  it("leaves a disputed plan to administrators, also if a later invoice is disputed", async () => {
    const { reference, subscription } = await shop.startSubscription();
    shop.advanceToPeriodEnd(subscription.id);
    expect(await shop.deliverEvents(shop.lifecycle.renew(subscription.id))).toEqual([]);
    const charge = lastBill(subscription.id)?.intent?.charge;
    if (charge === undefined) throw new Error("nothing was charged");
    charge.disputed = true;
    expect(await shop.deliverEvents([shop.lifecycle.subscriptionEvent("updated", subscription.id)])).toEqual(
      [],
    );
    expect(await shop.readPayment(reference)).toMatchObject({ state: "PAID", problem: "DISPUTED" });
  });
});

describe("a card that was changed on Stripe's page", () => {
  it("is charged from then on, also after a switch that was scheduled before", async () => {
    const { reference, subscription } = await shop.startSubscription();
    await shop.renewAs(reference, yearly);
    const card = shop.lifecycle.chooseCard(subscription.id);
    expect(await shop.runJob("reconcile-payments")).toEqual([]);
    expect(subscription.card).toBe(card);
    shop.advanceToPeriodEnd(subscription.id);
    expect(await shop.deliverEvents(shop.lifecycle.renew(subscription.id))).toEqual([]);
    expect(await shop.readLatestTerms(reference)).toMatchObject({ status: "PAID", period: "YEAR" });
    expect(subscription.card).toBe(card);
  });

  it("is set at Stripe once, however often the plan is synced", { retry: 0 }, async () => {
    const { reference, subscription } = await shop.startSubscription();
    const before = countRequests("POST /v1/subscriptions/:id", subscription.id);
    shop.lifecycle.chooseCard(subscription.id);
    for (let day = 0; day < 3; day += 1) expect(await shop.runJob("reconcile-payments")).toEqual([]);
    expect(countRequests("POST /v1/subscriptions/:id", subscription.id) - before).toBe(1);
    expect(await shop.readLatestTerms(reference)).toMatchObject({ status: "PAID" });
  });
});
