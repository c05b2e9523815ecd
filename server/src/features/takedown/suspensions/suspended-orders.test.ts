import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { grid, wallets } from "../../../testing/chain/minting.ts";
import type { Publisher } from "../../../testing/fixtures/campaigns.ts";
import { bearer, joinAdministrator, type Person } from "../../../testing/fixtures/people.ts";
import { type CheckoutApi, openCheckoutApi } from "../../../testing/payments/paid-orders.ts";

let api: CheckoutApi;
let admin: Person;
let publisher: Publisher;
let song: number;
beforeAll(async () => {
  api = await openCheckoutApi();
  admin = await joinAdministrator(api);
});
afterAll(() => api.close());
beforeEach(async () => {
  publisher = await api.addPublisher();
  song = await api.addPublicWrap(publisher);
});

const [first = "", second = "", third = ""] = wallets(3, 64_000);

const suspend = async ({ id }: Person) => {
  const payload = { ground: "law", basis: "18 USC 1343", reason: "Fraud.", note: "" };
  expect(
    (await api.call("POST", `admin/user/${id}/suspension`, { ...bearer(admin.token), payload })).status,
  ).toBe(200);
};
const end = async ({ id }: Person) => {
  const payload = { reason: "It was a mistake." };
  expect(
    (await api.call("POST", `admin/user/${id}/suspension/end`, { ...bearer(admin.token), payload })).status,
  ).toBe(200);
};

it("experiences of a suspended publisher take no new orders, and those of before are completed", async () => {
  const id = await api.addActiveCampaign(
    publisher,
    song,
    { cost_per_nft: "5", reward_points: "4" },
    grid(3, 3),
  );
  const [fan, late] = [await api.join(), await api.join()];
  const order = await api.placeOrder(fan, id, first);
  await suspend(publisher);
  const refused = await api.createOrder(late, id, second);
  expect([refused.status, refused.json.code]).toEqual([404, "E0001"]);
  // Its checkout was open, so the fan may have paid already.
  const proof = await api.pay(order.page);
  await api.syncPayment(order.payment);
  const confirmed = await api.confirmOrder(proof);
  expect([confirmed.status, confirmed.json.body.participant.owner_wallet_address]).toEqual([200, first]);
  const art = (await api.call("GET", "my/art", bearer(fan.token))).json.body.data;
  expect(art).toMatchObject([{ campaign: { id } }]);
  await end(publisher);
  expect(await api.getPoints(fan, song)).toBe(4);
  expect((await api.createOrder(late, id, second)).status).toBe(200);
});

it("a fan who is suspended after paying gets the artwork and the points, and keeps them", async () => {
  const id = await api.addActiveCampaign(
    publisher,
    song,
    { cost_per_nft: "5", reward_points: "3" },
    grid(3, 3),
  );
  const fan = await api.join();
  const order = await api.placeOrder(fan, id, third);
  await api.submitChoice(order.page, "accept");
  await suspend(fan);
  await api.syncPayment(order.payment);
  expect(await api.countSpots(id)).toMatchObject({ taken: 1, participants: 1 });
  await end(fan);
  const token = await api.logInAgain(fan);
  expect(await api.getPoints({ ...fan, token }, song)).toBe(3);
  const art = (await api.call("GET", "my/art", bearer(token))).json.body.data;
  expect(art).toMatchObject([{ campaign: { id } }]);
});
