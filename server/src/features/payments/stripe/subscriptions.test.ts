import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { instantOf, openPlanShop, type PlanShop } from "../../../testing/payments/plan-shop.ts";

let shop: PlanShop;

beforeAll(async () => {
  shop = await openPlanShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.shop.isSoldOut = false;
  shop.shop.isBroken = false;
  shop.stripe.setDown(false);
  shop.stripe.faults.length = 0;
});

const completed = (session: string) => shop.stripe.signSessionEvent("checkout.session.completed", session);
const paidUntil = async (reference: string) => (await shop.readPayment(reference)).paid_until;
const emailOf = async (account: string) => {
  const { rows } = await sql<{ email: string }>`select email from account where id = ${account}`.execute(
    shop.context.db,
  );
  return rows[0]?.email;
};
const sameInstant = (iso: string | null | undefined, seconds: number) =>
  expect(new Date(iso ?? 0).toISOString()).toBe(instantOf(seconds));

describe("opening a checkout for a plan", () => {
  it("creates a subscription without a payee, with the account's email address", async () => {
    const newcomer = await shop.addAccount("newcomer");
    const { session, id } = await shop.openPlan({ accountId: newcomer });
    const { params, amount } = shop.stripe.simulator.session(session);
    expect(params).toMatchObject({
      mode: "subscription",
      client_reference_id: id,
      customer_email: await emailOf(newcomer),
      subscription_data: { metadata: { payment_id: id } },
      line_items: [{ price_data: { unit_amount: 1_000, recurring: { interval: "month" } } }],
    });
    expect([amount, params.customer, params.payment_intent_data]).toEqual([1_000, undefined, undefined]);
  });

  it("returns the same URL to a repeat, also concurrently and after a lost answer", {
    retry: 0,
  }, async () => {
    const purchase = shop.buildPlanPurchase({ amountCents: 9_600, period: "YEAR" });
    shop.stripe.faults.push({ call: "POST /v1/checkout/sessions", fault: "unanswered" });
    shop.stripe.gatherCalls("POST /v1/checkout/sessions", 2);
    const urls = await Promise.all([1, 2, 3].map(() => shop.openCheckout(purchase)));
    expect(new Set(urls.map(({ url }) => url)).size).toBe(1);
    const { id } = await shop.readPayment(purchase.reference);
    const sessions = shop.stripe.simulator.sessions.filter(({ params }) => params.client_reference_id === id);
    expect(sessions.map(({ params }) => params.line_items[0]?.price_data.recurring?.interval)).toEqual([
      "year",
    ]);
  });

  it("fails with E0048 while Stripe does not answer, and can be retried even after the email address changed", async () => {
    const mover = await shop.addAccount("mover");
    const purchase = shop.buildPlanPurchase({ accountId: mover });
    for (let tries = 0; tries < 3; tries += 1)
      shop.stripe.faults.push({ call: "POST /v1/checkout/sessions", fault: "unanswered" });
    await expect(shop.openCheckout(purchase)).rejects.toMatchObject({ code: "E0048" });
    await sql`update account set email = 'moved-' || email where id = ${mover}`.execute(shop.context.db);
    const { url } = await shop.openCheckout(purchase);
    const { session_id: session } = await shop.readPayment(purchase.reference);
    expect(url).toContain(session);
    expect(shop.stripe.simulator.session(session).params.customer_email).toBe(await emailOf(mover));
  });

  it("reuses the customer of earlier payments, or creates one if it was deleted at Stripe", async () => {
    const regular = await shop.addAccount("regular");
    const first = await shop.startSubscription({ accountId: regular });
    const second = await shop.openPlan({ accountId: regular });
    const { customer } = first.subscription;
    expect(shop.stripe.simulator.session(second.session).params).toMatchObject({ customer });
    expect(shop.stripe.simulator.session(second.session).params.customer_email).toBeUndefined();
    shop.billing.customer(customer).isDeleted = true;
    const third = await shop.openPlan({ accountId: regular });
    expect(shop.stripe.simulator.session(third.session).params).toMatchObject({
      customer_email: await emailOf(regular),
    });
  });
});

