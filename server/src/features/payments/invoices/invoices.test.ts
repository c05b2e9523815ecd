import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { openPlanShop, type PlanShop, yearly } from "../../../testing/payments/plan-till.ts";

let till: PlanShop;

beforeAll(async () => {
  till = await openPlanShop();
});
afterAll(() => till.close());
beforeEach(() => till.stripe.setDown(false));

describe("invoices", () => {
  it("are listed only to their owner, the latest first, page by page", async () => {
    const owner = await till.addAccount("owner");
    const { reference, subscription } = await till.startSubscription({ accountId: owner });
    for (let months = 0; months < 2; months += 1) {
      till.advanceToPeriodEnd(subscription.id);
      expect(await till.deliverEvents(till.lifecycle.renew(subscription.id))).toEqual([]);
    }
    const { data, total } = await till.listInvoices(owner);
    expect([total, data.length]).toEqual([3, 3]);
    expect(data[0]).toMatchObject({
      kind: "SUBSCRIPTION",
      reference,
      amount_cents: 1_000,
      refunded_cents: 0,
      state: "PAID",
      period: "MONTH",
    });
    expect(new Set(data.map(({ number }) => number)).size).toBe(3);
    const ids = data.map(({ id }) => id);
    expect((await till.listInvoices(owner, { limit: 1, offset: 1 })).data.map(({ id }) => id)).toEqual([
      ids[1],
    ]);
    expect((await till.listInvoices(owner, { sortDir: "ASC" })).data.map(({ id }) => id)).toEqual(
      ids.toReversed(),
    );
    expect(await till.listInvoices(await till.addAccount("nobody"))).toEqual({ data: [], total: 0 });
  });

  it("of the same second are listed by their periods", async () => {
    const owner = await till.addAccount("hasty");
    const { subscription } = await till.startSubscription({ accountId: owner });
    for (let count = 0; count < 4; count += 1) {
      till.advanceToPeriodEnd(subscription.id);
      expect(await till.deliverEvents(till.lifecycle.renew(subscription.id))).toEqual([]);
    }
    await sql`update payment_invoice i set created_at = now() from payment p
      where p.id = i.payment_id and p.account_id = ${owner}`.execute(till.context.db);
    const { data } = await till.listInvoices(owner);
    const ends = data.map(({ period_until }) => period_until);
    expect(ends).toEqual(ends.toSorted().reverse());
    const oldest = await till.listInvoices(owner, { sortDir: "ASC" });
    expect(oldest.data.map(({ period_until }) => period_until)).toEqual(ends.toReversed());
  });

  it("show what was refunded", async () => {
    const owner = await till.addAccount("refunded");
    const { reference, subscription } = await till.startSubscription({ accountId: owner });
    await till.refund(reference);
    expect(await till.runDueJobs()).toEqual([]);
    expect(await till.deliverEvents([till.lifecycle.subscriptionEvent("deleted", subscription.id)])).toEqual(
      [],
    );
    expect((await till.listInvoices(owner)).data).toMatchObject([{ state: "PAID", refunded_cents: 1_000 }]);
  });

  it("have a page at Stripe, for their owner", async () => {
    const owner = await till.addAccount("reader");
    await till.startSubscription({ accountId: owner });
    const [bill] = (await till.listInvoices(owner)).data;
    const id = bill?.id ?? "";
    expect(await till.getInvoiceUrl(id, owner)).toEqual({ url: `https://invoice.stripe.com/i/${id}` });
    await expect(till.getInvoiceUrl(id, await till.addAccount("other"))).rejects.toMatchObject({
      code: "E0001",
    });
    await expect(till.getInvoiceUrl("in_none", owner)).rejects.toMatchObject({ code: "E0001" });
    till.stripe.setDown(true);
    await expect(till.getInvoiceUrl(id, owner)).rejects.toMatchObject({ code: "E0048" });
    till.stripe.setDown(false);
    till.billing.invoices.splice(
      till.billing.invoices.findIndex((invoice) => invoice.id === id),
      1,
    );
    await expect(till.getInvoiceUrl(id, owner)).rejects.toMatchObject({ code: "E0001" });
  });

  it("are part of the data export", async () => {
    const { reference } = await till.startSubscription();
    const { json } = await till.call("GET", "my/data", { token: await till.logIn("payer") });
    expect(json.body.payments.bills).toContainEqual(
      expect.objectContaining({ reference, provider: "STRIPE", amount_cents: 1_000, state: "PAID" }),
    );
  });

  it("are read completely beyond one hundred", async () => {
    const owner = await till.addAccount("century");
    const { reference, subscription } = await till.startSubscription({ accountId: owner });
    for (let months = 0; months < 104; months += 1) {
      till.advanceToPeriodEnd(subscription.id);
      till.lifecycle.renew(subscription.id);
    }
    expect(await till.deliverEvents([till.lifecycle.subscriptionEvent("updated", subscription.id)])).toEqual(
      [],
    );
    expect((await till.listInvoices(owner)).total).toBe(105);
    expect((await till.readPayment(reference)).intent_id).toBe(
      till.billing.invoices.find((invoice) => invoice.subscription === subscription.id)?.intent?.id,
    );
  });
});

