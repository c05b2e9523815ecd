import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { instantOf, openPlanShop, type PlanShop } from "../../../testing/payments/plan-till.ts";

let till: PlanShop;

beforeAll(async () => {
  till = await openPlanShop();
});
afterAll(() => till.close());
beforeEach(() => {
  till.shop.isSoldOut = false;
  till.shop.isBroken = false;
  till.stripe.setDown(false);
  till.stripe.faults.length = 0;
});

const completed = (session: string) => till.stripe.sessionEvent("checkout.session.completed", session);
const paidUntil = async (reference: string) => (await till.kept(reference)).paid_until;
const sameInstant = (one: string | null | undefined, seconds: number) =>
  expect(new Date(one ?? 0).toISOString()).toBe(instantOf(seconds));

describe("opening a checkout for a plan", () => {
  it("creates a subscription without a payee, with the account's email address", async () => {
    const newcomer = await till.addAccount("newcomer");
    const { session, id } = await till.opened({ accountId: newcomer });
    const { params, amount } = till.stripe.simulator.session(session);
    expect(params).toMatchObject({
      mode: "subscription",
      client_reference_id: id,
      customer_email: "newcomer@wrapsody.example",
      subscription_data: { metadata: { payment_id: id } },
      line_items: [{ price_data: { unit_amount: 1_000, recurring: { interval: "month" } } }],
    });
    expect([amount, params.customer, params.payment_intent_data]).toEqual([1_000, undefined, undefined]);
  });

  it("returns the same URL to a repeat, also concurrently and after a lost answer", async () => {
    const purchase = till.plan({ amountCents: 9_600, period: "YEAR" });
    till.stripe.faults.push({ call: "POST /v1/checkout/sessions", fault: "unanswered" });
    till.stripe.gather("POST /v1/checkout/sessions", 2);
    const urls = await Promise.all([1, 2, 3].map(() => till.open(purchase)));
    expect(new Set(urls.map(({ url }) => url)).size).toBe(1);
    const { id } = await till.kept(purchase.reference);
    const made = till.stripe.simulator.sessions.filter(({ params }) => params.client_reference_id === id);
    expect(made.map(({ params }) => params.line_items[0]?.price_data.recurring?.interval)).toEqual(["year"]);
  });

  it("fails with E0048 while Stripe does not answer, and can be retried even after the email address changed", async () => {
    const mover = await till.addAccount("mover");
    const purchase = till.plan({ accountId: mover });
    for (let tries = 0; tries < 3; tries += 1)
      till.stripe.faults.push({ call: "POST /v1/checkout/sessions", fault: "unanswered" });
    await expect(till.open(purchase)).rejects.toMatchObject({ code: "E0048" });
    await sql`update account set email = 'moved@wrapsody.example' where id = ${mover}`.execute(
      till.context.db,
    );
    const { url } = await till.open(purchase);
    const { session_id: session } = await till.kept(purchase.reference);
    expect(url).toContain(session);
    expect(till.stripe.simulator.session(session).params.customer_email).toBe("moved@wrapsody.example");
  });

  it("reuses the customer of earlier payments, or creates one if it was deleted at Stripe", async () => {
    const regular = await till.addAccount("regular");
    const first = await till.begun({ accountId: regular });
    const second = await till.opened({ accountId: regular });
    const { customer } = first.subscription;
    expect(till.stripe.simulator.session(second.session).params).toMatchObject({ customer });
    expect(till.stripe.simulator.session(second.session).params.customer_email).toBeUndefined();
    till.billing.customer(customer).isDeleted = true;
    const third = await till.opened({ accountId: regular });
    expect(till.stripe.simulator.session(third.session).params).toMatchObject({
      customer_email: "regular@wrapsody.example",
    });
  });
});

