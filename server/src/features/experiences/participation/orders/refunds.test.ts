import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { grid, wallets } from "../../../../testing/chain/minting.ts";
import type { Publisher } from "../../../../testing/fixtures/campaigns.ts";
import { bearer, type Person } from "../../../../testing/fixtures/people.ts";
import type { Proof } from "../../../../testing/fixtures/taking-part.ts";
import { type CheckoutApi, openCheckoutApi } from "../../../../testing/payments/paid-orders.ts";
import { participationOrderHandler } from "./apply-event.ts";

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

const [wallet = "", second = ""] = wallets(2, 97_000);
const paidFor = (fields: Record<string, string> = {}) =>
  api.addActiveCampaign(publisher, song, { cost_per_nft: "12", ...fields }, grid(3, 3));
const now = () => api.context.clock.now().toISOString();
const neither = { paid_back_for: null, refunded_at: null };
const refundOf = ({ orderId, code }: Proof) =>
  api.call("GET", `payment/${orderId}/refund?code=${encodeURIComponent(code)}`);

describe("a refunded order", () => {
  it("shows the refund on its page and in the user's list, and keeps its artwork if it was fulfilled", async () => {
    const id = await paidFor();
    const { page, payment } = await api.placeOrder(fan, id, wallet);
    const proof = await api.pay(page);
    expect((await api.confirmOrder(proof)).json.body.order.refunded_at).toBeNull();
    expect(await api.listOwnOrders(fan, id)).toMatchObject([{ state: "FULFILLED", ...neither }]);
    await api.refundPayment(payment);
    const at = now();
    api.context.clock.move(60);
    await api.syncPayment(payment);
    const { order, participant } = (await api.confirmOrder(proof)).json.body;
    expect([order.refunded_at, participant.name]).toEqual([at, "Tide Tables No. 1"]);
    expect(await api.listOwnOrders(fan, id)).toMatchObject([
      { state: "FULFILLED", total: 12, paid_back_for: "BY_THE_HOUSE", refunded_at: at },
    ]);
    const { json } = await api.call("GET", "my/art", bearer(fan.token));
    expect(json.body.data.some(({ name }: { name: string }) => name === participant.name)).toBe(true);
  });

  it("with no combinations left is listed as pending, then with its refund date", async () => {
    const id = await paidFor();
    const { page, payment } = await api.placeOrder(fan, id, wallet);
    await sql`update component set max_permitted = 1, drawn = 1 where campaign_id = ${id}`.execute(
      api.context.db,
    );
    // The browser is closed: no request confirms the order.
    await api.submitChoice(page, "leave");
    await api.syncPayment(payment);
    const expected = { state: "REFUNDED", total: 12, wallet_address: wallet, paid_back_for: "SOLD_OUT" };
    expect(await api.listOwnOrders(fan, id)).toMatchObject([{ ...expected, refunded_at: null }]);
    await api.runJobsWithoutWebhooks();
    expect(await api.listOwnOrders(fan, id)).toMatchObject([{ ...expected, refunded_at: now() }]);
  });

  it("shows the refund date to a caller with its code, and nothing to one with part of it", async () => {
    const id = await paidFor();
    const { page, payment } = await api.placeOrder(fan, id, wallet);
    await sql`update component set max_permitted = 1, drawn = 1 where campaign_id = ${id}`.execute(
      api.context.db,
    );
    const proof = await api.pay(page);
    expect((await refundOf(proof)).json.body).toEqual({ total: 12, ...neither });
    await api.syncPayment(payment);
    expect((await api.confirmOrder(proof)).json.code).toBe("E0033");
    const expected = { total: 12, paid_back_for: "SOLD_OUT" };
    const [first, second] = await Promise.all([refundOf(proof), refundOf(proof)]);
    expect([first.json.body, second.json.body]).toEqual(Array(2).fill({ ...expected, refunded_at: null }));
    await api.runJobsWithoutWebhooks();
    const at = now();
    api.context.clock.move(60);
    expect((await refundOf(proof)).json.body).toEqual({ ...expected, refunded_at: at });
    for (const wrong of [
      { ...proof, code: "wrong code" },
      { ...proof, orderId: "no-such-order" },
    ])
      expect((await refundOf(wrong)).json).toMatchObject({ code: "E0035" });
    const { status, json } = await api.call("GET", `payment/${proof.orderId}/refund`);
    expect([status, json.errors]).toMatchObject([400, [{ field: "code" }]]);
  });

  it("shows that it was paid too late", async () => {
    const id = await paidFor();
    const { id: orderId, page, payment } = await api.placeOrder(fan, id, wallet);
    await api.context.db
      .transaction()
      .execute((tx) => participationOrderHandler.onExpired(api.context, tx, String(orderId)));
    await api.call("PATCH", `drop/${id}/close`, bearer(publisher.token));
    await api.submitChoice(page, "leave");
    await api.syncPayment(payment);
    expect(await api.listOwnOrders(fan, id)).toMatchObject([
      { state: "REFUNDED", paid_back_for: "TOO_LATE" },
    ]);
    expect(await api.countSpots(id)).toEqual({ taken: 0, reserved: 0, participants: 0 });
  });

  it("counts among the last three finished orders, listed after open ones", async () => {
    const id = await paidFor();
    const { page, payment } = await api.placeOrder(fan, id, wallet);
    await api.confirmOrder(await api.pay(page));
    await api.refundPayment(payment);
    for (const _ of [1, 2]) {
      api.context.clock.move(60);
      const next = await api.placeOrder(fan, id, wallet);
      await api.confirmOrder(await api.pay(next.page));
    }
    api.context.clock.move(60);
    await api.placeOrder(fan, id, second);
    const own = await api.listOwnOrders(fan, id);
    expect(
      own.map(({ state, paid_back_for }: typeof neither & { state: string }) => [state, paid_back_for]),
    ).toEqual([
      ["AWAITING_PAYMENT", null],
      ["FULFILLED", null],
      ["FULFILLED", null],
      ["FULFILLED", "BY_THE_HOUSE"],
    ]);
  });
});
