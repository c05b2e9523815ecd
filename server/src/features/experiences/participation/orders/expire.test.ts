import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { grid, wallets } from "../../../../testing/chain/minting.ts";
import { explainQueries } from "../../../../testing/database/query-plans.ts";
import { withDatabase } from "../../../../testing/database/setup.ts";
import type { Publisher } from "../../../../testing/fixtures/campaigns.ts";
import type { Person } from "../../../../testing/fixtures/people.ts";
import { pngFile } from "../../../../testing/fixtures/studio.ts";
import { type FanApi, openFanApi } from "../../../../testing/fixtures/taking-part.ts";
import { listOverdueOrders } from "./orders.data.ts";

let api: FanApi;
let publisher: Publisher;
let song: number;
let fan: Person;
beforeAll(async () => {
  api = await openFanApi();
  publisher = await api.addPublisher();
  song = await api.addPublicWrap(publisher);
  fan = await api.join();
});
afterAll(() => api.close());

const [wallet = "", second = "", third = ""] = wallets(3, 90_000);
const expire = () => api.runJob("expire-places", {});
const wait = (minutes: number) => api.context.clock.move(minutes * 60);
const states = async (id: number) => (await api.listOrders(id)).map(({ state }) => state);
const asks = { component_type: "PRESELECTED", image: undefined, slot_number: "3", layer_level: "3" };

/** Inserts reserved orders without buyers. */
async function addReserved(campaign: number, count: number, account: string): Promise<void> {
  const until = api.context.clock.now();
  await sql`
    insert into participation (exposed_id, code_hash, campaign_id, account_id, wallet, state, total_cents, created_at, expires_at)
    select gen_random_uuid()::text, '', ${campaign}::int, ${account}, '0x' || n, 'RESERVED', 0, ${until}, ${until}
    from generate_series(1, ${count}::int) n`.execute(api.context.db);
  await sql`update campaign set taken = taken + ${count}::int where id = ${campaign}`.execute(api.context.db);
}

