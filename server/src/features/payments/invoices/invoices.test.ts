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
    const { reference, subscription } = await till.begun({ accountId: owner });
    for (let months = 0; months < 2; months += 1) {
      till.toEnd(subscription.id);
      expect(await till.hear(till.lifecycle.renew(subscription.id))).toEqual([]);
    }
    const { data, total } = await till.bills(owner);
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
    expect((await till.bills(owner, { limit: 1, offset: 1 })).data.map(({ id }) => id)).toEqual([ids[1]]);
    expect((await till.bills(owner, { sortDir: "ASC" })).data.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(await till.bills(await till.addAccount("nobody"))).toEqual({ data: [], total: 0 });
  });

  it("of the same second are listed by their periods", async () => {
    const owner = await till.addAccount("hasty");
    const { subscription } = await till.begun({ accountId: owner });
    for (let count = 0; count < 4; count += 1) {
      till.toEnd(subscription.id);
      expect(await till.hear(till.lifecycle.renew(subscription.id))).toEqual([]);
    }
    await sql`update payment_invoice i set created_at = now() from payment p
      where p.id = i.payment_id and p.account_id = ${owner}`.execute(till.context.db);
    const { data } = await till.bills(owner);
    const ends = data.map(({ period_until }) => period_until);
    expect(ends).toEqual(ends.toSorted().reverse());
    const oldest = await till.bills(owner, { sortDir: "ASC" });
    expect(oldest.data.map(({ period_until }) => period_until)).toEqual(ends.toReversed());
  });

  it("show what was refunded", async () => {
    const owner = await till.addAccount("refunded");
    const { reference, subscription } = await till.begun({ accountId: owner });
    await till.refund(reference);
    expect(await till.work()).toEqual([]);
    expect(await till.hear([till.lifecycle.subscriptionEvent("deleted", subscription.id)])).toEqual([]);
    expect((await till.bills(owner)).data).toMatchObject([{ state: "PAID", refunded_cents: 1_000 }]);
  });

  it("have a page at Stripe, for their owner", async () => {
    const owner = await till.addAccount("reader");
    await till.begun({ accountId: owner });
    const [bill] = (await till.bills(owner)).data;
    const id = bill?.id ?? "";
    expect(await till.billPage(id, owner)).toEqual({ url: `https://invoice.stripe.com/i/${id}` });
    await expect(till.billPage(id, await till.addAccount("other"))).rejects.toMatchObject({ code: "E0001" });
    await expect(till.billPage("in_none", owner)).rejects.toMatchObject({ code: "E0001" });
    till.stripe.setDown(true);
    await expect(till.billPage(id, owner)).rejects.toMatchObject({ code: "E0048" });
    till.stripe.setDown(false);
    till.billing.invoices.splice(
      till.billing.invoices.findIndex((one) => one.id === id),
      1,
    );
    await expect(till.billPage(id, owner)).rejects.toMatchObject({ code: "E0001" });
  });

  it("are part of the data export", async () => {
    const { reference } = await till.begun();
    const { json } = await till.call("GET", "my/data", { token: await till.logIn("payer") });
    expect(json.body.payments.bills).toContainEqual(
      expect.objectContaining({ reference, provider: "STRIPE", amount_cents: 1_000, state: "PAID" }),
    );
  });

  it("are read completely beyond one hundred", async () => {
    const owner = await till.addAccount("century");
    const { reference, subscription } = await till.begun({ accountId: owner });
    for (let months = 0; months < 104; months += 1) {
      till.toEnd(subscription.id);
      till.lifecycle.renew(subscription.id);
    }
    expect(await till.hear([till.lifecycle.subscriptionEvent("updated", subscription.id)])).toEqual([]);
    expect((await till.bills(owner)).total).toBe(105);
    expect((await till.kept(reference)).intent_id).toBe(
      till.billing.invoices.find((one) => one.subscription === subscription.id)?.intent?.id,
    );
  });
});

