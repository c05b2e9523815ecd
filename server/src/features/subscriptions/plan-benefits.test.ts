import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../platform/database/database.ts";
import { grid, wallets } from "../../testing/chain/minting.ts";
import type { Publisher } from "../../testing/fixtures/campaigns.ts";
import { basicAuth, bearer, type Person } from "../../testing/fixtures/people.ts";
import { type FanApi, openFanApi } from "../../testing/fixtures/taking-part.ts";
import { openPlanApi, type PlanApi } from "../../testing/payments/subscribing.ts";

let studio: FanApi;
let desk: PlanApi;
beforeAll(async () => {
  studio = await openFanApi();
  desk = await openPlanApi(studio);
  // In the middle of a month, so that a month later no other one begins while the songs of one are counted.
  const now = studio.context.clock.now();
  const middle = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15, 12);
  studio.context.clock.move((middle - now.getTime()) / 1000);
});
afterAll(() => desk.close());

type Keys = { apiKeyId: string; apiKeySecret: string };

/** Moves the clock to so many seconds before or after an instant. */
function moveTo(instant: string, seconds: number): void {
  const { clock } = studio.context;
  clock.move((Date.parse(instant) - clock.now().getTime()) / 1000 + seconds);
}

/** The fee of an experience of theirs that costs $12.50, in cents. */
async function feeOf(campaign: number, wallet: string): Promise<number | undefined> {
  expect((await studio.createOrder(await studio.join(), campaign, wallet)).status).toBe(200);
  return (await studio.listOrders(campaign)).at(-1)?.fee_cents;
}

/** Reads the current limits of a publisher, and what they have, without adding anything. */
async function limitsOf(publisher: Publisher, song: number, keys: Keys) {
  const plan = (await studio.call("GET", "my/plan", bearer(publisher.token))).json.body;
  const token = (await studio.call("GET", `my/song/${song}/nft`, bearer(publisher.token))).json.body;
  return {
    plan: plan.plan,
    artists: plan.artists,
    songs: plan.songs_this_month,
    wnfts: token.plan.most,
    keys: (await studio.call("GET", "my/plan", basicAuth(keys))).status,
    revealed: (await studio.call("GET", "provider/keys", bearer(publisher.token))).status,
  };
}

/** Returns the responses to a publisher who adds one of everything. */
async function addings(publisher: Publisher, songs: readonly number[]) {
  const artist = await studio.sendArtist(publisher, { name: "Another" });
  const song = await studio.sendSong(publisher, publisher.artist);
  const tokens = [];
  for (const songId of songs) {
    const sent = { payload: { mintOn: "LOCAL" }, ...bearer(publisher.token) };
    tokens.push(await studio.call("POST", `song/${songId}/nft`, sent));
  }
  const keys = await studio.call("PATCH", "provider/keys", bearer(publisher.token));
  return [artist, song, ...tokens, keys].map(({ status, json }) => (status === 200 ? "added" : json.code));
}

async function readSubscription({ id }: Person) {
  const { rows } = await sql<{ artists: number; songs: number; tokens: number; keys: number }>`
    select (select count(*) from artist where owner_id = ${id}) as artists,
      (select count(*) from song where created_by = ${id} and status <> 'DELETED') as songs,
      (select count(*) from wrap_token where account_id = ${id}) as tokens,
      (select count(*) from api_key where account_id = ${id}) as keys`.execute(studio.context.db);
  return rows[0];
}

const [first = "", second = "", third = ""] = wallets(3, 90_000);
const premium = { wnfts: null, keys: 200, revealed: 200 };

