import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import type { House } from "../../../../testing/campaigns.ts";
import { grid, wallets } from "../../../../testing/minting.ts";
import type { Person } from "../../../../testing/people.ts";
import { explainQueries } from "../../../../testing/query-plans.ts";
import { withDatabase } from "../../../../testing/setup.ts";
import { pngFile } from "../../../../testing/studio.ts";
import { type FanDesk, openFanDesk } from "../../../../testing/taking-part.ts";
import { listOverdueOrders } from "./orders.data.ts";

let desk: FanDesk;
let house: House;
let song: number;
let fan: Person;
beforeAll(async () => {
  desk = await openFanDesk();
  house = await desk.openHouse();
  song = await desk.publicWrap(house);
  fan = await desk.join();
});
afterAll(() => desk.close());

const [wallet = "", second = "", third = ""] = wallets(3, 90_000);
const expire = () => desk.run("expire-places", {});
const wait = (minutes: number) => desk.context.clock.move(minutes * 60);
const states = async (id: number) => (await desk.orders(id)).map(({ state }) => state);
const asks = { component_type: "PRESELECTED", image: undefined, slot_number: "3", layer_level: "3" };

/** Inserts reserved orders without buyers. */
async function addReserved(campaign: number, count: number, account: string): Promise<void> {
  const until = desk.context.clock.now();
  await sql`
    insert into participation (exposed_id, code_hash, campaign_id, account_id, wallet, state, total_cents, created_at, expires_at)
    select gen_random_uuid()::text, '', ${campaign}::int, ${account}, '0x' || n, 'RESERVED', 0, ${until}, ${until}
    from generate_series(1, ${count}::int) n`.execute(desk.context.db);
  await sql`update campaign set taken = taken + ${count}::int where id = ${campaign}`.execute(
    desk.context.db,
  );
}

describe("expiring spots", () => {
  it("are released after half an hour, and not a minute earlier", async () => {
    const id = await desk.active(house, song, { max_nfts: "2" }, grid(2, 2));
    await desk.reserve(fan, id, wallet);
    wait(20);
    const proof = await desk.reserve(fan, id, second);
    wait(9);
    await expire();
    expect(await states(id)).toEqual(["RESERVED", "RESERVED"]);
    wait(1);
    await Promise.all([expire(), expire(), expire()]);
    expect(await states(id)).toEqual(["EXPIRED", "RESERVED"]);
    expect(await desk.places(id)).toEqual({ taken: 1, held: 1, participants: 0 });
    expect((await desk.confirm(proof)).status).toBe(200);
    wait(60);
    await expire();
    expect(await desk.places(id)).toEqual({ taken: 1, held: 1, participants: 1 });
  });

  it("are either confirmed or released if both happen concurrently", async () => {
    const id = await desk.active(house, song, {}, grid(4, 4));
    for (let round = 0; round < 6; round += 1) {
      const proof = await desk.reserve(fan, id, wallet);
      if (round % 2 === 0) wait(30);
      const [answer] = await Promise.all([desk.confirm(proof), expire(), expire()]);
      expect(answer?.status).toBe(round % 2 === 0 ? 409 : 200);
    }
    expect(await desk.places(id)).toEqual({ taken: 3, held: 3, participants: 3 });
  });

  it("wait a day for photos if they are free, and indefinitely if they are paid", async () => {
    const parts = [...grid(3, 3), asks];
    const free = await desk.active(house, song, {}, parts);
    const proof = await desk.reserve(fan, free, wallet);
    await desk.confirm(proof);
    wait(23 * 60);
    await expire();
    expect(await states(free)).toEqual(["NEEDS_MATERIAL"]);
    const [slot] = (await desk.needed(proof)).json.body.slots;
    wait(60);
    await expire();
    expect([await states(free), await desk.places(free)]).toEqual([
      ["EXPIRED"],
      { taken: 0, held: 0, participants: 0 },
    ]);
    expect((await desk.sendPhoto(proof, slot, pngFile())).json.code).toBe("E0040");
    const paid = await desk.active(house, song, { cost_per_nft: "2" }, parts);
    const { json } = await desk.takePart(fan, paid, wallet);
    await desk.inject({
      method: "POST",
      url: new URL(json.body.redirect).pathname,
      payload: "choice=accept",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    wait(31);
    // It was paid without a report: the provider is asked before the spot is released.
    await expire();
    expect(await states(paid)).toEqual(["NEEDS_MATERIAL"]);
    wait(60 * 24 * 3);
    await expire();
    expect([await states(paid), await desk.places(paid)]).toMatchObject([["NEEDS_MATERIAL"], { taken: 1 }]);
  });

  it("are released when the provider says that the checkout has expired", async () => {
    const id = await desk.active(house, song, { cost_per_nft: "2" }, grid(2, 2));
    await desk.takePart(fan, id, wallet);
    await desk.takePart(fan, id, second);
    const { config } = desk.context;
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
    expect([await states(id), await desk.places(id)]).toEqual([
      ["EXPIRED", "EXPIRED"],
      { taken: 0, held: 0, participants: 0 },
    ]);
  });

  it("are released too if their checkout was never opened", async () => {
    const id = await desk.active(house, song, { cost_per_nft: "2" }, grid(2, 2));
    await desk.takePart(fan, id, third);
    await sql`
      delete from payment where reference in (select id::text from participation where campaign_id = ${id})`.execute(
      desk.context.db,
    );
    wait(30);
    await expire();
    expect(await desk.places(id)).toMatchObject({ taken: 0, held: 0 });
  });

  it("are released a hundred at a time, found by their index, until none is left", async () => {
    const [one, two] = [
      await desk.active(house, song, { max_nfts: "500" }, grid(25, 25)),
      await desk.active(house, song, { type: "FIXED_IMAGE" }),
    ];
    await addReserved(one, 130, fan.id);
    await addReserved(two, 110, fan.id);
    await expire();
    expect((await desk.waiting()).filter(({ name }) => name === "expire-places").length).toBe(1);
    const left = async () => (await desk.places(one)).taken + (await desk.places(two)).taken;
    expect(await left()).toBe(140);
    await expire();
    await expire();
    expect([await left(), await states(one)]).toEqual([0, Array(130).fill("EXPIRED")]);

    await addReserved(two, 20_000, fan.id);
    await sql`update participation set state = 'FULFILLED', expires_at = null where campaign_id = ${two} and id % 1000 > 0`.execute(
      desk.context.db,
    );
    await sql`vacuum analyze participation`.execute(desk.context.db);
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(desk.context.db);
    const url = withDatabase(process.env.TEST_DATABASE_URL ?? "", rows[0]?.name ?? "");
    const plans = await explainQueries(url, (db) =>
      listOverdueOrders(db, { now: desk.context.clock.now(), limit: 100 }),
    );
    expect(plans.scanned).not.toContain("participation");
    expect(plans.indexes).toContain("participation_open");
  });
});
