import type { Payout } from "@wrapsody/shared/payments/payments.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { type ReceivedMails, receiveMails } from "../../../testing/mail.ts";
import { openStripeShop, type StripeShop } from "../../../testing/payments/stripe-shop.ts";

let mails: ReceivedMails;
let shop: StripeShop;
let token: string;
let account: string;

beforeAll(async () => {
  mails = await receiveMails();
  shop = await openStripeShop({ SMTP_URL: mails.url });
  token = await shop.logIn("payee");
  await shop.call("POST", "my/payout-account", { token });
  account = [...shop.stripe.simulator.accounts.keys()][0] ?? "";
  shop.stripe.simulator.completeAccount(account);
  await shop.call("GET", "my/payout-account", { token });
});
afterAll(async () => {
  await shop.close();
  await mails.close();
});

async function payOrder(): Promise<string> {
  const purchase = shop.buildPurchase();
  await shop.openCheckout(purchase);
  const { reference } = purchase;
  shop.stripe.simulator.pay((await shop.readPayment(reference)).session_id);
  await shop.refreshState(reference);
  return reference;
}

/** Pays out the balance, a minute after the payout before. */
function createPayout() {
  shop.context.clock.move(60);
  const created = shop.stripe.simulator.createPayout(account);
  if (created === undefined) throw new Error("the balance is empty");
  return created;
}

/** Sends an event about a payout, as Stripe does for connected accounts, and runs its jobs. */
async function reportPayout(type: string, id: string): Promise<void> {
  const event = shop.stripe.signEvent(type, { id, object: "payout" }, { account });
  expect(await shop.postWebhook(event)).toBe(200);
  expect(await shop.runDueJobs()).toEqual([]);
}

async function listPayouts(as = token): Promise<Payout[]> {
  const { status, json } = await shop.call("GET", "my/payouts?limit=100", { token: as });
  expect(status).toBe(200);
  expect(json.body.total).toBe(json.body.data.length);
  return json.body.data;
}

/** The mails to the publisher about payouts. */
const listPayoutMails = () =>
  mails.mails("payee@wrapsody.example").filter(({ subject = "" }) => /payout/i.test(subject));

/** The references of the orders in a payout with what happened to them. */
async function listItems(payout: string): Promise<string[]> {
  const { rows } = await sql<{ item: string }>`
    select y.reference || ' ' || i.kind as item from payout_item i join payment y on y.id = i.payment_id
    where i.payout_id = ${payout} order by 1`.execute(shop.context.db);
  return rows.map(({ item }) => item);
}

