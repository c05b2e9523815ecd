import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import type { House } from "../../../../testing/campaigns.ts";
import { grid, wallets } from "../../../../testing/minting.ts";
import { openPaidDesk, type PaidDesk } from "../../../../testing/paid-orders.ts";
import { bearer, type Person } from "../../../../testing/people.ts";
import type { Proof } from "../../../../testing/taking-part.ts";
import { participationOrderHandler } from "./order-handler.ts";

let desk: PaidDesk;
let house: House;
let song: number;
let fan: Person;
beforeAll(async () => {
  desk = await openPaidDesk();
  house = await desk.openHouse();
  song = await desk.publicWrap(house);
  fan = await desk.join();
});
afterAll(() => desk.close());

const [wallet = "", second = ""] = wallets(2, 97_000);
const paidFor = (given: Record<string, string> = {}) =>
  desk.active(house, song, { cost_per_nft: "12", ...given }, grid(3, 3));
const now = () => desk.context.clock.now().toISOString();
const neither = { paid_back_for: null, refunded_at: null };
const refundOf = ({ orderId, code }: Proof) =>
  desk.call("GET", `payment/${orderId}/refund?code=${encodeURIComponent(code)}`);

describe("a refunded order", () => {
  it("shows the refund on its page and in the user's list, and keeps its artwork if it was fulfilled", async () => {
    const id = await paidFor();
    const { page, payment } = await desk.order(fan, id, wallet);
    const proof = await desk.pay(page);
    expect((await desk.confirm(proof)).json.body.order.refunded_at).toBeNull();
    expect(await desk.own(fan, id)).toMatchObject([{ state: "FULFILLED", ...neither }]);
    await desk.payBack(payment);
    const at = now();
    desk.context.clock.move(60);
    await desk.settle(payment);
    const { order, participant } = (await desk.confirm(proof)).json.body;
    expect([order.refunded_at, participant.name]).toEqual([at, "Tide Tables No. 1"]);
    expect(await desk.own(fan, id)).toMatchObject([
      { state: "FULFILLED", total: 12, paid_back_for: "BY_THE_HOUSE", refunded_at: at },
    ]);
    const { json } = await desk.call("GET", "my/art", bearer(fan.token));
    expect(json.body.data.some(({ name }: { name: string }) => name === participant.name)).toBe(true);
  });

  it("with no combinations left is listed as pending, then with its refund date", async () => {
    const id = await paidFor();
    const { page, payment } = await desk.order(fan, id, wallet);
    await sql`update component set max_permitted = 1, drawn = 1 where campaign_id = ${id}`.execute(
      desk.context.db,
    );
    // The browser is closed: no request confirms the order.
    await desk.press(page, "leave");
    await desk.settle(payment);
    const told = { state: "REFUNDED", total: 12, wallet_address: wallet, paid_back_for: "SOLD_OUT" };
    expect(await desk.own(fan, id)).toMatchObject([{ ...told, refunded_at: null }]);
    await desk.settled();
    expect(await desk.own(fan, id)).toMatchObject([{ ...told, refunded_at: now() }]);
  });

  it("shows the refund date to a caller with its code, and nothing to one with part of it", async () => {
    const id = await paidFor();
    const { page, payment } = await desk.order(fan, id, wallet);
    await sql`update component set max_permitted = 1, drawn = 1 where campaign_id = ${id}`.execute(
      desk.context.db,
    );
    const proof = await desk.pay(page);
    expect((await refundOf(proof)).json.body).toEqual({ total: 12, ...neither });
    await desk.settle(payment);
    expect((await desk.confirm(proof)).json.code).toBe("E0033");
    const told = { total: 12, paid_back_for: "SOLD_OUT" };
    const [one, other] = await Promise.all([refundOf(proof), refundOf(proof)]);
    expect([one.json.body, other.json.body]).toEqual(Array(2).fill({ ...told, refunded_at: null }));
    await desk.settled();
    const at = now();
    desk.context.clock.move(60);
    expect((await refundOf(proof)).json.body).toEqual({ ...told, refunded_at: at });
    for (const wrong of [
      { ...proof, code: "somebody else's" },
      { ...proof, orderId: "no-such-order" },
    ])
      expect((await refundOf(wrong)).json).toMatchObject({ code: "E0035" });
    const { status, json } = await desk.call("GET", `payment/${proof.orderId}/refund`);
    expect([status, json.errors]).toMatchObject([400, [{ field: "code" }]]);
  });

  it("shows that it was paid too late", async () => {
    const id = await paidFor();
    const { id: orderId, page, payment } = await desk.order(fan, id, wallet);
    await desk.context.db
      .transaction()
      .execute((tx) => participationOrderHandler.onExpired(desk.context, tx, String(orderId)));
    await desk.call("PATCH", `drop/${id}/close`, bearer(house.token));
    await desk.press(page, "leave");
    await desk.settle(payment);
    expect(await desk.own(fan, id)).toMatchObject([{ state: "REFUNDED", paid_back_for: "TOO_LATE" }]);
    expect(await desk.places(id)).toEqual({ taken: 0, held: 0, participants: 0 });
  });

  it("counts among the last three finished orders, listed after open ones", async () => {
    const id = await paidFor();
    const { page, payment } = await desk.order(fan, id, wallet);
    await desk.confirm(await desk.pay(page));
    await desk.payBack(payment);
    for (const _ of [1, 2]) {
      desk.context.clock.move(60);
      const next = await desk.order(fan, id, wallet);
      await desk.confirm(await desk.pay(next.page));
    }
    desk.context.clock.move(60);
    await desk.order(fan, id, second);
    const own = await desk.own(fan, id);
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
