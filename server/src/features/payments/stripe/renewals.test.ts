import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  instantOf,
  monthly,
  openPlanShop,
  type PlanShop,
  yearly,
} from "../../../testing/payments/plan-till.ts";

let till: PlanShop;

beforeAll(async () => {
  till = await openPlanShop();
});
afterAll(() => till.close());
beforeEach(() => {
  till.shop.isSoldOut = false;
  till.stripe.setDown(false);
  till.stripe.faults.length = 0;
});

const countRequests = (call: string, id: string) =>
  till.stripe.requests.filter((request) => request.call === call && request.id === id).length;
const lastBill = (id: string) => till.billing.invoices.findLast((invoice) => invoice.subscription === id);
/** Drops the response to a call, however often the library tries. */
function dropResponses(call: string, fault: "lost" | "unanswered" = "lost") {
  for (let tries = 0; tries < 3; tries += 1) till.stripe.faults.push({ call, fault });
}

describe("cancelling a plan", () => {
  it("ends it with its period and charges nothing after that", async () => {
    const { reference, subscription } = await till.startSubscription();
    const { end } = subscription.period;
    await till.renewAs(reference, null);
    expect(await till.readLatestTerms(reference)).toEqual({
      status: "PAID",
      paidUntil: instantOf(end),
      period: "MONTH",
      next: null,
    });
    till.advanceToPeriodEnd(subscription.id);
    expect(await till.deliverEvents(till.lifecycle.renew(subscription.id))).toEqual([]);
    expect(await till.readLatestTerms(reference)).toMatchObject({
      status: "ENDED",
      paidUntil: instantOf(end),
    });
    expect((await till.readPayment(reference)).ended_at).not.toBeNull();
    expect(till.billing.invoices.filter((invoice) => invoice.subscription === subscription.id)).toHaveLength(
      1,
    );
    await expect(till.renewAs(reference, monthly)).rejects.toMatchObject({ code: "E0046" });
  });

  it("is sent to Stripe once and can be taken back", async () => {
    const { reference, subscription } = await till.startSubscription();
    await till.renewAs(reference, null);
    await till.renewAs(reference, null);
    expect(countRequests("POST /v1/subscriptions/:id", subscription.id)).toBe(1);
    await till.renewAs(reference, monthly);
    await till.renewAs(reference, monthly);
    expect(countRequests("POST /v1/subscriptions/:id", subscription.id)).toBe(2);
    expect(await till.readLatestTerms(reference)).toMatchObject({
      next: { period: "MONTH", amountCents: 1_000 },
    });
    till.advanceToPeriodEnd(subscription.id);
    expect(await till.deliverEvents(till.lifecycle.renew(subscription.id))).toEqual([]);
    expect(await till.readLatestTerms(reference)).toMatchObject({ status: "PAID" });
  });

  it("is noticed if done on Stripe's pages, for the end of the period or an earlier time", async () => {
    const { reference, subscription } = await till.startSubscription();
    expect(await till.deliverEvents(till.lifecycle.cancelInPortal(subscription.id))).toEqual([]);
    expect((await till.readLatestTerms(reference))?.next).toBeNull();
    await till.renewAs(reference, monthly);
    expect((await till.readLatestTerms(reference))?.next).not.toBeNull();
    const soon = Math.floor(till.context.clock.now().getTime() / 1000) + 86_400;
    expect(await till.deliverEvents(till.lifecycle.cancelInPortal(subscription.id, soon))).toEqual([]);
    expect((await till.readLatestTerms(reference))?.next).toBeNull();
    await till.renewAs(reference, monthly);
    expect(till.billing.subscription(subscription.id).cancelAt).toBeNull();
    expect((await till.readLatestTerms(reference))?.next).toMatchObject({ amountCents: 1_000 });
  });

  it("leaves a subscription that ended at Stripe ended, and stores that", async () => {
    const { reference, subscription } = await till.startSubscription();
    till.context.clock.move(24 * 60 * 60);
    till.lifecycle.cancelInDashboard(subscription.id);
    await till.renewAs(reference, yearly);
    const now = Math.floor(till.context.clock.now().getTime() / 1000);
    expect(await till.readLatestTerms(reference)).toMatchObject({
      status: "ENDED",
      paidUntil: instantOf(now),
    });
    expect(countRequests("POST /v1/subscriptions/:id", subscription.id)).toBe(0);
  });

  it("is rejected without a subscription, and is safe to retry if Stripe does not answer", async () => {
    const open = await till.openPlan();
    await expect(till.renewAs(open.reference, null)).rejects.toMatchObject({ code: "E0046" });
    await expect(till.renewAs("nothing", null)).rejects.toMatchObject({ code: "E0046" });
    const { reference } = await till.startSubscription();
    till.stripe.setDown(true);
    await expect(till.renewAs(reference, null)).rejects.toMatchObject({ code: "E0048" });
    till.stripe.setDown(false);
    await till.renewAs(reference, null);
    expect((await till.readLatestTerms(reference))?.next).toBeNull();
  });

  /** Starts a plan whose next period is unpaid: the charge was declined, or the invoice is still a draft. */
  async function startUnpaid(outcome: "declined" | "draft") {
    const order = await till.startSubscription();
    const { end } = order.subscription.period;
    till.advanceToPeriodEnd(order.subscription.id);
    expect(await till.deliverEvents(till.lifecycle.renew(order.subscription.id, outcome))).toEqual([]);
    return { ...order, end };
  }
  const bills = (id: string) =>
    till.billing.invoices
      .filter((invoice) => invoice.subscription === id)
      .map(({ status, autoAdvance }) => [status, autoAdvance]);

  it("ends an unpaid plan immediately and voids its invoice", async () => {
    const { reference, subscription, end } = await startUnpaid("declined");
    expect(await till.readLatestTerms(reference)).toMatchObject({ status: "UNPAID" });
    await till.renewAs(reference, null);
    expect(await till.readLatestTerms(reference)).toMatchObject({
      status: "ENDED",
      paidUntil: instantOf(end),
    });
    expect(subscription.status).toBe("canceled");
    expect(bills(subscription.id)).toEqual([
      ["paid", false],
      ["void", false],
    ]);
    expect(() => till.lifecycle.charge(subscription.id, "paid")).toThrow("nothing to be paid");
    expect((await till.listInvoices()).data[0]).toMatchObject({ state: "VOID" });
  });

  it("ends it immediately while the next invoice is a draft, which is never charged", async () => {
    const { reference, subscription, end } = await startUnpaid("draft");
    await till.renewAs(reference, null);
    expect(await till.readLatestTerms(reference)).toMatchObject({
      status: "ENDED",
      paidUntil: instantOf(end),
    });
    expect(bills(subscription.id)).toEqual([
      ["paid", false],
      ["draft", false],
    ]);
    expect(() => till.lifecycle.charge(subscription.id, "paid")).toThrow("nothing to be paid");
  });

  it("ends an unpaid plan immediately also if it was cancelled on Stripe's pages before", async () => {
    const { reference, subscription } = await startUnpaid("declined");
    till.lifecycle.cancelInPortal(subscription.id);
    await till.renewAs(reference, null);
    expect([subscription.status, (await till.readLatestTerms(reference))?.status]).toEqual([
      "canceled",
      "ENDED",
    ]);
  });

  it("ends it with the next period if that is paid during the cancellation", async () => {
    const { reference, subscription } = await startUnpaid("declined");
    const { arrived, release } = till.stripe.delayResponse("GET /v1/invoices");
    const cancelled = till.renewAs(reference, null);
    await arrived;
    till.lifecycle.charge(subscription.id, "paid");
    release();
    await cancelled;
    const { end } = subscription.period;
    expect([subscription.status, subscription.cancelAtPeriodEnd]).toEqual(["active", true]);
    expect(await till.readLatestTerms(reference)).toMatchObject({
      status: "PAID",
      paidUntil: instantOf(end),
      next: null,
    });
  });

  it("continues after being killed between voiding the invoice and cancelling", async () => {
    const { reference, subscription } = await startUnpaid("declined");
    dropResponses("DELETE /v1/subscriptions/:id");
    await expect(till.renewAs(reference, null)).rejects.toMatchObject({ code: "E0048" });
    expect(subscription.status).toBe("active");
    await till.renewAs(reference, null);
    expect([subscription.status, (await till.readLatestTerms(reference))?.status]).toEqual([
      "canceled",
      "ENDED",
    ]);
  });

  it("is noticed although Stripe's answer was lost, at the latest when the period ends", async () => {
    const { reference, subscription } = await till.startSubscription();
    dropResponses("POST /v1/subscriptions/:id", "unanswered");
    await expect(till.renewAs(reference, null)).rejects.toMatchObject({ code: "E0048" });
    till.advanceToPeriodEnd(subscription.id);
    till.lifecycle.renew(subscription.id);
    expect(await till.runJob("watch-payments")).toEqual([]);
    expect((await till.readLatestTerms(reference))?.status).toBe("ENDED");
  });
});