describe("a paid plan", () => {
  it("is reported with its terms, once, by a look-up", { retry: 0 }, async () => {
    const { reference, subscription } = await shop.startSubscription();
    const { id, customer, period } = subscription;
    expect(await shop.listHandlerCalls(reference)).toEqual(["paid"]);
    expect(await shop.listRecordedTerms(reference)).toEqual([
      {
        status: "PAID",
        period: "MONTH",
        paidUntil: instantOf(period.end),
        next: { period: "MONTH", amountCents: 1_000 },
      },
    ]);
    expect(await shop.readPayment(reference)).toMatchObject({
      state: "PAID",
      subscription_id: id,
      customer_id: customer,
      provider_fee_cents: 59,
      ended_at: null,
    });
    expect(await shop.refreshState(reference)).toBe("PAID");
    expect(await shop.listHandlerCalls(reference)).toEqual(["paid"]);
  });

  it("activates once under concurrent look-ups and webhooks", { retry: 0 }, async () => {
    const { reference, session } = await shop.openPlan();
    shop.stripe.simulator.pay(session);
    const { subscription, invoice } = shop.stripe.simulator.startedBy(session);
    const events = shop.stripe.signEvents([
      shop.lifecycle.subscriptionEvent("created", subscription.id),
      shop.lifecycle.invoiceEvent("paid", invoice),
    ]);
    const event = completed(session);
    const sent = [event, event, ...events].map((webhook) => shop.postWebhook(webhook));
    const all = await Promise.all([shop.refreshState(reference), shop.refreshState(reference), ...sent]);
    expect(all).toEqual(["PAID", "PAID", 200, 200, 200, 200]);
    expect(await shop.runDueJobs()).toEqual([]);
    const calls = await shop.listHandlerCalls(reference);
    expect([calls[0], calls.filter((call) => call === "paid").length]).toEqual(["paid", 1]);
  });

  it("is discovered by its first invoice event, before any checkout event", async () => {
    const { reference, session } = await shop.openPlan();
    shop.stripe.simulator.pay(session);
    const { invoice, subscription } = shop.stripe.simulator.startedBy(session);
    expect(await shop.deliverEvents([shop.lifecycle.invoiceEvent("paid", invoice)])).toEqual([]);
    expect(await shop.listHandlerCalls(reference)).toEqual(["paid"]);
    expect(await shop.deliverEvents([shop.lifecycle.subscriptionEvent("created", subscription.id)])).toEqual(
      [],
    );
    expect(await shop.postWebhook(completed(session))).toBe(200);
    expect(await shop.runDueJobs()).toEqual([]);
    expect((await shop.listHandlerCalls(reference)).slice(1)).toEqual(["terms", "terms"]);
  });

  it("stores neither terms nor invoices if the order handler fails", async () => {
    const { reference, session, id } = await shop.openPlan();
    shop.stripe.simulator.pay(session);
    shop.shop.isBroken = true;
    await expect(shop.refreshState(reference)).rejects.toThrow("the shop is broken");
    expect(await shop.readPayment(reference)).toMatchObject({
      state: "OPEN",
      subscription_id: null,
      paid_until: null,
    });
    const { rows } = await sql`select from payment_invoice where payment_id = ${id}`.execute(shop.context.db);
    expect(rows).toEqual([]);
    shop.shop.isBroken = false;
    expect(await shop.refreshState(reference)).toBe("PAID");
  });

  it("counts if paid at the last moment; a closed checkout cannot be paid", async () => {
    const late = await shop.openPlan();
    shop.stripe.simulator.pay(late.session);
    expect(await shop.closeCheckout(late.reference)).toBe("PAID");
    const abandoned = await shop.openPlan();
    expect(await Promise.all([1, 2].map(() => shop.closeCheckout(abandoned.reference)))).toEqual([
      "EXPIRED",
      "EXPIRED",
    ]);
    expect(shop.stripe.simulator.session(abandoned.session).status).toBe("expired");
    expect(await shop.listHandlerCalls(abandoned.reference)).toEqual(["expired"]);
    expect(await shop.closeCheckout("nothing")).toBeUndefined();
  });

  it("is not fulfilled and is cancelled if the charged price differs", async () => {
    const { reference, session } = await shop.openPlan();
    shop.stripe.simulator.pay(session);
    shop.stripe.simulator.session(session).amount = 1;
    expect(await shop.refreshState(reference)).toBe("EXPIRED");
    expect(await shop.runDueJobs()).toEqual([]);
    expect(shop.stripe.simulator.startedBy(session).subscription.status).toBe("canceled");
    expect(await shop.readPayment(reference)).toMatchObject({ state: "EXPIRED", problem: "AMOUNT_DIFFERS" });
    expect(await shop.listHandlerCalls(reference)).toEqual(["expired"]);
  });
});