describe("a paid plan", () => {
  it("is reported with its terms, once, by a look-up", async () => {
    const { reference, subscription } = await till.begun();
    const { id, customer, period } = subscription;
    expect(await till.told(reference)).toEqual(["paid"]);
    expect(await till.terms(reference)).toEqual([
      {
        status: "PAID",
        period: "MONTH",
        paidUntil: instantOf(period.end),
        next: { period: "MONTH", amountCents: 1_000 },
      },
    ]);
    expect(await till.kept(reference)).toMatchObject({
      state: "PAID",
      subscription_id: id,
      customer_id: customer,
      provider_fee_cents: 59,
      ended_at: null,
    });
    expect(await till.lookUp(reference)).toBe("PAID");
    expect(await till.told(reference)).toEqual(["paid"]);
  });

  it("activates once under concurrent look-ups and webhooks", async () => {
    const { reference, session } = await till.opened();
    till.stripe.simulator.pay(session);
    const { subscription, invoice } = till.stripe.simulator.startedBy(session);
    const events = till.stripe.signed([
      till.lifecycle.subscriptionEvent("created", subscription.id),
      till.lifecycle.invoiceEvent("paid", invoice),
    ]);
    const event = completed(session);
    const sent = [event, event, ...events].map((one) => till.send(one));
    const all = await Promise.all([till.lookUp(reference), till.lookUp(reference), ...sent]);
    expect(all).toEqual(["PAID", "PAID", 200, 200, 200, 200]);
    expect(await till.work()).toEqual([]);
    const told = await till.told(reference);
    expect([told[0], told.filter((one) => one === "paid").length]).toEqual(["paid", 1]);
  });

  it("is discovered by its first invoice event, before any checkout event", async () => {
    const { reference, session } = await till.opened();
    till.stripe.simulator.pay(session);
    const { invoice, subscription } = till.stripe.simulator.startedBy(session);
    expect(await till.hear([till.lifecycle.invoiceEvent("paid", invoice)])).toEqual([]);
    expect(await till.told(reference)).toEqual(["paid"]);
    expect(await till.hear([till.lifecycle.subscriptionEvent("created", subscription.id)])).toEqual([]);
    expect(await till.send(completed(session))).toBe(200);
    expect(await till.work()).toEqual([]);
    expect((await till.told(reference)).slice(1)).toEqual(["terms", "terms"]);
  });

  it("stores neither terms nor invoices if the order handler fails", async () => {
    const { reference, session, id } = await till.opened();
    till.stripe.simulator.pay(session);
    till.shop.isBroken = true;
    await expect(till.lookUp(reference)).rejects.toThrow("the shop is broken");
    expect(await till.kept(reference)).toMatchObject({
      state: "OPEN",
      subscription_id: null,
      paid_until: null,
    });
    const { rows } = await sql`select from payment_invoice where payment_id = ${id}`.execute(till.context.db);
    expect(rows).toEqual([]);
    till.shop.isBroken = false;
    expect(await till.lookUp(reference)).toBe("PAID");
  });

  it("counts if paid at the last moment; a closed checkout cannot be paid", async () => {
    const late = await till.opened();
    till.stripe.simulator.pay(late.session);
    expect(await till.closeCheckout(late.reference)).toBe("PAID");
    const left = await till.opened();
    expect(await Promise.all([1, 2].map(() => till.closeCheckout(left.reference)))).toEqual([
      "EXPIRED",
      "EXPIRED",
    ]);
    expect(till.stripe.simulator.session(left.session).status).toBe("expired");
    expect(await till.told(left.reference)).toEqual(["expired"]);
    expect(await till.closeCheckout("nothing")).toBeUndefined();
  });

  it("is not fulfilled and is cancelled if the charged price differs", async () => {
    const { reference, session } = await till.opened();
    till.stripe.simulator.pay(session);
    till.stripe.simulator.session(session).amount = 1;
    expect(await till.lookUp(reference)).toBe("EXPIRED");
    expect(await till.work()).toEqual([]);
    expect(till.stripe.simulator.startedBy(session).subscription.status).toBe("canceled");
    expect(await till.kept(reference)).toMatchObject({ state: "EXPIRED", problem: "AMOUNT_DIFFERS" });
    expect(await till.told(reference)).toEqual(["expired"]);
  });
});

