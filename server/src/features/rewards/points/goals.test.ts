import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { PointBalance } from "@wrapsody/shared/rewards/points.ts";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { largeTestDatabase } from "../../../testing/database/database.ts";
import { explainQueries } from "../../../testing/database/query-plans.ts";
import { bearer, openPeople, type People, type Person } from "../../../testing/fixtures/people.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";
import { addEntry } from "./ledger.ts";
import { listBalances } from "./point-history.data.ts";

let people: People;
let db: People["context"]["db"];

beforeAll(async () => {
  people = await openPeople();
  db = people.context.db;
});
afterAll(() => people.close());

let keyCount = 0;
function earn(fan: Person, songId: number, points: number, hoursAgo = 0) {
  const now = new Date(people.context.clock.now().getTime() - hoursAgo * 3_600_000);
  const entry = {
    accountId: fan.id,
    songId,
    key: `listen ${keyCount++}`,
    kind: "LISTEN",
    points,
    now,
  } as const;
  return db.transaction().execute((tx) => addEntry(tx, entry));
}

type Level = { type?: string; campaign?: number | null; stock?: number | null };

async function addLevel(
  song: number,
  points: number,
  { type = "CUSTOM", campaign = null, stock = null }: Level = {},
) {
  const { rows } = await sql<{ id: number }>`
    insert into reward (song_id, name, description, reward_points_earned, reward_type, alt_id, stock)
    values (${song}, ${`For ${points}`}, '', ${points}, ${type}, ${campaign}, ${stock}) returning id`.execute(
    db,
  );
  return rows[0]?.id ?? 0;
}

type Experience = { points?: number; cents?: number; isPublic?: boolean; state?: string; spots?: number };

async function addExperience(
  song: number,
  { points = 1, cents = 0, isPublic = true, state = "ACTIVE", spots = 0 }: Experience = {},
) {
  const { rows } = await sql<{ id: number; pretty_id: string }>`
    insert into campaign (pretty_id, song_id, name, type, network, state, is_active, is_public_mintable, contract_address,
      reward_points, cost_cents, max_nfts)
    values (gen_random_uuid(), ${song}, 'Tide Tables', 'FIXED_IMAGE', 'LINEA', ${state}, ${state === "ACTIVE"}, ${isPublic},
      ${state === "DRAFT" ? null : `0x${"ab".repeat(20)}`}, ${points}, ${cents}, ${spots})
    returning id, pretty_id`.execute(db);
  const [added] = rows;
  if (added === undefined) throw new Error("experience was not inserted");
  return added;
}

async function readGoals(fan: Person, song: number): Promise<PointBalance["goals"]> {
  const { json } = await people.call("GET", `my/rewards?song_id==${song}`, bearer(fan.token));
  return json.body.data[0].goals;
}

const claim = (fan: Person, song: number, level: number) =>
  people.call("POST", `song/${song}/reward/${level}`, bearer(fan.token));