describe("the benefits of a plan", () => {
  it("end with a cancelled plan's paid period: nothing is deleted, nothing can be added", async () => {
    const publisher = await studio.addPublisher();
    const bought = await desk.buy(publisher, "PREMIUM_MONTHLY");
    await desk.cancel(publisher, bought.id);
    moveTo(bought.expires_at, -3_600);
    const later = { ...publisher, ...(await desk.logInAgain(publisher)) };
    const keys: Keys = (await studio.call("PATCH", "provider/keys", bearer(later.token))).json.body;
    const songs = [];
    for (let count = 0; count < 6; count += 1) songs.push(await studio.addPublicWrap(later));
    const [song = 0, ...others] = songs;
    const campaign = await studio.addActiveCampaign(later, song, { cost_per_nft: "12.50" }, grid(3, 3));
    expect(await addings(later, [song, ...others.slice(0, 1)])).toEqual(Array(5).fill("added"));
    const rotated: Keys = (await studio.call("GET", "provider/keys", bearer(later.token))).json.body;
    expect(rotated).not.toEqual(keys);

    moveTo(bought.expires_at, -60);
    expect(await limitsOf(later, song, rotated)).toEqual({
      plan: "PREMIUM_MONTHLY",
      artists: { used: 2, most: 10 },
      songs: { used: 7, most: 50 },
      ...premium,
    });
    expect(await feeOf(campaign, first)).toBe(38);
    const before = await readSubscription(later);

    moveTo(bought.expires_at, 1);
    expect(await limitsOf(later, song, rotated)).toEqual({
      plan: "FREE",
      artists: { used: 2, most: 1 },
      songs: { used: 7, most: 5 },
      wnfts: 1,
      keys: 401,
      revealed: 403,
    });
    expect(await addings(later, others.slice(1, 2))).toEqual(["E0024", "E0025", "E0030", "E0019"]);
    expect(await feeOf(campaign, second)).toBe(88);
    expect(await readSubscription(later)).toEqual(before);

    // With a new plan all benefits return, and the same keys work again.
    const repeated = await desk.subscribe(later, "PREMIUM_YEARLY");
    await desk.confirmOrder(later, await desk.pay(repeated.json.body.url));
    expect(await limitsOf(later, song, rotated)).toMatchObject({ plan: "PREMIUM_YEARLY", ...premium });
    expect(await feeOf(campaign, third)).toBe(38);
  });

  it("of a plan that could not be renewed last through the days of grace, and no longer", async () => {
    const publisher = await studio.addPublisher();
    const bought = await desk.buy(publisher, "PREMIUM_MONTHLY");
    await desk.setCard(publisher, "declines");
    moveTo(bought.expires_at, 1);
    const later = { ...publisher, ...(await desk.logInAgain(publisher)) };
    await desk.syncPayments(later);
    expect((await desk.readSubscription(later)).current).toMatchObject({ is_unpaid: true });
    const song = await studio.addPublicWrap(later);
    const keys: Keys = (await studio.call("PATCH", "provider/keys", bearer(later.token))).json.body;
    expect(await addings(later, [])).toEqual(["added", "added", "added"]);
    const rotated: Keys = (await studio.call("GET", "provider/keys", bearer(later.token))).json.body;
    expect(rotated).not.toEqual(keys);
    moveTo(bought.kept_until, -60);
    expect(await limitsOf(later, song, rotated)).toMatchObject({ plan: "PREMIUM_MONTHLY", ...premium });
    moveTo(bought.kept_until, 1);
    expect(await limitsOf(later, song, rotated)).toMatchObject({
      plan: "FREE",
      artists: { used: 2, most: 1 },
      wnfts: 1,
      keys: 401,
      revealed: 403,
    });
    expect((await addings(later, [])).slice(0, 1)).toEqual(["E0024"]);
  });

  it("start with the payment", async () => {
    const publisher = await studio.addPublisher();
    expect(await addings(publisher, [])).toEqual(["E0024", "added", "E0019"]);
    const { url } = (await desk.subscribe(publisher, "PREMIUM_MONTHLY")).json.body;
    expect(await addings(publisher, [])).toEqual(["E0024", "added", "E0019"]);
    await desk.confirmOrder(publisher, await desk.pay(url, "late"));
    expect(await addings(publisher, [])).toEqual(["added", "added", "added"]);
  });
});