describe("payouts", () => {
  it("require a session, and are the caller's own", async () => {
    expect((await shop.call("GET", "my/payouts")).json.code).toBe("E0002");
    expect(await listPayouts()).toEqual([]);
  });

  it("are listed with their orders, from their creation to their arrival", async () => {
    const orders = [await payOrder(), await payOrder()].sort();
    const created = createPayout();
    await reportPayout("payout.created", created.id);
    const arrives = new Date(created.arrival * 1000).toISOString().replace(".000Z", "Z");
    const own = { id: created.id, amount: 2 * (1_250 - 88), currency: "usd", orders: 2, refunds: 0 };
    expect((await listPayouts())[0]).toMatchObject({ ...own, state: "IN_TRANSIT", arrives_at: arrives });
    expect(await listItems(created.id)).toEqual(orders.map((reference) => `${reference} PAID`));
    shop.stripe.simulator.settlePayouts(account);
    await reportPayout("payout.paid", created.id);
    expect((await listPayouts())[0]).toMatchObject({ ...own, state: "PAID" });
    expect(await listPayouts(await shop.logIn("payer"))).toEqual([]);
  });

  it("are announced by one mail when they arrive, unless that is turned off", { retry: 0 }, async () => {
    const before = listPayoutMails().length;
    const arrive = async () => {
      await payOrder();
      const created = createPayout();
      await reportPayout("payout.created", created.id);
      expect(listPayoutMails()).toHaveLength(before);
      shop.stripe.simulator.settlePayouts(account);
      await reportPayout("payout.paid", created.id);
    };
    const turn = async (on: boolean) =>
      shop.app.inject({
        method: "PATCH",
        url: "/api/v1/my/mails",
        headers: { authorization: `Bearer ${token}` },
        payload: { topic: "PAYOUTS", on },
      });
    expect((await turn(false)).statusCode).toBe(200);
    await arrive();
    expect(listPayoutMails()).toHaveLength(before);
    expect((await turn(true)).statusCode).toBe(200);
    await arrive();
    await shop.runJob("reconcile-payments");
    expect(await shop.runDueJobs()).toEqual([]);
    const [mail, ...others] = listPayoutMails().slice(before);
    expect(mail?.text).toContain("$11.62");
    expect(mail?.text).toContain("/my/earnings?view=payouts");
    expect(others).toEqual([]);
  });

  it("contain refunds of orders that an earlier payout contained", async () => {
    const kept = await payOrder();
    const [refunded = ""] = (await listItems((await listPayouts())[0]?.id ?? "")).map((item) =>
      item.slice(0, 36),
    );
    await shop.refund(refunded);
    expect(await shop.runDueJobs()).toEqual([]);
    const created = createPayout();
    await reportPayout("payout.created", created.id);
    const [latest] = await listPayouts();
    expect(latest).toMatchObject({ amount: 0, orders: 1, refunds: 1 });
    expect(await listItems(latest?.id ?? "")).toEqual([`${kept} PAID`, `${refunded} REFUNDED`].sort());
  });

  it("are synced daily if a webhook was lost, and once by concurrent events", { retry: 0 }, async () => {
    await payOrder();
    const created = createPayout();
    shop.stripe.simulator.settlePayouts(account);
    expect(await shop.runJob("reconcile-payments")).toEqual([]);
    expect((await listPayouts())[0]).toMatchObject({ id: created.id, state: "PAID", orders: 1 });
    const before = await listPayouts();
    for (const type of ["payout.paid", "payout.updated", "payout.paid"])
      await shop.postWebhook(shop.stripe.signEvent(type, { id: created.id, object: "payout" }, { account }));
    expect(await shop.runDueJobs()).toEqual([]);
    expect(await listPayouts()).toEqual(before);
  });

  it("that fail say so, and stay unknown to accounts that are not of this site", async () => {
    await payOrder();
    const created = createPayout();
    shop.stripe.simulator.settlePayouts(account, "failed");
    await reportPayout("payout.failed", created.id);
    const own = await listPayouts();
    expect(own[0]).toMatchObject({ id: created.id, state: "FAILED", failure: "account_closed" });
    const foreign = shop.stripe.signEvent(
      "payout.paid",
      { id: "po_1", object: "payout" },
      { account: "acct_1" },
    );
    expect(await shop.postWebhook(foreign)).toBe(200);
    expect(await shop.runDueJobs()).toEqual([]);
    expect(await listPayouts()).toEqual(own);
  });

  it("are not lost while Stripe does not answer", async () => {
    await payOrder();
    const created = createPayout();
    shop.stripe.setDown(true);
    const event = shop.stripe.signEvent("payout.created", { id: created.id, object: "payout" }, { account });
    expect(await shop.postWebhook(event)).toBe(200);
    expect(await shop.runDueJobs()).toHaveLength(1);
    shop.stripe.setDown(false);
    expect(await shop.runDelayedJobs()).toEqual([]);
    expect((await listPayouts())[0]).toMatchObject({ id: created.id, state: "IN_TRANSIT", orders: 1 });
  });
});

describe("a dispute", () => {
  it("is stored with its amount, and its outcome", async () => {
    const reference = await payOrder();
    const { intent_id, id } = await shop.readPayment(reference);
    shop.stripe.simulator.dispute(intent_id ?? "");
    await shop.syncPayment(id);
    const read = () =>
      sql`select amount_cents, state from payment_dispute where payment_id = ${id}`.execute(shop.context.db);
    expect((await read()).rows).toEqual([{ amount_cents: 1_250, state: "OPEN" }]);
    const dispute = shop.stripe.simulator.disputes.at(-1);
    if (dispute !== undefined) dispute.status = "lost";
    await shop.syncPayment(id);
    expect((await read()).rows).toEqual([{ amount_cents: 1_250, state: "LOST" }]);
  });
});