describe("switching a plan", () => {
  it("charges the new price when the period ends, and nothing before", async () => {
    const { reference, subscription } = await till.startSubscription();
    const { end } = subscription.period;
    await till.renewAs(reference, yearly);
    expect(await till.readLatestTerms(reference)).toEqual({
      status: "PAID",
      paidUntil: instantOf(end),
      period: "MONTH",
      next: { period: "YEAR", amountCents: 9_600 },
    });
    expect(till.billing.invoices.filter((invoice) => invoice.subscription === subscription.id)).toHaveLength(
      1,
    );
    till.advanceToPeriodEnd(subscription.id);
    expect(await till.deliverEvents(till.lifecycle.renew(subscription.id))).toEqual([]);
    expect(lastBill(subscription.id)?.price).toMatchObject({ unit_amount: 9_600, interval: "year" });
    const until = till.billing.subscription(subscription.id).period.end;
    expect(await till.readLatestTerms(reference)).toEqual({
      status: "PAID",
      paidUntil: instantOf(until),
      period: "YEAR",
      next: { period: "YEAR", amountCents: 9_600 },
    });
    till.advanceToPeriodEnd(subscription.id);
    expect(await till.deliverEvents(till.lifecycle.renew(subscription.id))).toEqual([]);
    expect(lastBill(subscription.id)?.price.unit_amount).toBe(9_600);
  });

  it("keeps the paid period while the new price is unpaid", async () => {
    const { reference, subscription } = await till.startSubscription();
    const { end } = subscription.period;
    await till.renewAs(reference, yearly);
    till.advanceToPeriodEnd(subscription.id);
    expect(await till.deliverEvents(till.lifecycle.renew(subscription.id, "declined"))).toEqual([]);
    expect(await till.readLatestTerms(reference)).toEqual({
      status: "UNPAID",
      paidUntil: instantOf(end),
      period: "MONTH",
      next: { period: "YEAR", amountCents: 9_600 },
    });
  });

  it("keeps the last choice after switching back and forth, with one product per title", async () => {
    const { reference, subscription } = await till.startSubscription();
    await till.renewAs(reference, yearly);
    await till.renewAs(reference, yearly);
    expect(till.billing.subscription(subscription.id).schedule).not.toBeNull();
    await till.renewAs(reference, monthly);
    expect(till.billing.subscription(subscription.id).schedule).toBeNull();
    expect((await till.readLatestTerms(reference))?.next).toEqual({ period: "MONTH", amountCents: 1_000 });
    await till.renewAs(reference, yearly);
    await till.renewAs(reference, { ...yearly, amountCents: 9_000 });
    expect((await till.readLatestTerms(reference))?.next).toEqual({ period: "YEAR", amountCents: 9_000 });
    expect([...till.billing.products.values()].filter((name) => name === yearly.title)).toHaveLength(1);
  });

  it("can be cancelled, and resumed as either plan", async () => {
    const { reference, subscription } = await till.startSubscription();
    await till.renewAs(reference, yearly);
    await till.renewAs(reference, null);
    expect((await till.readLatestTerms(reference))?.next).toBeNull();
    await till.renewAs(reference, yearly);
    expect((await till.readLatestTerms(reference))?.next).toEqual({ period: "YEAR", amountCents: 9_600 });
    till.advanceToPeriodEnd(subscription.id);
    expect(await till.deliverEvents(till.lifecycle.renew(subscription.id))).toEqual([]);
    await till.renewAs(reference, monthly);
    expect(await till.readLatestTerms(reference)).toMatchObject({
      period: "YEAR",
      next: { period: "MONTH" },
    });
    await till.renewAs(reference, null);
    till.advanceToPeriodEnd(subscription.id);
    expect(await till.deliverEvents(till.lifecycle.renew(subscription.id))).toEqual([]);
    expect((await till.readLatestTerms(reference))?.status).toBe("ENDED");
  });

  it("applies one of two concurrent switches", async () => {
    const { reference } = await till.startSubscription();
    till.stripe.gatherCalls("POST /v1/subscription_schedules", 2);
    await Promise.all([till.renewAs(reference, yearly), till.renewAs(reference, yearly)]);
    expect((await till.readLatestTerms(reference))?.next).toEqual({ period: "YEAR", amountCents: 9_600 });
    await Promise.all([till.renewAs(reference, null), till.renewAs(reference, monthly)]);
    expect([null, 1_000]).toContain((await till.readLatestTerms(reference))?.next?.amountCents ?? null);
  });

  it("continues after being killed between its steps", async () => {
    const { reference, subscription } = await till.startSubscription();
    dropResponses("POST /v1/subscription_schedules/:id");
    await expect(till.renewAs(reference, yearly)).rejects.toMatchObject({ code: "E0048" });
    expect(till.billing.subscription(subscription.id).schedule).not.toBeNull();
    await till.renewAs(reference, yearly);
    expect((await till.readLatestTerms(reference))?.next).toEqual({ period: "YEAR", amountCents: 9_600 });
    dropResponses("POST /v1/subscriptions/:id");
    await expect(till.renewAs(reference, null)).rejects.toMatchObject({ code: "E0048" });
    await till.renewAs(reference, null);
    expect((await till.readLatestTerms(reference))?.next).toBeNull();
  });
});

