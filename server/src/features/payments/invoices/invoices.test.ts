import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { openPlanShop, type PlanShop, yearly } from "../../../testing/payments/plan-shop.ts";

let shop: PlanShop;

beforeAll(async () => {
  shop = await openPlanShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.stripe.setDown(false));

describe("invoices", () => {
  it("are listed only to their owner, the latest first, page by page", async () => {
    const owner = await shop.addAccount("owner");
    const { reference, subscription } = await shop.startSubscription({ accountId: owner });
    for (let months = 0; months < 2; months += 1) {
      shop.advanceToPeriodEnd(subscription.id);
      expect(await shop.deliverEvents(shop.lifecycle.renew(subscription.id))).toEqual([]);
    }
    const { data, total } = await shop.listInvoices(owner);
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
    expect((await shop.listInvoices(owner, { limit: 1, offset: 1 })).data.map(({ id }) => id)).toEqual([
      ids[1],
    ]);
    expect((await shop.listInvoices(owner, { sortDir: "ASC" })).data.map(({ id }) => id)).toEqual(
      ids.toReversed(),
    );
    expect(await shop.listInvoices(await shop.addAccount("nobody"))).toEqual({ data: [], total: 0 });
  });

  it("of the same second are listed by their periods", async () => {
    const owner = await shop.addAccount("hasty");
    const { subscription } = await shop.startSubscription({ accountId: owner });
    for (let count = 0; count < 4; count += 1) {
      shop.advanceToPeriodEnd(subscription.id);
      expect(await shop.deliverEvents(shop.lifecycle.renew(subscription.id))).toEqual([]);
    }
    await sql`update payment_invoice i set created_at = now() from payment p
      where p.id = i.payment_id and p.account_id = ${owner}`.execute(shop.context.db);
    const { data } = await shop.listInvoices(owner);
    const ends = data.map(({ period_until }) => period_until);
    expect(ends).toEqual(ends.toSorted().reverse());
    const oldest = await shop.listInvoices(owner, { sortDir: "ASC" });
    expect(oldest.data.map(({ period_until }) => period_until)).toEqual(ends.toReversed());
  });

  it("show what was refunded", async () => {
    const owner = await shop.addAccount("refunded");
    const { reference, subscription } = await shop.startSubscription({ accountId: owner });
    await shop.refund(reference);
    expect(await shop.runDueJobs()).toEqual([]);
    expect(await shop.deliverEvents([shop.lifecycle.subscriptionEvent("deleted", subscription.id)])).toEqual(
      [],
    );
    expect((await shop.listInvoices(owner)).data).toMatchObject([{ state: "PAID", refunded_cents: 1_000 }]);
  });

  it("have a page at Stripe, for their owner", async () => {
    const owner = await shop.addAccount("reader");
    await shop.startSubscription({ accountId: owner });
    const [bill] = (await shop.listInvoices(owner)).data;
    const id = bill?.id ?? "";
    expect(await shop.getInvoiceUrl(id, owner)).toEqual({ url: `https://invoice.stripe.com/i/${id}` });
    await expect(shop.getInvoiceUrl(id, await shop.addAccount("other"))).rejects.toMatchObject({
      code: "E0001",
    });
    await expect(shop.getInvoiceUrl("in_none", owner)).rejects.toMatchObject({ code: "E0001" });
    shop.stripe.setDown(true);
    await expect(shop.getInvoiceUrl(id, owner)).rejects.toMatchObject({ code: "E0048" });
    shop.stripe.setDown(false);
    shop.billing.invoices.splice(
      shop.billing.invoices.findIndex((invoice) => invoice.id === id),
      1,
    );
    await expect(shop.getInvoiceUrl(id, owner)).rejects.toMatchObject({ code: "E0001" });
  });

  it("are part of the data export", async () => {
    const { reference } = await shop.startSubscription();
    const { json } = await shop.call("GET", "my/data", { token: await shop.logIn("payer") });
    expect(json.body.payments.bills).toContainEqual(
      expect.objectContaining({ reference, provider: "STRIPE", amount_cents: 1_000, state: "PAID" }),
    );
  });

  it("are read completely beyond one hundred", async () => {
    const owner = await shop.addAccount("century");
    const { reference, subscription } = await shop.startSubscription({ accountId: owner });
    for (let months = 0; months < 104; months += 1) {
      shop.advanceToPeriodEnd(subscription.id);
      shop.lifecycle.renew(subscription.id);
    }
    expect(await shop.deliverEvents([shop.lifecycle.subscriptionEvent("updated", subscription.id)])).toEqual(
      [],
    );
    expect((await shop.listInvoices(owner)).total).toBe(105);
    expect((await shop.readPayment(reference)).intent_id).toBe(
      shop.billing.invoices.find((invoice) => invoice.subscription === subscription.id)?.intent?.id,
    );
  });
});

describe("the card update page", () => {
  it("is Stripe's, only for subscribers, and configured once", async () => {
    const owner = await shop.addAccount("cardholder");
    await expect(shop.getCardUpdateUrl(owner)).rejects.toMatchObject({ code: "E0046" });
    const { subscription } = await shop.startSubscription({ accountId: owner });
    expect((await shop.getCardUpdateUrl(owner)).url).toMatch(/^https:\/\/billing\.stripe\.com\//);
    await Promise.all([shop.getCardUpdateUrl(owner), shop.getCardUpdateUrl(owner)]);
    expect(shop.billing.configurations).toHaveLength(1);
    const sent = shop.stripe.requests.findLast(
      ({ call }) => call === "POST /v1/billing_portal/sessions",
    )?.sent;
    expect(new URLSearchParams(sent).get("customer")).toBe(subscription.customer);
    shop.stripe.setDown(true);
    await expect(shop.getCardUpdateUrl(owner)).rejects.toMatchObject({ code: "E0048" });
    shop.stripe.setDown(false);
    expect(await shop.deliverEvents(shop.lifecycle.cancelInDashboard(subscription.id))).toEqual([]);
    await expect(shop.getCardUpdateUrl(owner)).rejects.toMatchObject({ code: "E0046" });
  });
});

describe("cancelling all subscriptions of an account", () => {
  const deleteAccount = (account: string) =>
    shop.context.db.transaction().execute(async (tx) => {
      await shop.cancelAllIn(tx, account);
      await sql`delete from account where id = ${account}`.execute(tx);
    });

  it("charges nothing after the account is deleted, and closes open checkouts", async () => {
    const leaver = await shop.addAccount("leaver");
    const plan = await shop.startSubscription({ accountId: leaver });
    const switched = await shop.startSubscription({ accountId: leaver });
    await shop.renewAs(switched.reference, yearly);
    const open = await shop.openPlan({ accountId: leaver });
    await deleteAccount(leaver);
    expect(await shop.runDueJobs()).toEqual([]);
    expect([plan.subscription.status, switched.subscription.status]).toEqual(["canceled", "canceled"]);
    expect(shop.stripe.simulator.session(open.session).status).toBe("expired");
    expect((await shop.readLatestTerms(plan.reference))?.status).toBe("ENDED");
    expect(await shop.listHandlerCalls(open.reference)).toEqual(["expired"]);
    expect((await shop.readPayment(plan.reference)).ended_at).not.toBeNull();
  });

  it("cancels a subscription that was paid while its checkout was being closed", async () => {
    const leaver = await shop.addAccount("late-leaver");
    const { reference, session } = await shop.openPlan({ accountId: leaver });
    shop.stripe.simulator.pay(session);
    await deleteAccount(leaver);
    expect(await shop.runDueJobs()).toEqual([]);
    expect(shop.stripe.simulator.startedBy(session).subscription.status).toBe("canceled");
    expect((await shop.readLatestTerms(reference))?.status).toBe("ENDED");
  });

  it("is part of the caller's transaction, idempotent, and retried if Stripe does not answer", async () => {
    const payer = await shop.addAccount("twice");
    const { subscription } = await shop.startSubscription({ accountId: payer });
    const undone = shop.context.db.transaction().execute(async (tx) => {
      await shop.cancelAllIn(tx, payer);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await shop.runDueJobs()).toEqual([]);
    expect(subscription.status).toBe("active");
    shop.stripe.setDown(true);
    await shop.cancelAll(payer);
    await shop.cancelAll(payer);
    expect(await shop.runDueJobs()).toMatchObject([{ code: "E0048" }, { code: "E0048" }]);
    shop.stripe.setDown(false);
    expect(await shop.runDelayedJobs()).toEqual([]);
    expect(subscription.status).toBe("canceled");
    await shop.cancelAll(payer);
    expect(await shop.runDueJobs()).toEqual([]);
  });

  it("voids the open invoice", async () => {
    const payer = await shop.addAccount("debtor");
    const { subscription } = await shop.startSubscription({ accountId: payer });
    shop.advanceToPeriodEnd(subscription.id);
    expect(await shop.deliverEvents(shop.lifecycle.renew(subscription.id, "declined"))).toEqual([]);
    await shop.cancelAll(payer);
    expect(await shop.runDueJobs()).toEqual([]);
    expect((await shop.listInvoices(payer)).data.map(({ state }) => state)).toEqual(["VOID", "PAID"]);
    const late = await shop.startSubscription({ accountId: payer });
    shop.advanceToPeriodEnd(late.subscription.id);
    shop.lifecycle.renew(late.subscription.id, "draft");
    await shop.cancelAll(payer);
    expect(await shop.runDueJobs()).toEqual([]);
    expect(shop.billing.invoices.at(-1)).toMatchObject({ status: "draft", autoAdvance: false });
  });
});