describe("the goals of a fan", () => {
  it("are the levels to redeem now, and the nearest one with the days that listening takes", async () => {
    const [fan, song] = [await people.join(), await addSong(db)];
    for (const points of [2, 3, 13, 20]) await addLevel(song, points);
    expect(await readGoals(fan, song)).toMatchObject({
      ready: [],
      next: { name: "For 2", reward_points_earned: 2 },
      // The first listen counts now, the second a day later.
      days: 1,
      levels: 4,
      claimed: 0,
      left: 4,
    });
    await earn(fan, song, 3);
    const goals = await readGoals(fan, song);
    expect(goals.ready.map(({ name }) => name)).toEqual(["For 3", "For 2"]);
    expect(goals).toMatchObject({ next: { name: "For 13" }, days: 10, experience: null });
  });

  it("leave out what was redeemed, is out of stock, or cannot be fulfilled anymore", async () => {
    const [fan, other, song] = [await people.join(), await people.join(), await addSong(db)];
    const own = await addLevel(song, 2);
    const scarce = await addLevel(song, 2, { stock: 1 });
    const over = await addExperience(song, { isPublic: false, state: "COMPLETED" });
    await addLevel(song, 1, { type: "DAPP_ACCESS", campaign: over.id });
    await earn(fan, song, 4);
    await earn(other, song, 2);
    expect((await readGoals(fan, song)).ready.map(({ id }) => id).toSorted()).toEqual(
      [own, scarce].toSorted(),
    );
    await claim(other, song, scarce);
    await claim(fan, song, own);
    expect(await readGoals(fan, song)).toMatchObject({
      ready: [],
      next: null,
      days: null,
      levels: 3,
      claimed: 1,
      left: 0,
    });
  });

  it("keep a level whose experience has not opened, without offering to redeem it", async () => {
    const [fan, song] = [await people.join(), await addSong(db)];
    const upcoming = await addExperience(song, { isPublic: false, state: "DRAFT" });
    await addLevel(song, 1, { type: "DAPP_ACCESS", campaign: upcoming.id });
    await earn(fan, song, 1);
    expect(await readGoals(fan, song)).toMatchObject({ ready: [], next: null, left: 1 });
    await sql`update campaign set state = 'ACTIVE', is_active = true where id = ${upcoming.id}`.execute(db);
    expect(await readGoals(fan, song)).toMatchObject({ ready: [{ name: "For 1" }], next: null, left: 1 });
  });

  it("name the cheapest experience that may be joined now and gives the points", async () => {
    const [fan, song] = [await people.join(), await addSong(db)];
    await addLevel(song, 10);
    await addExperience(song, { points: 9 });
    await addExperience(song, { points: 50, state: "COMPLETED" });
    await addExperience(song, { points: 50, isPublic: false });
    expect((await readGoals(fan, song)).experience).toBeNull();
    const paid = await addExperience(song, { points: 10, cents: 600 });
    expect((await readGoals(fan, song)).experience).toEqual({
      pretty_id: paid.pretty_id,
      name: "Tide Tables",
      reward_points: 10,
      cost_per_nft: 6,
    });
    const free = await addExperience(song, { points: 12 });
    expect((await readGoals(fan, song)).experience?.pretty_id).toBe(free.pretty_id);
    await sql`
      insert into participation (exposed_id, code_hash, campaign_id, account_id, wallet, state, total_cents, created_at)
      values (gen_random_uuid(), '\\x00', ${free.id}, ${fan.id}, '0x0', 'FULFILLED', 0, now())`.execute(db);
    expect((await readGoals(fan, song)).experience?.pretty_id).toBe(paid.pretty_id);
  });

  it("are none for one's own wrap", async () => {
    const owner = await people.join();
    const song = await addSong(db, { artist: `Artist of ${owner.id}` });
    await sql`update artist set owner_id = ${owner.id} where id = (select artist_id from song where id = ${song})`.execute(
      db,
    );
    await addLevel(song, 1);
    await earn(owner, song, 5);
    expect(await readGoals(owner, song)).toMatchObject({ ready: [], next: null, levels: 0 });
  });

  it("sort the wraps: redeemable ones, then the nearest, then those without levels", async () => {
    const fan = await people.join();
    const [none, far, near, ready] = await Promise.all([addSong(db), addSong(db), addSong(db), addSong(db)]);
    for (const song of [none, far, near, ready]) await earn(fan, song, 5);
    await addLevel(far, 50);
    await addLevel(near, 6);
    await addLevel(ready, 100);
    await addLevel(ready, 5);
    const list = async (query: string) => {
      const { json } = await people.call("GET", `my/rewards?sortKey=goal&${query}`, bearer(fan.token));
      return json.body.data.map(({ song }: PointBalance) => song.id);
    };
    expect(await list("sortDir=DESC")).toEqual([ready, near, far, none]);
    expect(await list("sortDir=DESC&limit=2&offset=1")).toEqual([near, far]);
    expect(await list("sortDir=ASC")).toEqual([none, far, near, ready]);
  });
});

it("a list of goals among 10,000 levels reads only those of the fan's wraps", async () => {
  const { context, url, close } = await largeTestDatabase();
  onTestFinished(close);
  const { db } = context;
  const { rows } = await sql<{ id: string }>`
    insert into account (email, name) values ('fan@wrapsody.example', 'Ottilie Brandt') returning id`.execute(
    db,
  );
  const fan = { id: rows[0]?.id ?? "" };
  await sql`
    insert into reward (song_id, name, description, reward_points_earned, reward_type)
    select s.id, 'Level ' || n, '', n * 3, 'CUSTOM' from song s, generate_series(1, 10) n where s.id <= 1000`.execute(
    db,
  );
  await sql`
    insert into point_balance (account_id, song_id, points)
    select ${fan.id}, id, 1 + id % 7 from song where id <= 1000 order by id desc limit 200`.execute(db);
  for (const table of ["reward", "point_balance", "song"])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db);
  let found = 0;
  const list = { limit: 24, offset: 0, sortKey: "goal", sortDir: "DESC", filters: [] } satisfies ListQuery;
  const plans = await explainQueries(url, async (explained) => {
    found = (await listBalances(explained, fan.id, list)).data.length;
  });
  expect(found).toBe(24);
  expect(plans.scanned).not.toContain("reward");
  expect(plans.indexes).toContain("reward_of_song");
  expect(plans.blocks).toBeLessThan(4_000);
});