describe("the card update page", () => {
  it("is Stripe's, only for subscribers, and configured once", async () => {
    const owner = await till.addAccount("cardholder");
    await expect(till.cardPage(owner)).rejects.toMatchObject({ code: "E0046" });
    const { subscription } = await till.begun({ accountId: owner });
    expect((await till.cardPage(owner)).url).toMatch(/^https:\/\/billing\.stripe\.com\//);
    await Promise.all([till.cardPage(owner), till.cardPage(owner)]);
    expect(till.billing.configurations).toHaveLength(1);
    const sent = till.stripe.asked.findLast(({ call }) => call === "POST /v1/billing_portal/sessions")?.sent;
    expect(new URLSearchParams(sent).get("customer")).toBe(subscription.customer);
    till.stripe.setDown(true);
    await expect(till.cardPage(owner)).rejects.toMatchObject({ code: "E0048" });
    till.stripe.setDown(false);
    expect(await till.hear(till.lifecycle.cancelInDashboard(subscription.id))).toEqual([]);
    await expect(till.cardPage(owner)).rejects.toMatchObject({ code: "E0046" });
  });
});

describe("cancelling all subscriptions of an account", () => {
  const leave = (account: string) =>
    till.context.db.transaction().execute(async (tx) => {
      await till.endAllIn(tx, account);
      await sql`delete from account where id = ${account}`.execute(tx);
    });

  it("charges nothing after the account is deleted, and closes open checkouts", async () => {
    const leaver = await till.addAccount("leaver");
    const plan = await till.begun({ accountId: leaver });
    const switched = await till.begun({ accountId: leaver });
    await till.renewAs(switched.reference, yearly);
    const open = await till.opened({ accountId: leaver });
    await leave(leaver);
    expect(await till.work()).toEqual([]);
    expect([plan.subscription.status, switched.subscription.status]).toEqual(["canceled", "canceled"]);
    expect(till.stripe.simulator.session(open.session).status).toBe("expired");
    expect((await till.standing(plan.reference))?.status).toBe("ENDED");
    expect(await till.told(open.reference)).toEqual(["expired"]);
    expect((await till.kept(plan.reference)).ended_at).not.toBeNull();
  });

  it("cancels a subscription that was paid while its checkout was being closed", async () => {
    const leaver = await till.addAccount("late-leaver");
    const { reference, session } = await till.opened({ accountId: leaver });
    till.stripe.simulator.pay(session);
    await leave(leaver);
    expect(await till.work()).toEqual([]);
    expect(till.stripe.simulator.startedBy(session).subscription.status).toBe("canceled");
    expect((await till.standing(reference))?.status).toBe("ENDED");
  });

  it("is part of the caller's transaction, idempotent, and retried if Stripe does not answer", async () => {
    const payer = await till.addAccount("twice");
    const { subscription } = await till.begun({ accountId: payer });
    const undone = till.context.db.transaction().execute(async (tx) => {
      await till.endAllIn(tx, payer);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await till.work()).toEqual([]);
    expect(subscription.status).toBe("active");
    till.stripe.setDown(true);
    await till.endAll(payer);
    await till.endAll(payer);
    expect(await till.work()).toMatchObject([{ code: "E0048" }, { code: "E0048" }]);
    till.stripe.setDown(false);
    expect(await till.workAgain()).toEqual([]);
    expect(subscription.status).toBe("canceled");
    await till.endAll(payer);
    expect(await till.work()).toEqual([]);
  });

  it("voids the open invoice", async () => {
    const payer = await till.addAccount("debtor");
    const { subscription } = await till.begun({ accountId: payer });
    till.toEnd(subscription.id);
    expect(await till.hear(till.lifecycle.renew(subscription.id, "declined"))).toEqual([]);
    await till.endAll(payer);
    expect(await till.work()).toEqual([]);
    expect((await till.bills(payer)).data.map(({ state }) => state)).toEqual(["VOID", "PAID"]);
    const late = await till.begun({ accountId: payer });
    till.toEnd(late.subscription.id);
    till.lifecycle.renew(late.subscription.id, "draft");
    await till.endAll(payer);
    expect(await till.work()).toEqual([]);
    expect(till.billing.invoices.at(-1)).toMatchObject({ status: "draft", autoAdvance: false });
  });
});