describe("refunding a plan", () => {
  it("cancels a plan that cannot be fulfilled, then refunds its first invoice", async () => {
    till.shop.isSoldOut = true;
    const { reference, session } = await till.openPlan();
    till.stripe.simulator.pay(session);
    expect(await till.refreshState(reference)).toBe("REFUNDED");
    expect(await till.runDueJobs()).toEqual([]);
    const { subscription } = till.stripe.simulator.startedBy(session);
    expect(subscription.status).toBe("canceled");
    expect(till.stripe.simulator.session(session).charge?.amount_refunded).toBe(1_000);
    expect(await till.listHandlerCalls(reference)).toEqual(["paid", "refunded"]);
    expect(await till.deliverEvents([till.lifecycle.subscriptionEvent("deleted", subscription.id)])).toEqual(
      [],
    );
    expect(await till.listHandlerCalls(reference)).toEqual(["paid", "refunded"]);
    expect(await till.readPayment(reference)).toMatchObject({ state: "REFUNDED" });
    expect((await till.readPayment(reference)).ended_at).not.toBeNull();
  });

  it("by an administrator ends it immediately, also with a scheduled switch", async () => {
    const { reference, id, subscription, session } = await till.startSubscription();
    await till.renewAs(reference, yearly);
    const body = { reason: "It rained." };
    const token = await till.logIn("admin");
    const both = await Promise.all(
      [1, 2].map(() => till.call("POST", `admin/payment/${id}/refund`, { token, body })),
    );
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await till.runDueJobs()).toEqual([]);
    expect(subscription.status).toBe("canceled");
    expect(till.stripe.simulator.session(session).charge?.amount_refunded).toBe(1_000);
    expect((await till.listHandlerCalls(reference)).filter((what) => what === "refunded")).toHaveLength(1);
    await expect(till.renewAs(reference, monthly)).rejects.toMatchObject({ code: "E0046" });
  });

  it("continues after being killed between cancellation and refund, and refunds once", async () => {
    const { reference, subscription, session } = await till.startSubscription();
    dropResponses("POST /v1/refunds");
    await till.refund(reference);
    expect(await till.runDueJobs()).toMatchObject([{ code: "E0048" }]);
    expect([subscription.status, (await till.readPayment(reference)).state]).toEqual([
      "canceled",
      "REFUNDING",
    ]);
    expect(await till.deliverEvents([till.lifecycle.subscriptionEvent("deleted", subscription.id)])).toEqual(
      [],
    );
    expect((await till.readLatestTerms(reference))?.status).toBe("ENDED");
    dropResponses("POST /v1/refunds", "unanswered");
    expect(await till.runDelayedJobs()).toMatchObject([{ code: "E0048" }]);
    expect(await till.runDelayedJobs()).toEqual([]);
    expect((await till.readPayment(reference)).state).toBe("REFUNDED");
    expect((await till.listHandlerCalls(reference)).at(-1)).toBe("refunded");
    const { intent_id } = await till.readPayment(reference);
    expect(
      till.stripe.simulator.refunds.filter((refund) => refund.payment_intent === intent_id),
    ).toHaveLength(1);
    expect(till.stripe.simulator.session(session).charge?.amount_refunded).toBe(1_000);
  });

  it("retries if Stripe does not answer, with nothing cancelled by then", async () => {
    const { reference, subscription } = await till.startSubscription();
    till.stripe.setDown(true);
    await till.refund(reference);
    expect(await till.runDueJobs()).toMatchObject([{ code: "E0048" }]);
    expect(subscription.status).toBe("active");
    till.stripe.setDown(false);
    expect(await till.runDelayedJobs()).toEqual([]);
    expect((await till.readPayment(reference)).state).toBe("REFUNDED");
  });

  it("on Stripe's pages ends it too, so that nothing more is charged", async () => {
    const { reference, subscription, session } = await till.startSubscription();
    const { intent_id } = await till.readPayment(reference);
    till.stripe.simulator.createRefund({ payment_intent: intent_id ?? "" });
    expect(await till.postWebhook(till.stripe.signChargeEvent("charge.refunded", session))).toBe(200);
    expect(await till.runDueJobs()).toEqual([]);
    expect((await till.readPayment(reference)).state).toBe("REFUNDED");
    expect(subscription.status).toBe("canceled");
    expect((await till.listHandlerCalls(reference)).filter((what) => what === "refunded")).toHaveLength(1);
  });

  it("leaves a disputed plan to administrators, also if a later invoice is disputed", async () => {
    const { reference, subscription } = await till.startSubscription();
    till.advanceToPeriodEnd(subscription.id);
    expect(await till.deliverEvents(till.lifecycle.renew(subscription.id))).toEqual([]);
    const charge = lastBill(subscription.id)?.intent?.charge;
    if (charge === undefined) throw new Error("nothing was charged");
    charge.disputed = true;
    expect(await till.deliverEvents([till.lifecycle.subscriptionEvent("updated", subscription.id)])).toEqual(
      [],
    );
    expect(await till.readPayment(reference)).toMatchObject({ state: "PAID", problem: "DISPUTED" });
  });
});

describe("a card that was changed on Stripe's page", () => {
  it("is charged from then on, also after a switch that was scheduled before", async () => {
    const { reference, subscription } = await till.startSubscription();
    await till.renewAs(reference, yearly);
    const card = till.lifecycle.chooseCard(subscription.id);
    expect(await till.runJob("reconcile-payments")).toEqual([]);
    expect(subscription.card).toBe(card);
    till.advanceToPeriodEnd(subscription.id);
    expect(await till.deliverEvents(till.lifecycle.renew(subscription.id))).toEqual([]);
    expect(await till.readLatestTerms(reference)).toMatchObject({ status: "PAID", period: "YEAR" });
    expect(subscription.card).toBe(card);
  });

  it("is set at Stripe once, however often the plan is synced", async () => {
    const { reference, subscription } = await till.startSubscription();
    const before = countRequests("POST /v1/subscriptions/:id", subscription.id);
    till.lifecycle.chooseCard(subscription.id);
    for (let day = 0; day < 3; day += 1) expect(await till.runJob("reconcile-payments")).toEqual([]);
    expect(countRequests("POST /v1/subscriptions/:id", subscription.id) - before).toBe(1);
    expect(await till.readLatestTerms(reference)).toMatchObject({ status: "PAID" });
  });
});
