import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grid, wallets } from "../../../../testing/chain/minting.ts";
import type { Publisher } from "../../../../testing/fixtures/campaigns.ts";
import { bearer, type Person } from "../../../../testing/fixtures/people.ts";
import { type FanApi, openFanApi, proofIn } from "../../../../testing/fixtures/taking-part.ts";

let api: FanApi;
let publisher: Publisher;
let song: number;
beforeAll(async () => {
  api = await openFanApi();
  publisher = await api.addPublisher();
  song = await api.addPublicWrap(publisher);
});
afterAll(() => api.close());

const [wallet = "", second = "", third = "", fourth = ""] = wallets(4, 60_000);
const asks = { component_type: "PRESELECTED", image: undefined, slot_number: "3", layer_level: "3" };

type OwnOrder = {
  state: string;
  wallet_address: string;
  total: number;
  expires_at: string | null;
  page: string;
};
async function listOwnOrders(person: Person, campaign: number | string): Promise<OwnOrder[]> {
  const { json } = await api.call("GET", `payment/${campaign}`, bearer(person.token));
  return json.body.data;
}

/** Pays at the provider's page, without returning from it. */
async function pay(redirect: string, choice = "leave"): Promise<void> {
  const answer = await api.inject({
    method: "POST",
    url: new URL(redirect).pathname,
    payload: `choice=${choice}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expect(answer.statusCode).toBe(303);
}
const redirectOf = async (person: Person, campaign: number, from = wallet): Promise<string> =>
  (await api.createOrder(person, campaign, from)).json.body.redirect;

describe("a user's own spots", () => {
  it("are listed on any device, with the page on which each continues", async () => {
    const fan = await api.join();
    const id = await api.addActiveCampaign(publisher, song, { cost_per_nft: "12.50" }, [...grid(3, 3), asks]);
    expect(await listOwnOrders(fan, id)).toEqual([]);
    const checkout = await redirectOf(fan, id);
    const until = new Date(api.context.clock.now().getTime() + 30 * 60_000).toISOString();
    const waits = { state: "AWAITING_PAYMENT", wallet_address: wallet, total: 12.5, expires_at: until };
    expect(await listOwnOrders(fan, id)).toMatchObject([waits]);
    const listOpen = async (person: Person) =>
      (await api.call("GET", "my/orders", bearer(person.token))).json.body.data;
    const open = { state: "AWAITING_PAYMENT", total: 12.5, expires_at: until };
    expect(await listOpen(fan)).toMatchObject([{ ...open, campaign: { name: expect.any(String) } }]);
    expect(await listOpen(await api.join())).toEqual([]);
    await pay(checkout);
    // The browser was closed and nothing was reported: the other device shows no second payment.
    const elsewhere = { ...fan, token: await api.logInAgain(fan) };
    const led = await redirectOf(elsewhere, id);
    const [order] = await listOwnOrders(elsewhere, id);
    expect(order).toMatchObject({ state: "NEEDS_MATERIAL", wallet_address: wallet, expires_at: null });
    expect(led).toBe(order?.page);
    expect((await api.confirmOrder(proofIn(led))).json.code).toBe("E0086");
    expect((await api.listPhotoSlots(proofIn(led))).json.body.slots).toMatchObject([{ done: false }]);
    const { campaign } = await api.getOwnCampaign(publisher, id);
    expect(await listOwnOrders(fan, campaign.pretty_id)).toEqual(await listOwnOrders(fan, id));
  });

  it("are the open ones and the last three finished ones, without expired ones", async () => {
    const fan = await api.join();
    const id = await api.addActiveCampaign(publisher, song, {}, grid(4, 4));
    await redirectOf(fan, id, second);
    api.context.clock.move(31 * 60);
    await api.runJob("expire-places", {});
    expect(await listOwnOrders(fan, id)).toEqual([]);
    const settledOrders = [];
    for (const address of [wallet, second, third, fourth]) {
      api.context.clock.move(60);
      const proof = await api.reserve(fan, id, address);
      expect((await api.confirmOrder(proof)).status).toBe(200);
      settledOrders.unshift({ state: "FULFILLED", wallet_address: address, expires_at: null });
    }
    await redirectOf(fan, id);
    const open = { state: "RESERVED", wallet_address: wallet };
    const result = await listOwnOrders(fan, id);
    expect(result).toMatchObject([open, ...settledOrders.slice(0, 3)]);
    expect((await api.confirmOrder(proofIn(result[1]?.page ?? ""))).status).toBe(200);
  });

  it("exclude other users' spots and experiences that are not public", async () => {
    const [fan, other] = [await api.join(), await api.join()];
    const id = await api.addActiveCampaign(publisher, song, {}, grid(2, 2));
    await redirectOf(fan, id);
    expect(await listOwnOrders(other, id)).toEqual([]);
    expect(await listOwnOrders(publisher, id)).toEqual([]);
    expect((await api.call("GET", `payment/${id}`)).status).toBe(401);
    for (const reference of ["not-there", 999_999]) {
      expect((await api.call("GET", `payment/${reference}`, bearer(fan.token))).status).toBe(404);
    }
  });
});