describe("renewing a plan", () => {
  it("extends the paid period and adds an invoice", async () => {
    const owner = await till.addAccount("renewing");
    const { reference, subscription } = await till.begun({ accountId: owner });
    const first = subscription.period;
    till.toEnd(subscription.id);
    expect(await till.hear(till.lifecycle.renew(subscription.id))).toEqual([]);
    const { end } = till.billing.subscription(subscription.id).period;
    sameInstant(await paidUntil(reference), end);
    expect(await till.standing(reference)).toMatchObject({ status: "PAID", paidUntil: instantOf(end) });
    const { data, total } = await till.bills(owner);
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
    const { reference, subscription } = await till.begun();
    const { end } = subscription.period;
    till.toEnd(subscription.id);
    expect(await till.hear(till.lifecycle.renew(subscription.id, "draft"))).toEqual([]);
    sameInstant(await paidUntil(reference), end);
    expect(await till.hear(till.lifecycle.charge(subscription.id, "paid"))).toEqual([]);
    sameInstant(await paidUntil(reference), till.billing.subscription(subscription.id).period.end);
  });

  it("is unpaid while the card is declined, and paid once the charge succeeds", async () => {
    const { reference, subscription } = await till.begun();
    const { end } = subscription.period;
    till.toEnd(subscription.id);
    expect(await till.hear(till.lifecycle.renew(subscription.id, "declined"))).toEqual([]);
    expect(await till.standing(reference)).toEqual({
      status: "UNPAID",
      paidUntil: instantOf(end),
      period: "MONTH",
      next: { period: "MONTH", amountCents: 1_000 },
    });
    const { id } = await till.kept(reference);
    const states = async () => {
      const { rows } = await sql<{ state: string; paid_at: string | null }>`
        select state, paid_at from payment_invoice where payment_id = ${id} order by created_at`.execute(
        till.context.db,
      );
      return rows.map(({ state, paid_at }) => [state, paid_at !== null]);
    };
    expect(await states()).toEqual([
      ["PAID", true],
      ["OPEN", false],
    ]);
    till.context.clock.move(3 * 24 * 60 * 60);
    expect(await till.hear(till.lifecycle.charge(subscription.id, "paid"))).toEqual([]);
    const after = till.billing.subscription(subscription.id).period.end;
    expect(await till.standing(reference)).toMatchObject({ status: "PAID", paidUntil: instantOf(after) });
    expect(await states()).toEqual([
      ["PAID", true],
      ["PAID", true],
    ]);
  });

  it("ends after weeks of failed charges and leaves no open invoice", async () => {
    const { reference, subscription } = await till.begun();
    const { end } = subscription.period;
    till.toEnd(subscription.id);
    till.lifecycle.renew(subscription.id, "declined");
    till.context.clock.move(20 * 24 * 60 * 60);
    expect(await till.hear(till.lifecycle.giveUp(subscription.id))).toEqual([]);
    expect(await till.standing(reference)).toMatchObject({
      status: "ENDED",
      paidUntil: instantOf(end),
      next: null,
    });
    const bills = till.billing.invoices.filter((one) => one.subscription === subscription.id);
    expect(bills.map(({ status }) => status)).toEqual(["paid", "void"]);
  });

  it("tracks renewals over years, including periods that start at the end of a long month", async () => {
    const { reference, subscription } = await till.begun({ amountCents: 9_600, period: "YEAR" });
    for (let years = 0; years < 3; years += 1) {
      till.toEnd(subscription.id);
      expect(await till.hear(till.lifecycle.renew(subscription.id))).toEqual([]);
    }
    expect(await till.standing(reference)).toMatchObject({ period: "YEAR", status: "PAID" });
    sameInstant(await paidUntil(reference), till.billing.subscription(subscription.id).period.end);
  });

  it("is found by polling after the paid period, without any event", async () => {
    const { reference, subscription } = await till.begun();
    till.toEnd(subscription.id);
    till.lifecycle.renew(subscription.id);
    till.context.clock.move(1);
    expect(await till.run("watch-payments")).toEqual([]);
    sameInstant(await paidUntil(reference), till.billing.subscription(subscription.id).period.end);
  });

  it("is not polled before the period ends, nor twice within ten minutes", async () => {
    const { subscription } = await till.begun();
    const reads = () =>
      till.stripe.asked.filter(
        ({ call, id }) => call === "GET /v1/subscriptions/:id" && id === subscription.id,
      ).length;
    const before = reads();
    till.context.clock.move(11 * 60);
    expect(await till.run("watch-payments")).toEqual([]);
    expect(reads()).toBe(before);
    till.toEnd(subscription.id);
    expect(await till.run("watch-payments")).toEqual([]);
    expect(await till.run("watch-payments")).toEqual([]);
    expect(reads()).toBe(before + 1);
    till.context.clock.move(11 * 60);
    expect(await till.run("watch-payments")).toEqual([]);
    expect(reads()).toBe(before + 2);
  });

  it("is found by the daily reconciliation if its events were lost, and counted as repaired", async () => {
    const { reference, subscription } = await till.begun();
    till.context.clock.move(10 * 24 * 60 * 60);
    expect(await till.run("reconcile-payments")).toEqual([]);
    till.lifecycle.cancelInPortal(subscription.id);
    till.toEnd(subscription.id);
    till.lifecycle.renew(subscription.id);
    expect(await till.run("reconcile-payments")).toEqual([]);
    expect((await till.standing(reference))?.status).toBe("ENDED");
    const { rows } = await sql<{ repaired: number }>`
      select repaired from payment_reconciliation order by id desc limit 1`.execute(till.context.db);
    expect(rows[0]?.repaired).toBeGreaterThanOrEqual(1);
  });

  it("retries after Stripe did not answer the job", async () => {
    const { reference, subscription } = await till.begun();
    till.toEnd(subscription.id);
    const told = till.lifecycle.renew(subscription.id);
    till.stripe.setDown(true);
    expect(await till.hear(told)).toMatchObject(told.map(() => ({ code: "E0048" })));
    till.stripe.setDown(false);
    expect(await till.workAgain()).toEqual([]);
    sameInstant(await paidUntil(reference), till.billing.subscription(subscription.id).period.end);
  });
});