describe("expiring spots", () => {
  it("are released after half an hour, and not a minute earlier", async () => {
    const id = await api.addActiveCampaign(publisher, song, { max_nfts: "2" }, grid(2, 2));
    await api.reserve(fan, id, wallet);
    wait(20);
    const proof = await api.reserve(fan, id, second);
    wait(9);
    await expire();
    expect(await states(id)).toEqual(["RESERVED", "RESERVED"]);
    wait(1);
    await Promise.all([expire(), expire(), expire()]);
    expect(await states(id)).toEqual(["EXPIRED", "RESERVED"]);
    expect(await api.countSpots(id)).toEqual({ taken: 1, reserved: 1, participants: 0 });
    expect((await api.confirmOrder(proof)).status).toBe(200);
    wait(60);
    await expire();
    expect(await api.countSpots(id)).toEqual({ taken: 1, reserved: 1, participants: 1 });
  });

  it("are either confirmed or released if both happen concurrently", { retry: 0 }, async () => {
    const id = await api.addActiveCampaign(publisher, song, {}, grid(4, 4));
    for (let round = 0; round < 6; round += 1) {
      const proof = await api.reserve(fan, id, wallet);
      if (round % 2 === 0) wait(30);
      const [answer] = await Promise.all([api.confirmOrder(proof), expire(), expire()]);
      expect(answer?.status).toBe(round % 2 === 0 ? 409 : 200);
    }
    expect(await api.countSpots(id)).toEqual({ taken: 3, reserved: 3, participants: 3 });
  });

  it("wait a day for photos if they are free, and indefinitely if they are paid", async () => {
    const parts = [...grid(3, 3), asks];
    const free = await api.addActiveCampaign(publisher, song, {}, parts);
    const proof = await api.reserve(fan, free, wallet);
    await api.confirmOrder(proof);
    wait(23 * 60);
    await expire();
    expect(await states(free)).toEqual(["NEEDS_MATERIAL"]);
    const [slot] = (await api.listPhotoSlots(proof)).json.body.slots;
    wait(60);
    await expire();
    expect([await states(free), await api.countSpots(free)]).toEqual([
      ["EXPIRED"],
      { taken: 0, reserved: 0, participants: 0 },
    ]);
    expect((await api.sendPhoto(proof, slot, pngFile())).json.code).toBe("E0040");
    const paidCampaign = await api.addActiveCampaign(publisher, song, { cost_per_nft: "2" }, parts);
    const { json } = await api.createOrder(fan, paidCampaign, wallet);
    await api.inject({
      method: "POST",
      url: new URL(json.body.redirect).pathname,
      payload: "choice=accept",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    wait(31);
    // It was paid without a report: the provider is queried before the spot is released.
    await expire();
    expect(await states(paidCampaign)).toEqual(["NEEDS_MATERIAL"]);
    wait(60 * 24 * 3);
    await expire();
    expect([await states(paidCampaign), await api.countSpots(paidCampaign)]).toMatchObject([
      ["NEEDS_MATERIAL"],
      { taken: 1 },
    ]);
  });

  it("are released when the provider reports the checkout as expired", { retry: 0 }, async () => {
    const id = await api.addActiveCampaign(publisher, song, { cost_per_nft: "2" }, grid(2, 2));
    await api.createOrder(fan, id, wallet);
    await api.createOrder(fan, id, second);
    const { config } = api.context;
    const { payments } = config;
    wait(30);
    config.payments = { stripe: undefined, sandbox: false };
    // The provider is unavailable, so the spots are kept.
    await expire();
    expect(await states(id)).toEqual(["AWAITING_PAYMENT", "AWAITING_PAYMENT"]);
    config.payments = payments;
    await expire();
    expect(await states(id)).toEqual(["AWAITING_PAYMENT", "AWAITING_PAYMENT"]);
    wait(5);
    await Promise.all([expire(), expire()]);
    expect([await states(id), await api.countSpots(id)]).toEqual([
      ["EXPIRED", "EXPIRED"],
      { taken: 0, reserved: 0, participants: 0 },
    ]);
  });

  it("are released too if their checkout was never opened", async () => {
    const id = await api.addActiveCampaign(publisher, song, { cost_per_nft: "2" }, grid(2, 2));
    await api.createOrder(fan, id, third);
    await sql`
      delete from payment where reference in (select id::text from participation where campaign_id = ${id})`.execute(
      api.context.db,
    );
    wait(30);
    await expire();
    expect(await api.countSpots(id)).toMatchObject({ taken: 0, reserved: 0 });
  });

  it("are released a hundred at a time, found by their index, until none is left", async () => {
    const [first, second] = [
      await api.addActiveCampaign(publisher, song, { max_nfts: "140" }, grid(12, 12)),
      await api.addActiveCampaign(publisher, song, { type: "FIXED_IMAGE" }),
    ];
    // Releases what an earlier attempt has left.
    await expire();
    await addReserved(first, 130, fan.id);
    await addReserved(second, 110, fan.id);
    await expire();
    expect((await api.listJobs()).filter(({ name }) => name === "expire-places").length).toBe(1);
    const countTaken = async () => (await api.countSpots(first)).taken + (await api.countSpots(second)).taken;
    expect(await countTaken()).toBe(140);
    await expire();
    await expire();
    expect([await countTaken(), await states(first)]).toEqual([0, Array(130).fill("EXPIRED")]);

    await addReserved(second, 5_000, fan.id);
    await sql`update participation set state = 'FULFILLED', expires_at = null where campaign_id = ${second} and id % 1000 > 0`.execute(
      api.context.db,
    );
    await sql`vacuum analyze participation`.execute(api.context.db);
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(api.context.db);
    const url = withDatabase(process.env.TEST_DATABASE_URL ?? "", rows[0]?.name ?? "");
    const plans = await explainQueries(url, (db) =>
      listOverdueOrders(db, { now: api.context.clock.now(), limit: 100 }),
    );
    expect(plans.scanned).not.toContain("participation");
    expect(plans.indexes).toContain("participation_open");
  });
});
