import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { grid, wallets } from "../../../../testing/chain/minting.ts";
import type { Publisher } from "../../../../testing/fixtures/campaigns.ts";
import type { Person } from "../../../../testing/fixtures/people.ts";
import { type CheckoutApi, openCheckoutApi } from "../../../../testing/payments/paid-orders.ts";
import { simulatedCheckouts } from "../../../../testing/payments/simulated-payments.ts";

let api: CheckoutApi;
let publisher: Publisher;
let song: number;
let fan: Person;
beforeAll(async () => {
  api = await openCheckoutApi();
  publisher = await api.addPublisher();
  song = await api.addPublicWrap(publisher);
  fan = await api.join();
});
afterAll(() => api.close());

const [wallet = "", second = "", third = "", fourth = ""] = wallets(4, 95_000);
const paidFor = (fields: Record<string, string> = {}) =>
  api.addActiveCampaign(publisher, song, { cost_per_nft: "12", ...fields }, grid(3, 3));
const states = async (id: number) => (await api.listOrders(id)).map(({ state }) => state);
const unmade = { taken: 0, reserved: 0, participants: 0 };

describe("cancelling an unpaid spot", () => {
  it("releases it immediately and closes its checkout, and a repeat returns the same", {
    retry: 0,
  }, async () => {
    const id = await paidFor({ max_nfts: "1" });
    const { exposedId, page } = await api.placeOrder(fan, id, wallet);
    const answers = await Promise.all([1, 2].map(() => api.cancelOrder(fan, exposedId)));
    answers.push(await api.cancelOrder(fan, exposedId));
    expect(answers.map(({ status, json }) => [status, json.body])).toEqual(Array(3).fill([200, {}]));
    expect([await states(id), await api.countSpots(id)]).toEqual([["EXPIRED"], unmade]);
    const pageResponse = await api.inject({ method: "GET", url: page });
    expect(pageResponse.body).toContain("This checkout is closed");
    expect(await api.listOwnOrders(fan, id)).toEqual([]);
    expect((await api.createOrder(fan, id, second)).status).toBe(200);
    expect(await states(id)).toEqual(["EXPIRED", "AWAITING_PAYMENT"]);
  });

  it("makes room for another order at the limit of three", async () => {
    const id = await paidFor();
    const orders = [];
    for (const address of [wallet, second, third]) orders.push(await api.placeOrder(fan, id, address));
    expect((await api.createOrder(fan, id, fourth)).json.code).toBe("E0045");
    expect((await api.cancelOrder(fan, orders[1]?.exposedId ?? "")).status).toBe(200);
    expect((await api.createOrder(fan, id, fourth)).status).toBe(200);
  });

  it("works for free and priced experiences", async () => {
    const id = await api.addActiveCampaign(publisher, song, {}, grid(3, 3));
    const proof = await api.reserve(fan, id, wallet);
    expect((await api.cancelOrder(fan, proof.orderId)).status).toBe(200);
    expect([await states(id), await api.countSpots(id)]).toEqual([["EXPIRED"], unmade]);
    const expected = "Your reservation expired. Please join again.";
    expect((await api.confirmOrder(proof)).json).toMatchObject({ code: "E0040", message: expected });
  });

  it("is limited to its owner", async () => {
    const id = await paidFor();
    const { exposedId } = await api.placeOrder(fan, id, wallet);
    expect((await api.cancelOrder(undefined, exposedId)).status).toBe(401);
    const other = await api.join();
    for (const answer of [await api.cancelOrder(other, exposedId), await api.cancelOrder(fan, "not-there")])
      expect([answer.status, answer.json.code]).toEqual([404, "E0001"]);
    expect(await states(id)).toEqual(["AWAITING_PAYMENT"]);
  });

  it("is rejected for a paid one, even if the payment was not reported yet", async () => {
    const id = await paidFor();
    const { exposedId, page } = await api.placeOrder(fan, id, wallet);
    await api.submitChoice(page, "leave");
    for (let round = 0; round < 2; round += 1) {
      const { status, json } = await api.cancelOrder(fan, exposedId);
      expect([status, json.code]).toEqual([409, "E0032"]);
    }
    expect([await states(id), await api.countSpots(id)]).toEqual([
      ["FULFILLED"],
      { taken: 1, reserved: 1, participants: 1 },
    ]);
  });

  it("never loses a concurrent payment: the spot is kept, or nothing was charged", { retry: 0 }, async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await paidFor();
      const { exposedId, page, payment } = await api.placeOrder(fan, id, wallet);
      const press = api.inject({
        method: "POST",
        url: page,
        payload: "choice=accept",
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
      const [, cancelled] = await Promise.all([
        press,
        api.cancelOrder(fan, exposedId),
        api.syncPayment(payment),
      ]);
      await api.syncPayment(payment);
      const { rows } = await sql<{ charged: boolean; state: string }>`
        select c.status = 'PAID' as charged, y.state from payment y
          join ${simulatedCheckouts} c on c.payment_id = y.id where y.id = ${payment}`.execute(
        api.context.db,
      );
      const [{ charged, state } = { charged: null, state: "" }] = rows;
      expect([cancelled.status, await states(id), state]).toEqual(
        charged === true ? [409, ["FULFILLED"], "PAID"] : [200, ["EXPIRED"], "EXPIRED"],
      );
      expect(await api.countSpots(id)).toMatchObject(charged === true ? { taken: 1, reserved: 1 } : unmade);
    }
  });

  it("leaves nothing to pay, even if the checkout is opened concurrently", { retry: 0 }, async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await paidFor();
      const { exposedId } = await api.placeOrder(fan, id, wallet);
      await Promise.all([
        api.cancelOrder(fan, exposedId),
        ...[1, 2].map(() => api.createOrder(fan, id, wallet)),
        api.cancelOrder(fan, exposedId),
      ]);
      const { rows } = await sql<{ order: string; checkout: string | null }>`
        select p.state as order, c.status as checkout from participation p
          left join payment y on y.kind = 'PARTICIPATION' and y.reference = p.id::text
          left join ${simulatedCheckouts} c on c.payment_id = y.id
        where p.campaign_id = ${id} order by p.id`.execute(api.context.db);
      expect(rows[0]).toEqual({ order: "EXPIRED", checkout: "CLOSED" });
      for (const { order, checkout } of rows)
        expect(["EXPIRED CLOSED", "AWAITING_PAYMENT OPEN"]).toContain(`${order} ${checkout}`);
    }
  });
});
