import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { grid, wallets } from "../../../../testing/chain/minting.ts";
import type { Publisher } from "../../../../testing/fixtures/campaigns.ts";
import { bearer, makePremium, type Person } from "../../../../testing/fixtures/people.ts";
import { type FanApi, openFanApi, type Proof, proofIn } from "../../../../testing/fixtures/taking-part.ts";
import { readSuccessUrl, simulatedCheckouts } from "../../../../testing/payments/simulated-payments.ts";
import { participationOrderHandler } from "./apply-event.ts";

let api: FanApi;
let publisher: Publisher;
let song: number;
let fan: Person;
let other: Person;
beforeAll(async () => {
  api = await openFanApi();
  publisher = await api.addPublisher();
  song = await api.addPublicWrap(publisher);
  [fan, other] = [await api.join(), await api.join()];
});
afterAll(() => api.close());

const [wallet = "", second = "", third = ""] = wallets(3, 70_000);
const price = { cost_per_nft: "12.50", reward_points: "3" };
const paidFor = (fields: Record<string, string> = {}, parts = grid(3, 3)) =>
  api.addActiveCampaign(publisher, song, { ...price, ...fields }, parts);

/** Creates an order at the provider's page and returns its credentials. */
async function order(person: Person, campaign: number, from = wallet) {
  const { json } = await api.createOrder(person, campaign, from);
  const page = new URL(json.body.redirect).pathname;
  const { rows } = await sql<{ id: number; payment: string }>`
    select p.id, y.id as payment from participation p
      join payment y on y.kind = 'PARTICIPATION' and y.reference = p.id::text
    where p.campaign_id = ${campaign} order by p.id desc limit 1`.execute(api.context.db);
  const [{ id, payment } = { id: 0, payment: "" }] = rows;
  return { id, payment, page, redirect: json.body.redirect, reference: String(id) };
}