describe("the card update page", () => {
  it("is Stripe's, only for subscribers, and configured once", async () => {
    const owner = await till.addAccount("cardholder");
    await expect(till.getCardUpdateUrl(owner)).rejects.toMatchObject({ code: "E0046" });
    const { subscription } = await till.startSubscription({ accountId: owner });
    expect((await till.getCardUpdateUrl(owner)).url).toMatch(/^https:\/\/billing\.stripe\.com\//);
    await Promise.all([till.getCardUpdateUrl(owner), till.getCardUpdateUrl(owner)]);
    expect(till.billing.configurations).toHaveLength(1);
    const sent = till.stripe.requests.findLast(
      ({ call }) => call === "POST /v1/billing_portal/sessions",
    )?.sent;
    expect(new URLSearchParams(sent).get("customer")).toBe(subscription.customer);
    till.stripe.setDown(true);
    await expect(till.getCardUpdateUrl(owner)).rejects.toMatchObject({ code: "E0048" });
    till.stripe.setDown(false);
    expect(await till.deliverEvents(till.lifecycle.cancelInDashboard(subscription.id))).toEqual([]);
    await expect(till.getCardUpdateUrl(owner)).rejects.toMatchObject({ code: "E0046" });
  });
});

describe("cancelling all subscriptions of an account", () => {
  const deleteAccount = (account: string) =>
    till.context.db.transaction().execute(async (tx) => {
      await till.cancelAllIn(tx, account);
      await sql`delete from account where id = ${account}`.execute(tx);
    });

  it("charges nothing after the account is deleted, and closes open checkouts", async () => {
    const leaver = await till.addAccount("leaver");
    const plan = await till.startSubscription({ accountId: leaver });
    const switched = await till.startSubscription({ accountId: leaver });
    await till.renewAs(switched.reference, yearly);
    const open = await till.openPlan({ accountId: leaver });
    await deleteAccount(leaver);
    expect(await till.runDueJobs()).toEqual([]);
    expect([plan.subscription.status, switched.subscription.status]).toEqual(["canceled", "canceled"]);
    expect(till.stripe.simulator.session(open.session).status).toBe("expired");
    expect((await till.readLatestTerms(plan.reference))?.status).toBe("ENDED");
    expect(await till.listHandlerCalls(open.reference)).toEqual(["expired"]);
    expect((await till.readPayment(plan.reference)).ended_at).not.toBeNull();
  });

  it("cancels a subscription that was paid while its checkout was being closed", async () => {
    const leaver = await till.addAccount("late-leaver");
    const { reference, session } = await till.openPlan({ accountId: leaver });
    till.stripe.simulator.pay(session);
    await deleteAccount(leaver);
    expect(await till.runDueJobs()).toEqual([]);
    expect(till.stripe.simulator.startedBy(session).subscription.status).toBe("canceled");
    expect((await till.readLatestTerms(reference))?.status).toBe("ENDED");
  });

  it("is part of the caller's transaction, idempotent, and retried if Stripe does not answer", async () => {
    const payer = await till.addAccount("twice");
    const { subscription } = await till.startSubscription({ accountId: payer });
    const undone = till.context.db.transaction().execute(async (tx) => {
      await till.cancelAllIn(tx, payer);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await till.runDueJobs()).toEqual([]);
    expect(subscription.status).toBe("active");
    till.stripe.setDown(true);
    await till.cancelAll(payer);
    await till.cancelAll(payer);
    expect(await till.runDueJobs()).toMatchObject([{ code: "E0048" }, { code: "E0048" }]);
    till.stripe.setDown(false);
    expect(await till.runDelayedJobs()).toEqual([]);
    expect(subscription.status).toBe("canceled");
    await till.cancelAll(payer);
    expect(await till.runDueJobs()).toEqual([]);
  });

  it("voids the open invoice", async () => {
    const payer = await till.addAccount("debtor");
    const { subscription } = await till.startSubscription({ accountId: payer });
    till.advanceToPeriodEnd(subscription.id);
    expect(await till.deliverEvents(till.lifecycle.renew(subscription.id, "declined"))).toEqual([]);
    await till.cancelAll(payer);
    expect(await till.runDueJobs()).toEqual([]);
    expect((await till.listInvoices(payer)).data.map(({ state }) => state)).toEqual(["VOID", "PAID"]);
    const late = await till.startSubscription({ accountId: payer });
    till.advanceToPeriodEnd(late.subscription.id);
    till.lifecycle.renew(late.subscription.id, "draft");
    await till.cancelAll(payer);
    expect(await till.runDueJobs()).toEqual([]);
    expect(till.billing.invoices.at(-1)).toMatchObject({ status: "draft", autoAdvance: false });
  });
});