describe("renewing a plan", () => {
  it("extends the paid period and adds an invoice", async () => {
    const owner = await shop.addAccount("renewing");
    const { reference, subscription } = await shop.startSubscription({ accountId: owner });
    const first = subscription.period;
    shop.advanceToPeriodEnd(subscription.id);
    expect(await shop.deliverEvents(shop.lifecycle.renew(subscription.id))).toEqual([]);
    const { end } = shop.billing.subscription(subscription.id).period;
    sameInstant(await paidUntil(reference), end);
    expect(await shop.readLatestTerms(reference)).toMatchObject({
      status: "PAID",
      paidUntil: instantOf(end),
    });
    const { data, total } = await shop.listInvoices(owner);
    expect(total).toBe(2);
    expect(data.map(({ state, amount_cents, reference: order }) => [state, amount_cents, order])).toEqual([
      ["PAID", 1_000, reference],
      ["PAID", 1_000, reference],
    ]);
    sameInstant(data[1]?.period_from, first.start);
    sameInstant(data[0]?.period_from, first.end);
    sameInstant(data[0]?.period_until, end);
  });

  it("does not count as paid while the invoice is a draft, although Stripe's period has advanced", async () => {
    const { reference, subscription } = await shop.startSubscription();
    const { end } = subscription.period;
    shop.advanceToPeriodEnd(subscription.id);
    expect(await shop.deliverEvents(shop.lifecycle.renew(subscription.id, "draft"))).toEqual([]);
    sameInstant(await paidUntil(reference), end);
    expect(await shop.deliverEvents(shop.lifecycle.charge(subscription.id, "paid"))).toEqual([]);
    sameInstant(await paidUntil(reference), shop.billing.subscription(subscription.id).period.end);
  });

  it("is unpaid while the card is declined, and paid once the charge succeeds", async () => {
    const { reference, subscription } = await shop.startSubscription();
    const { end } = subscription.period;
    shop.advanceToPeriodEnd(subscription.id);
    expect(await shop.deliverEvents(shop.lifecycle.renew(subscription.id, "declined"))).toEqual([]);
    expect(await shop.readLatestTerms(reference)).toEqual({
      status: "UNPAID",
      paidUntil: instantOf(end),
      period: "MONTH",
      next: { period: "MONTH", amountCents: 1_000 },
    });
    const { id } = await shop.readPayment(reference);
    const states = async () => {
      const { rows } = await sql<{ state: string; paid_at: string | null }>`
        select state, paid_at from payment_invoice where payment_id = ${id} order by created_at`.execute(
        shop.context.db,
      );
      return rows.map(({ state, paid_at }) => [state, paid_at !== null]);
    };
    expect(await states()).toEqual([
      ["PAID", true],
      ["OPEN", false],
    ]);
    shop.context.clock.move(3 * 24 * 60 * 60);
    expect(await shop.deliverEvents(shop.lifecycle.charge(subscription.id, "paid"))).toEqual([]);
    const after = shop.billing.subscription(subscription.id).period.end;
    expect(await shop.readLatestTerms(reference)).toMatchObject({
      status: "PAID",
      paidUntil: instantOf(after),
    });
    expect(await states()).toEqual([
      ["PAID", true],
      ["PAID", true],
    ]);
  });

  it("ends after weeks of failed charges and leaves no open invoice", async () => {
    const { reference, subscription } = await shop.startSubscription();
    const { end } = subscription.period;
    shop.advanceToPeriodEnd(subscription.id);
    shop.lifecycle.renew(subscription.id, "declined");
    shop.context.clock.move(20 * 24 * 60 * 60);
    expect(await shop.deliverEvents(shop.lifecycle.giveUp(subscription.id))).toEqual([]);
    expect(await shop.readLatestTerms(reference)).toMatchObject({
      status: "ENDED",
      paidUntil: instantOf(end),
      next: null,
    });
    const bills = shop.billing.invoices.filter((invoice) => invoice.subscription === subscription.id);
    expect(bills.map(({ status }) => status)).toEqual(["paid", "void"]);
  });

  it("tracks renewals over years, including periods that start at the end of a long month", async () => {
    const { reference, subscription } = await shop.startSubscription({ amountCents: 9_600, period: "YEAR" });
    for (let years = 0; years < 3; years += 1) {
      shop.advanceToPeriodEnd(subscription.id);
      expect(await shop.deliverEvents(shop.lifecycle.renew(subscription.id))).toEqual([]);
    }
    expect(await shop.readLatestTerms(reference)).toMatchObject({ period: "YEAR", status: "PAID" });
    sameInstant(await paidUntil(reference), shop.billing.subscription(subscription.id).period.end);
  });

  it("is found by polling after the paid period, without any event", async () => {
    const { reference, subscription } = await shop.startSubscription();
    shop.advanceToPeriodEnd(subscription.id);
    shop.lifecycle.renew(subscription.id);
    shop.context.clock.move(1);
    expect(await shop.runJob("watch-payments")).toEqual([]);
    sameInstant(await paidUntil(reference), shop.billing.subscription(subscription.id).period.end);
  });

  it("is not polled before the period ends, nor twice within ten minutes", { retry: 0 }, async () => {
    const { subscription } = await shop.startSubscription();
    const reads = () =>
      shop.stripe.requests.filter(
        ({ call, id }) => call === "GET /v1/subscriptions/:id" && id === subscription.id,
      ).length;
    const before = reads();
    shop.context.clock.move(11 * 60);
    expect(await shop.runJob("watch-payments")).toEqual([]);
    expect(reads()).toBe(before);
    shop.advanceToPeriodEnd(subscription.id);
    expect(await shop.runJob("watch-payments")).toEqual([]);
    expect(await shop.runJob("watch-payments")).toEqual([]);
    expect(reads()).toBe(before + 1);
    shop.context.clock.move(11 * 60);
    expect(await shop.runJob("watch-payments")).toEqual([]);
    expect(reads()).toBe(before + 2);
  });

  it("is found by the daily reconciliation if its events were lost, and counted as repaired", async () => {
    const { reference, subscription } = await shop.startSubscription();
    shop.context.clock.move(10 * 24 * 60 * 60);
    expect(await shop.runJob("reconcile-payments")).toEqual([]);
    shop.lifecycle.cancelInPortal(subscription.id);
    shop.advanceToPeriodEnd(subscription.id);
    shop.lifecycle.renew(subscription.id);
    expect(await shop.runJob("reconcile-payments")).toEqual([]);
    expect((await shop.readLatestTerms(reference))?.status).toBe("ENDED");
    const { rows } = await sql<{ repaired: number }>`
      select repaired from payment_reconciliation order by id desc limit 1`.execute(shop.context.db);
    expect(rows[0]?.repaired).toBeGreaterThanOrEqual(1);
  });

  it("retries after Stripe did not answer the job", async () => {
    const { reference, subscription } = await shop.startSubscription();
    shop.advanceToPeriodEnd(subscription.id);
    const events = shop.lifecycle.renew(subscription.id);
    shop.stripe.setDown(true);
    expect(await shop.deliverEvents(events)).toMatchObject(events.map(() => ({ code: "E0048" })));
    shop.stripe.setDown(false);
    expect(await shop.runDelayedJobs()).toEqual([]);
    sameInstant(await paidUntil(reference), shop.billing.subscription(subscription.id).period.end);
  });
});