describe("outdated answers of Stripe", () => {
  it("are dropped if a later request was stored first", async () => {
    const { reference, id, subscription } = await till.begun();
    till.toEnd(subscription.id);
    const { held, letGo } = till.stripe.hold("GET /v1/payment_intents");
    const slow = till.settle(id);
    await held;
    till.context.clock.move(5);
    expect(await till.hear(till.lifecycle.renew(subscription.id))).toEqual([]);
    const { end } = till.billing.subscription(subscription.id).period;
    const told = await till.told(reference);
    letGo();
    await slow;
    sameInstant(await paidUntil(reference), end);
    expect(await till.told(reference)).toEqual(told);
  });

  it("never restart an ended subscription", async () => {
    const { reference, id, subscription } = await till.begun();
    const { held, letGo } = till.stripe.hold("GET /v1/payment_intents");
    const slow = till.settle(id);
    await held;
    expect(await till.hear(till.lifecycle.cancelInDashboard(subscription.id))).toEqual([]);
    letGo();
    await slow;
    expect((await till.standing(reference))?.status).toBe("ENDED");
    expect((await till.kept(reference)).ended_at).not.toBeNull();
  });

  it("are applied one at a time under concurrent events", async () => {
    const { reference, id, subscription } = await till.begun();
    till.toEnd(subscription.id);
    const [event] = till.stripe.signed(till.lifecycle.renew(subscription.id).slice(-1));
    if (event === undefined) throw new Error("the renewal sent no event");
    await Promise.all([
      till.send(event),
      till.send(event),
      till.settle(id),
      till.settle(id),
      till.settle(id),
    ]);
    expect(await till.work()).toEqual([]);
    sameInstant(await paidUntil(reference), till.billing.subscription(subscription.id).period.end);
    const { rows } = await sql`select from payment_invoice where payment_id = ${id}`.execute(till.context.db);
    expect(rows).toHaveLength(2);
  });

  it("accepts and ignores events of unknown objects", async () => {
    const subscription = { id: "sub_of_another", object: "subscription", customer: "cus_x", metadata: {} };
    const parent = { subscription_details: { subscription: "sub_of_another", metadata: null } };
    const told = [
      { type: "customer.subscription.updated", object: subscription },
      {
        type: "customer.subscription.updated",
        object: { ...subscription, metadata: { payment_id: "theirs" } },
      },
      { type: "invoice.paid", object: { id: "in_1", object: "invoice", parent } },
      { type: "invoice.paid", object: { id: "in_2", object: "invoice", parent: null } },
    ];
    const before = till.stripe.asked.length;
    expect(await till.hear(told)).toEqual([]);
    expect(till.stripe.asked.length).toBe(before);
  });
});
