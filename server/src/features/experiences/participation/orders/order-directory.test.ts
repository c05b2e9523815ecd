import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { grid, wallets } from "../../../../testing/chain/minting.ts";
import type { Publisher, Sent } from "../../../../testing/fixtures/campaigns.ts";
import { bearer, type Person } from "../../../../testing/fixtures/people.ts";
import { type FanApi, openFanApi, type Proof, proofIn } from "../../../../testing/fixtures/taking-part.ts";

let api: FanApi;
let publisher: Publisher;
let song: number;
let fan: Person;
let admin: Person;
beforeAll(async () => {
  api = await openFanApi();
  publisher = await api.addPublisher();
  song = await api.addPublicWrap(publisher);
  [fan, admin] = [await api.join(), await api.join()];
  await sql`update account set role = 'ADMIN' where id = ${admin.id}`.execute(api.context.db);
});
afterAll(() => api.close());

const [wallet = "", second = ""] = wallets(2, 90_000);
const asksFor = (slot_number: string): Sent => ({
  component_type: "PRESELECTED",
  image: undefined,
  slot_number,
  name: "Face",
  width: "300",
  layer_level: "3",
});
const paidFor = (name: string, parts: readonly Sent[] = []) =>
  api.addActiveCampaign(publisher, song, { name, cost_per_nft: "12.50" }, [...grid(3, 3), ...parts]);

/** Creates an order at the provider's page. */
async function order(campaign: number, from = wallet) {
  const { json } = await api.createOrder(fan, campaign, from);
  const [order] = (await api.listOrders(campaign)).toReversed();
  return { number: order?.exposed_id ?? "", id: order?.id ?? 0, page: new URL(json.body.redirect).pathname };
}

async function pay(page: string): Promise<Proof> {
  const answer = await api.inject({
    method: "POST",
    url: page,
    payload: "choice=accept",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  return proofIn(String(answer.headers.location));
}

type Found = {
  reference: string;
  order: { number: string; title: string; state: string };
  problem: string | null;
};
/** Returns the administrator's list; logs in again, because the session may have expired. */
const list = async (query: string): Promise<Found[]> => {
  admin = { ...admin, token: await api.logInAgain(admin) };
  const { status, json } = await api.call("GET", `admin/payments?limit=100&${query}`, bearer(admin.token));
  expect(status).toBe(200);
  return json.body.data;
};
const find = (text: string) => list(`text~~${encodeURIComponent(text)}`);
const stuck = async (id: number) =>
  (await list("stuck==true")).find(({ reference }) => reference === String(id))?.problem ?? null;

describe("an order", () => {
  it("is found by its number, title and payer's address, and shows its current state", async () => {
    const { db } = api.context;
    await sql`update campaign set name = 'Earlier' where name = 'Lantern Street'`.execute(db);
    await sql`update payment set title = 'Earlier' where title = 'Lantern Street'`.execute(db);
    const campaign = await paidFor("Lantern Street");
    const { number, id, page } = await order(campaign);
    const own = { number, title: "Lantern Street", state: "AWAITING_PAYMENT" };
    expect(await find(` ${number} `)).toMatchObject([
      { reference: String(id), order: own, account: { email: fan.email } },
    ]);
    await api.confirmOrder(await pay(page));
    for (const typed of [number, "lantern", "Street", fan.email, fan.email.slice(0, 8)])
      expect(await find(typed), typed).toContainEqual(
        expect.objectContaining({ reference: String(id), order: { ...own, state: "FULFILLED" } }),
      );
    expect(await find(`${number}x`)).toEqual([]);
    expect(await find("%%%")).toEqual([]);
    expect((await find("lantern")).every(({ order: { title } }) => title === "Lantern Street")).toBe(true);
    const both = await list(`text~~lantern&state==PAID`);
    expect(both.map(({ reference }) => reference)).toEqual([String(id)]);
    expect(await list(`text~~lantern&state==EXPIRED`)).toEqual([]);
  });

  it("can be searched only by administrators", async () => {
    const path = "admin/payments?text~~lantern";
    expect((await api.call("GET", path)).json.code).toBe("E0002");
    expect((await api.call("GET", path, bearer(await api.logInAgain(fan)))).json.code).toBe("E0004");
    const long = await api.call("GET", `admin/payments?text~~${"x".repeat(201)}`, bearer(admin.token));
    expect(long.json.code).toBe("E0007");
  });

  it("with another amount paid shows that amount, not that nothing was charged", async () => {
    const campaign = await paidFor("Odd Sums");
    const { id, page } = await order(campaign);
    await sql`
      update stripe_simulator_object set data = data || '{"amount": 900}' where id = ${page.split("/").at(-1)}`.execute(
      api.context.db,
    );
    const proof = await pay(page);
    for (let time = 0; time < 2; time += 1)
      expect((await api.confirmOrder(proof)).json).toMatchObject({
        code: "E0040",
        message: expect.stringMatching(/^The amount paid differs from the price/),
      });
    expect((await api.listOrders(campaign))[0]?.state).toBe("EXPIRED");
    expect(await stuck(id)).toBe("AMOUNT_DIFFERS");
  });
});

describe("a paid order that is stuck", () => {
  it("needs attention after a week without photos, until it is resolved or they arrive", async () => {
    const campaign = await paidFor("Faces", [asksFor("3")]);
    const { id, page, number } = await order(campaign);
    expect((await api.confirmOrder(await pay(page))).json.code).toBe("E0086");
    expect((await find(number))[0]?.order.state).toBe("NEEDS_MATERIAL");
    api.context.clock.move(6 * 24 * 60 * 60);
    expect(await stuck(id)).toBeNull();
    api.context.clock.move(2 * 24 * 60 * 60);
    expect(await stuck(id)).toBe("MATERIAL_MISSING");
    const { rows } = await sql<{ payment: string }>`
      select id as payment from payment where reference = ${String(id)}`.execute(api.context.db);
    const seen = await api.call("POST", `admin/payment/${rows[0]?.payment}/seen`, {
      ...bearer(admin.token),
      payload: { problem: "MATERIAL_MISSING" },
    });
    expect(seen.status).toBe(200);
    expect(await stuck(id)).toBeNull();
  });

  it("needs attention if its artwork failed, until it is refunded", async () => {
    const campaign = await paidFor("Broken Frame");
    const { id, page } = await order(campaign, second);
    expect((await api.confirmOrder(await pay(page))).status).toBe(200);
    expect(await stuck(id)).toBeNull();
    await sql`update participant set state = 'FAILED', problem = 'It is torn.' where participation_id = ${id}`.execute(
      api.context.db,
    );
    expect(await stuck(id)).toBe("ARTWORK_FAILED");
    await sql`update payment set state = 'REFUNDED' where reference = ${String(id)} and kind = 'PARTICIPATION'`.execute(
      api.context.db,
    );
    expect(await stuck(id)).toBeNull();
  });
});