/** Pays at the provider's page; returns the order's credentials. */
async function pay(page: string): Promise<Proof> {
  const answer = await api.inject({
    method: "POST",
    url: page,
    payload: "choice=accept",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expect(answer.statusCode).toBe(303);
  return proofIn(String(answer.headers.location));
}

/** Reports an order as paid, in a transaction of its own. */
const paySimulated = (reference: string) =>
  api.context.db
    .transaction()
    .execute((tx) => participationOrderHandler.onPaid(api.context, tx, reference, null));
const expired = (reference: string) =>
  api.context.db
    .transaction()
    .execute((tx) => participationOrderHandler.onExpired(api.context, tx, reference));
const states = async (id: number) => (await api.listOrders(id)).map(({ state }) => state);
/** Looks the payment up at the provider, as after a webhook. */
const settle = (payment: string) => api.runJob("settle-payment", { id: payment });
const paymentState = async (payment: string) => {
  const { rows } = await sql<{ state: string }>`select state from payment where id = ${payment}`.execute(
    api.context.db,
  );
  return rows[0]?.state;
};
const unmade = { taken: 0, reserved: 0, participants: 0 };

describe("a paid spot", () => {
  it("leads to the provider's page, which leads back to its confirmation", async () => {
    const id = await paidFor();
    const before = await api.getPoints(fan, song);
    const { page, redirect } = await order(fan, id);
    expect(page).toMatch(/^\/sandbox\/checkout\//);
    expect((await api.createOrder(fan, id, wallet)).json.body.redirect).toBe(redirect);
    expect(await api.listOrders(id)).toMatchObject([{ state: "AWAITING_PAYMENT", total_cents: 1250 }]);
    const proof = await pay(page);
    const confirmed = await api.confirmOrder(proof);
    expect(confirmed.json.body).toMatchObject({
      order: { exposed_id: proof.orderId, total: 12.5, wallet_address: wallet },
      participant: { name: "Tide Tables No. 1" },
    });
    expect((await api.confirmOrder(proof)).json).toEqual(confirmed.json);
    expect(await api.countSpots(id)).toEqual({ taken: 1, reserved: 1, participants: 1 });
    expect(await api.getPoints(fan, song)).toBe(before + 3);
  });

  it("keeps the price and the publisher's fee of the order date", async () => {
    const owner = await api.addPublisher({ name: "Premium" });
    const id = await api.addActiveCampaign(owner, await api.addPublicWrap(owner), price, grid(3, 3));
    await api.createOrder(fan, id, wallet);
    await makePremium(api, owner, 60);
    await api.createOrder(other, id, second);
    api.context.clock.move(61);
    await api.createOrder(other, id, third);
    const of = { total_cents: 1250, payee_id: owner.id };
    expect(await api.listOrders(id)).toMatchObject([
      { ...of, fee_cents: 88 },
      { ...of, fee_cents: 38 },
      { ...of, fee_cents: 88 },
    ]);
    // The provider charges the same, whatever plan the publisher has today.
    await makePremium(api, owner);
    await api.createOrder(fan, id, wallet);
    const { rows } = await sql<{ amounts: string }>`
      select concat_ws(' ', y.amount_cents, y.platform_fee_cents, s.amount_cents) as amounts
      from participation p join payment y on y.kind = 'PARTICIPATION' and y.reference = p.id::text
        join ${simulatedCheckouts} s on s.payment_id = y.id
      where p.campaign_id = ${id} order by p.id`.execute(api.context.db);
    expect(rows.map(({ amounts }) => amounts)).toEqual(["1250 88 1250", "1250 38 1250", "1250 88 1250"]);
  });

  it("is confirmed neither before payment nor after it expires", async () => {
    const id = await paidFor({ max_nfts: "1" });
    const { page, payment } = await order(fan, id);
    const [storedOrder] = await api.listOrders(id);
    const proof = { orderId: storedOrder?.exposed_id ?? "", code: "not this one" };
    expect((await api.confirmOrder(proof)).json.code).toBe("E0035");
    // Only the provider knows the code until then.
    const back = proofIn(await readSuccessUrl(api.context, page));
    expect((await api.confirmOrder(back)).json).toMatchObject({ code: "E0039" });
    api.context.clock.move(31 * 60);
    const expected = { code: "E0040", message: "This payment was not completed, and you were not charged." };
    expect((await api.confirmOrder(back)).json).toMatchObject(expected);
    expect([await paymentState(payment), await api.countSpots(id)]).toEqual(["EXPIRED", unmade]);
    expect((await api.confirmOrder(back)).json).toMatchObject(expected);
    expect((await api.createOrder(other, id, second)).status).toBe(200);
  });

  it("is confirmed once, by webhook, by lookup, or by both concurrently", { retry: 0 }, async () => {
    const id = await paidFor();
    const result = await order(fan, id);
    const proof = await pay(result.page);
    await settle(result.payment);
    expect(await states(id)).toEqual(["FULFILLED"]);
    const both = await order(fan, id);
    const repeated = await pay(both.page);
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => api.confirmOrder(repeated)),
      settle(both.payment),
      settle(result.payment),
      paySimulated(both.reference),
    ]);
    expect(answers.slice(0, 3)).toMatchObject(Array(3).fill({ status: 200 }));
    expect(answers.at(-1)).toBe("FULFILLED");
    await expired(both.reference);
    expect(await paySimulated(both.reference)).toBe("FULFILLED");
    expect((await api.confirmOrder(proof)).status).toBe(200);
    expect((await api.listParticipants(id)).length).toBe(2);
    expect(await api.countSpots(id)).toEqual({ taken: 2, reserved: 2, participants: 2 });
  });

  it("paid late gets another spot, or is refunded if none is left", async () => {
    const id = await paidFor({ max_nfts: "2" });
    const [first, late] = [await order(fan, id), await order(other, id, second)];
    for (const { reference } of [first, first, late]) await expired(reference);
    expect([await states(id), await api.countSpots(id)]).toEqual([["EXPIRED", "EXPIRED"], unmade]);
    const proof = await pay(first.page);
    expect((await api.confirmOrder(proof)).status).toBe(200);
    await api.mintToWallets(publisher, id, { wallets: [wallet] });
    const lost = await pay(late.page);
    await settle(late.payment);
    expect([await states(id), await paymentState(late.payment)]).toEqual([
      ["FULFILLED", "REFUNDED", "FULFILLED"],
      "REFUNDING",
    ]);
    const message = "This experience is sold out. Your payment will be refunded.";
    expect((await api.confirmOrder(lost)).json).toMatchObject({ code: "E0033", message });
    expect(await paySimulated(late.reference)).toBe("REFUND");
    expect(await api.countSpots(id)).toMatchObject({ taken: 2, reserved: 2 });
  });

  it("is refunded if no combinations are left or the experience is gone", async () => {
    const id = await paidFor();
    const unlucky = await order(fan, id);
    await sql`update component set max_permitted = 1, drawn = 1 where campaign_id = ${id}`.execute(
      api.context.db,
    );
    const proof = await pay(unlucky.page);
    expect((await api.confirmOrder(proof)).json).toMatchObject({ code: "E0033" });
    expect([await states(id), await paymentState(unlucky.payment)]).toEqual([["REFUNDED"], "REFUNDING"]);
    expect(await api.countSpots(id)).toEqual(unmade);
    const deletedOrder = await paidFor();
    const waiting = await order(other, deletedOrder);
    await api.call("PATCH", `drop/${deletedOrder}/close`, bearer(publisher.token));
    await api.call("DELETE", `drop/${deletedOrder}`, bearer(publisher.token));
    await pay(waiting.page);
    await settle(waiting.payment);
    expect([await states(deletedOrder), await api.countSpots(deletedOrder)]).toEqual([
      ["REFUNDED"],
      { ...unmade, taken: 1 },
    ]);
  });

  it("is released if the provider's page cannot be opened", async () => {
    const id = await paidFor();
    const { config } = api.context;
    const { payments } = config;
    config.payments = { stripe: undefined, sandbox: false };
    try {
      const { status, json } = await api.createOrder(fan, id, wallet);
      expect([status, json.code]).toEqual([409, "E0038"]);
      expect([await states(id), await api.countSpots(id)]).toEqual([["EXPIRED"], unmade]);
    } finally {
      config.payments = payments;
    }
    expect((await api.createOrder(fan, id, wallet)).status).toBe(200);
    expect(await api.countSpots(id)).toMatchObject({ taken: 1, reserved: 1 });
  });

  it("keeps its artwork and loses its points if refunded later", async () => {
    const id = await paidFor();
    const listener = await api.join();
    const { page, reference } = await order(listener, id);
    const proof = await pay(page);
    await api.confirmOrder(proof);
    expect(await api.getPoints(listener, song)).toBe(3);
    const refunded = () =>
      api.context.db
        .transaction()
        .execute(
          (tx) => participationOrderHandler.onRefunded?.(api.context, tx, reference) ?? Promise.resolve(),
        );
    await Promise.all([refunded(), refunded()]);
    expect([await api.getPoints(listener, song), (await api.confirmOrder(proof)).status]).toEqual([0, 200]);
  });

  it("ignores unknown orders", async () => {
    for (const reference of ["", "x", "999999999"]) {
      expect(await paySimulated(reference)).toBe("REFUND");
      await expired(reference);
    }
  });
});
