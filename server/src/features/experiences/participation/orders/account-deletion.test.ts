import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { grid, wallets } from "../../../../testing/chain/minting.ts";
import type { Publisher } from "../../../../testing/fixtures/campaigns.ts";
import { bearer, type Person, password, waitUntilBlocked } from "../../../../testing/fixtures/people.ts";
import { type CheckoutApi, openCheckoutApi } from "../../../../testing/payments/paid-orders.ts";

let api: CheckoutApi;
let publisher: Publisher;
let song: number;
beforeAll(async () => {
  api = await openCheckoutApi();
  publisher = await api.addPublisher();
  song = await api.addPublicWrap(publisher);
});
afterAll(() => api.close());

const [wallet = ""] = wallets(1, 99_000);
const deleteAccount = ({ token }: Person) =>
  api.call("DELETE", "me", { payload: { password }, headers: bearer(token).headers });
const places = () => api.addActiveCampaign(publisher, song, { cost_per_nft: "12" }, grid(3, 3));

it("deleting an account and fulfilling its payment do not deadlock", async () => {
  const fan = await api.join();
  const { payment } = await api.placeOrder(fan, await places(), wallet);
  const { db } = api.context;
  const left = await db.transaction().execute(async (tx) => {
    // In the order of a provider's event: the payment first, then its account.
    await sql`select from payment where id = ${payment} for update`.execute(tx);
    const leaving = deleteAccount(fan);
    await waitUntilBlocked(db);
    await sql`select from account where id = ${fan.id} for key share`.execute(tx);
    return [leaving];
  });
  expect((await left[0])?.status).toBe(200);
});

it("a payment made while its account is deleted is fulfilled or refunded", async () => {
  for (let round = 0; round < 4; round += 1) {
    const fan = await api.join();
    const id = await places();
    const { page, payment } = await api.placeOrder(fan, id, wallet);
    const proof = await api.pay(page);
    const [left, ...confirmed] = await Promise.all([
      deleteAccount(fan),
      ...[1, 2].map(() => api.confirmOrder(proof)),
      api.syncPayment(payment).then(() => api.confirmOrder(proof)),
    ]);
    expect([left.status, ...confirmed.map(({ status }) => status)]).toEqual([200, 200, 200, 200]);
    expect(await api.listOrders(id)).toMatchObject([{ state: "FULFILLED", account_id: null }]);
  }
});