describe("outdated answers of Stripe", () => {
  it("are dropped if a later request was stored first", async () => {
    const { reference, id, subscription } = await shop.startSubscription();
    shop.advanceToPeriodEnd(subscription.id);
    const { arrived, release } = shop.stripe.delayResponse("GET /v1/payment_intents");
    const slow = shop.syncPayment(id);
    await arrived;
    shop.context.clock.move(5);
    expect(await shop.deliverEvents(shop.lifecycle.renew(subscription.id))).toEqual([]);
    const { end } = shop.billing.subscription(subscription.id).period;
    const calls = await shop.listHandlerCalls(reference);
    release();
    await slow;
    sameInstant(await paidUntil(reference), end);
    expect(await shop.listHandlerCalls(reference)).toEqual(calls);
  });

  it("never restart an ended subscription", async () => {
    const { reference, id, subscription } = await shop.startSubscription();
    const { arrived, release } = shop.stripe.delayResponse("GET /v1/payment_intents");
    const slow = shop.syncPayment(id);
    await arrived;
    expect(await shop.deliverEvents(shop.lifecycle.cancelInDashboard(subscription.id))).toEqual([]);
    release();
    await slow;
    expect((await shop.readLatestTerms(reference))?.status).toBe("ENDED");
    expect((await shop.readPayment(reference)).ended_at).not.toBeNull();
  });

  it("are applied one at a time under concurrent events", { retry: 0 }, async () => {
    const { reference, id, subscription } = await shop.startSubscription();
    shop.advanceToPeriodEnd(subscription.id);
    const [event] = shop.stripe.signEvents(shop.lifecycle.renew(subscription.id).slice(-1));
    if (event === undefined) throw new Error("the renewal sent no event");
    await Promise.all([
      shop.postWebhook(event),
      shop.postWebhook(event),
      shop.syncPayment(id),
      shop.syncPayment(id),
      shop.syncPayment(id),
    ]);
    expect(await shop.runDueJobs()).toEqual([]);
    sameInstant(await paidUntil(reference), shop.billing.subscription(subscription.id).period.end);
    const { rows } = await sql`select from payment_invoice where payment_id = ${id}`.execute(shop.context.db);
    expect(rows).toHaveLength(2);
  });

  it("accepts and ignores events of unknown objects", async () => {
    const subscription = { id: "sub_of_another", object: "subscription", customer: "cus_x", metadata: {} };
    const parent = { subscription_details: { subscription: "sub_of_another", metadata: null } };
    const events = [
      { type: "customer.subscription.updated", object: subscription },
      {
        type: "customer.subscription.updated",
        object: { ...subscription, metadata: { payment_id: "theirs" } },
      },
      { type: "invoice.paid", object: { id: "in_1", object: "invoice", parent } },
      { type: "invoice.paid", object: { id: "in_2", object: "invoice", parent: null } },
    ];
    const before = shop.stripe.requests.length;
    expect(await shop.deliverEvents(events)).toEqual([]);
    expect(shop.stripe.requests.length).toBe(before);
  });
});
