import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import type { House } from "../../../../testing/campaigns.ts";
import { grid, wallets } from "../../../../testing/minting.ts";
import { openPaidDesk, type PaidDesk } from "../../../../testing/paid-orders.ts";
import { bearer, type Person, password, waitUntilBlocked } from "../../../../testing/people.ts";

let desk: PaidDesk;
let house: House;
let song: number;
beforeAll(async () => {
  desk = await openPaidDesk();
  house = await desk.openHouse();
  song = await desk.publicWrap(house);
});
afterAll(() => desk.close());

const [wallet = ""] = wallets(1, 99_000);
const leave = ({ token }: Person) =>
  desk.call("DELETE", "me", { payload: { password }, headers: bearer(token).headers });
const places = () => desk.active(house, song, { cost_per_nft: "12" }, grid(3, 3));

it("deleting an account and fulfilling its payment do not deadlock", async () => {
  const fan = await desk.join();
  const { payment } = await desk.order(fan, await places(), wallet);
  const { db } = desk.context;
  const left = await db.transaction().execute(async (tx) => {
    // In the order of a provider's event: the payment first, then its account.
    await sql`select from payment where id = ${payment} for update`.execute(tx);
    const leaving = leave(fan);
    await waitUntilBlocked(db);
    await sql`select from account where id = ${fan.id} for key share`.execute(tx);
    return [leaving];
  });
  expect((await left[0])?.status).toBe(200);
});

it("a payment made while its account is deleted is fulfilled or refunded", async () => {
  for (let round = 0; round < 4; round += 1) {
    const fan = await desk.join();
    const id = await places();
    const { page, payment } = await desk.order(fan, id, wallet);
    const proof = await desk.pay(page);
    const [left, ...confirmed] = await Promise.all([
      leave(fan),
      ...[1, 2].map(() => desk.confirm(proof)),
      desk.settle(payment).then(() => desk.confirm(proof)),
    ]);
    expect([left.status, ...confirmed.map(({ status }) => status)]).toEqual([200, 200, 200, 200]);
    expect(await desk.orders(id)).toMatchObject([{ state: "FULFILLED", account_id: null }]);
  }
});
