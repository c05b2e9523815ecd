import type { Payout } from "@wrapsody/shared/payments.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { openStripeShop, type StripeShop } from "../../../testing/payments/till.ts";

let till: StripeShop;
let token: string;
let account: string;

beforeAll(async () => {
  till = await openStripeShop();
  token = await till.logIn("payee");
  await till.call("POST", "my/payout-account", { token });
  account = [...till.stripe.simulator.accounts.keys()][0] ?? "";
  till.stripe.simulator.completeAccount(account);
  await till.call("GET", "my/payout-account", { token });
});
afterAll(() => till.close());

async function payOrder(): Promise<string> {
  const purchase = till.buildPurchase();
  await till.openCheckout(purchase);
  const { reference } = purchase;
  till.stripe.simulator.pay((await till.readPayment(reference)).session_id);
  await till.refreshState(reference);
  return reference;
}

/** Pays out the balance, a minute after the payout before. */
function createPayout() {
  till.context.clock.move(60);
  const created = till.stripe.simulator.createPayout(account);
  if (created === undefined) throw new Error("the balance is empty");
  return created;
}

/** Sends an event about a payout, as Stripe does for connected accounts, and runs its jobs. */
async function reportPayout(type: string, id: string): Promise<void> {
  const event = till.stripe.signEvent(type, { id, object: "payout" }, { account });
  expect(await till.postWebhook(event)).toBe(200);
  expect(await till.runDueJobs()).toEqual([]);
}

async function listPayouts(as = token): Promise<Payout[]> {
  const { status, json } = await till.call("GET", "my/payouts", { token: as });
  expect(status).toBe(200);
  expect(json.body.total).toBe(json.body.data.length);
  return json.body.data;
}

/** The references of the orders in a payout with what happened to them. */
async function listItems(payout: string): Promise<string[]> {
  const { rows } = await sql<{ item: string }>`
    select y.reference || ' ' || i.kind as item from payout_item i join payment y on y.id = i.payment_id
    where i.payout_id = ${payout} order by 1`.execute(till.context.db);
  return rows.map(({ item }) => item);
}

describe("payouts", () => {
  it("require a session, and are the caller's own", async () => {
    expect((await till.call("GET", "my/payouts")).json.code).toBe("E0002");
    expect(await listPayouts()).toEqual([]);
  });

  it("are listed with their orders, from their creation to their arrival", async () => {
    const orders = [await payOrder(), await payOrder()].sort();
    const created = createPayout();
    await reportPayout("payout.created", created.id);
    const arrives = new Date(created.arrival * 1000).toISOString().replace(".000Z", "Z");
    const own = { id: created.id, amount: 2 * (1_250 - 88), currency: "usd", orders: 2, refunds: 0 };
    expect(await listPayouts()).toMatchObject([{ ...own, state: "IN_TRANSIT", arrives_at: arrives }]);
    expect(await listItems(created.id)).toEqual(orders.map((reference) => `${reference} PAID`));
    till.stripe.simulator.settlePayouts(account);
    await reportPayout("payout.paid", created.id);
    expect(await listPayouts()).toMatchObject([{ ...own, state: "PAID" }]);
    expect(await listPayouts(await till.logIn("payer"))).toEqual([]);
  });

  it("contain refunds of orders that an earlier payout contained", async () => {
    const kept = await payOrder();
    const [refunded = ""] = (await listItems((await listPayouts())[0]?.id ?? "")).map((item) =>
      item.slice(0, 36),
    );
    await till.refund(refunded);
    expect(await till.runDueJobs()).toEqual([]);
    const created = createPayout();
    await reportPayout("payout.created", created.id);
    const [latest] = await listPayouts();
    expect(latest).toMatchObject({ amount: 0, orders: 1, refunds: 1 });
    expect(await listItems(latest?.id ?? "")).toEqual([`${kept} PAID`, `${refunded} REFUNDED`].sort());
  });

  it("are synced daily if a webhook was lost, and once by concurrent events", async () => {
    await payOrder();
    const created = createPayout();
    till.stripe.simulator.settlePayouts(account);
    expect(await till.runJob("reconcile-payments")).toEqual([]);
    expect((await listPayouts())[0]).toMatchObject({ id: created.id, state: "PAID", orders: 1 });
    const before = await listPayouts();
    for (const type of ["payout.paid", "payout.updated", "payout.paid"])
      await till.postWebhook(till.stripe.signEvent(type, { id: created.id, object: "payout" }, { account }));
    expect(await till.runDueJobs()).toEqual([]);
    expect(await listPayouts()).toEqual(before);
  });

  it("that fail say so, and stay unknown to accounts that are not of this site", async () => {
    await payOrder();
    const created = createPayout();
    till.stripe.simulator.settlePayouts(account, "failed");
    await reportPayout("payout.failed", created.id);
    expect((await listPayouts())[0]).toMatchObject({ state: "FAILED", failure: "account_closed" });
    const foreign = till.stripe.signEvent(
      "payout.paid",
      { id: "po_1", object: "payout" },
      { account: "acct_1" },
    );
    expect(await till.postWebhook(foreign)).toBe(200);
    expect(await till.runDueJobs()).toEqual([]);
    expect(await listPayouts()).toHaveLength(4);
  });

  it("are not lost while Stripe does not answer", async () => {
    await payOrder();
    const created = createPayout();
    till.stripe.setDown(true);
    const event = till.stripe.signEvent("payout.created", { id: created.id, object: "payout" }, { account });
    expect(await till.postWebhook(event)).toBe(200);
    expect(await till.runDueJobs()).toHaveLength(1);
    till.stripe.setDown(false);
    expect(await till.runDelayedJobs()).toEqual([]);
    expect((await listPayouts())[0]).toMatchObject({ id: created.id, state: "IN_TRANSIT", orders: 1 });
  });
});

describe("a dispute", () => {
  it("is stored with its amount, and its outcome", async () => {
    const reference = await payOrder();
    const { intent_id, id } = await till.readPayment(reference);
    till.stripe.simulator.dispute(intent_id ?? "");
    await till.syncPayment(id);
    const read = () =>
      sql`select amount_cents, state from payment_dispute where payment_id = ${id}`.execute(till.context.db);
    expect((await read()).rows).toEqual([{ amount_cents: 1_250, state: "OPEN" }]);
    const dispute = till.stripe.simulator.disputes.at(-1);
    if (dispute !== undefined) dispute.status = "lost";
    await till.syncPayment(id);
    expect((await read()).rows).toEqual([{ amount_cents: 1_250, state: "LOST" }]);
  });
});
