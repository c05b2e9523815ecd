import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { bearer, openPeople, type People, type Person } from "../../../testing/fixtures/people.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";
import type { EntryKind } from "./ledger.data.ts";
import { addEntry, reverseEntry } from "./ledger.ts";

let people: People;
beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.close());

let keyCount = 0;
/** Adds points that many hours before now. */
function earn(fan: Person, songId: number, points: number, hoursAgo: number, kind: EntryKind = "LISTEN") {
  const now = new Date(people.context.clock.now().getTime() - hoursAgo * 3_600_000);
  const entry = { accountId: fan.id, songId, key: `${kind.toLowerCase()} ${keyCount++}`, kind, points, now };
  return people.context.db.transaction().execute((tx) => addEntry(tx, entry));
}

/** Creates an order of a new user for an experience of a song. Returns its id. */
async function takePart(song: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into campaign (pretty_id, song_id, name) values ('salt-lines-' || ${song}::text, ${song}, 'Salt Lines') returning id
    )
    insert into participation (exposed_id, code_hash, campaign_id, wallet, state, total_cents, created_at)
    select gen_random_uuid(), '\\x00', id, '0x0', 'FULFILLED', 0, now() from made returning id`.execute(
    people.context.db,
  );
  return rows[0]?.id ?? 0;
}

const readHistory = async (path: string, fan: Person) =>
  (await people.call("GET", path, bearer(fan.token))).json.body;

describe("a fan's points", () => {
  it("are listed by song, with when the next listen of each earns", async () => {
    const fan = await people.join();
    const [few, many] = [await addSong(people.context.db), await addSong(people.context.db)];
    await earn(fan, few, 1, 30);
    await earn(fan, many, 1, 20);
    await earn(fan, many, 4, 1, "PARTICIPATION");
    const { data, total } = await readHistory("my/rewards?sortKey=points&sortDir=DESC", fan);
    expect(total).toBe(2);
    const next = new Date(people.context.clock.now().getTime() + 4 * 3_600_000).toISOString();
    expect(data).toMatchObject([
      { song: { id: many }, points: 5, next_award_at: next },
      { song: { id: few }, points: 1, next_award_at: null },
    ]);
    expect((await readHistory("my/rewards?sortKey=points&sortDir=ASC&limit=1", fan)).data[0].song.id).toBe(
      few,
    );
    expect(await readHistory(`my/rewards/${many}`, fan)).toBe(5);
  });

  it("are returned for every requested public song, including those without points", async () => {
    const fan = await people.join();
    const song = await addSong(people.context.db);
    const result = await readHistory(`my/rewards?song_id==${song}`, fan);
    expect(result).toMatchObject({
      total: 1,
      data: [{ song: { id: song }, points: 0, next_award_at: null, is_own: false }],
    });
    expect(await readHistory(`my/rewards?song_id==${song}&offset=1`, fan)).toEqual({ data: [], total: 1 });
    expect(await readHistory("my/rewards?song_id==999999999", fan)).toEqual({ data: [], total: 0 });
    expect(await readHistory("my/rewards", fan)).toEqual({ data: [], total: 0 });
    await earn(fan, song, 3, 2, "PARTICIPATION");
    expect((await readHistory(`my/rewards?song_id==${song}`, fan)).data).toMatchObject([{ points: 3 }]);
    expect((await readHistory(`my/rewards?song_id!=${song}`, fan)).data).toEqual([]);
  });

  it("report that a listen of one's own song never earns", async () => {
    const [owner, fan] = [await people.join(), await people.join()];
    const song = await addSong(people.context.db, { artist: `Artist of ${owner.id}` });
    await sql`
      update artist set owner_id = ${owner.id} where id = (select artist_id from song where id = ${song})`.execute(
      people.context.db,
    );
    const own = { song: { id: song }, next_award_at: null, is_own: true };
    expect((await readHistory(`my/rewards?song_id==${song}`, owner)).data).toMatchObject([own]);
    await earn(owner, song, 3, 1);
    expect((await readHistory("my/rewards", owner)).data).toMatchObject([{ ...own, points: 3 }]);
    expect((await readHistory(`my/rewards?song_id==${song}`, fan)).data).toMatchObject([{ is_own: false }]);
  });

  it("have a history with each reason and the claimed reward's name", async () => {
    const fan = await people.join();
    const song = await addSong(people.context.db);
    const { rows } = await sql<{ id: number }>`
      insert into reward (song_id, name, description, reward_points_earned, reward_type)
      values (${song}, 'A seat by the window', '', 2, 'TICKET') returning id`.execute(people.context.db);
    await earn(fan, song, 3, 2, "SHARE");
    await people.call("POST", `song/${song}/reward/${rows[0]?.id}`, bearer(fan.token));
    const { data, total } = await readHistory(`my/points?song_id==${song}`, fan);
    expect(total).toBe(2);
    expect(data).toMatchObject([
      { kind: "CLAIM", points: -2, level: "A seat by the window", song: { id: song } },
      { kind: "SHARE", points: 3, level: null },
    ]);
  });

  it("name the experience of a participation, its revocation, and what was spent by then", async () => {
    const fan = await people.join();
    const { db, clock } = people.context;
    const song = await addSong(db);
    const holder = { accountId: fan.id, songId: song };
    const key = `participation ${await takePart(song)}`;
    await db.transaction().execute(async (tx) => {
      await addEntry(tx, { ...holder, key, kind: "PARTICIPATION", points: 40, now: clock.now() });
      await addEntry(tx, { ...holder, key: "claim 0", kind: "CLAIM", points: -1, now: clock.now() });
    });
    clock.move(60);
    const undo = () =>
      db.transaction().execute((tx) => reverseEntry(tx, { ...holder, key, now: clock.now() }));
    await Promise.all([undo(), undo(), undo()]);
    const { data, total } = await readHistory("my/points", fan);
    expect(total).toBe(3);
    expect(data[0]).toMatchObject({ kind: "REVERSAL", points: -39, experience: "Salt Lines", missing: 1 });
    expect(data.slice(1)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: "PARTICIPATION",
          points: 40,
          experience: "Salt Lines",
          missing: 0,
        }),
        expect.objectContaining({ kind: "CLAIM", points: -1, experience: null, missing: 0 }),
      ]),
    );
    expect(await readHistory(`my/rewards/${song}`, fan)).toBe(0);
  });

  it("returned from rejected claims name the reward and no experience", async () => {
    const fan = await people.join();
    const { db, clock } = people.context;
    const song = await addSong(db);
    await earn(fan, song, 2, 1);
    const holder = { accountId: fan.id, songId: song, now: clock.now() };
    await db.transaction().execute(async (tx) => {
      await addEntry(tx, { ...holder, key: "claim 0", kind: "CLAIM", points: -2 });
      await reverseEntry(tx, { ...holder, key: "claim 0", now: new Date(clock.now().getTime() + 1000) });
    });
    expect((await readHistory("my/points", fan)).data[0]).toMatchObject({
      kind: "REVERSAL",
      points: 2,
      experience: null,
      missing: 0,
    });
  });

  it("are visible only to their owner", async () => {
    const [fan, other] = [await people.join(), await people.join()];
    await earn(fan, await addSong(people.context.db), 1, 1);
    for (const path of ["my/rewards", "my/points"]) {
      expect((await people.call("GET", path)).status).toBe(401);
      expect(await readHistory(path, other)).toEqual({ data: [], total: 0 });
      expect((await people.call("GET", `${path}?account==1`, bearer(fan.token))).json.code).toBe("E0007");
    }
  });

  it("of songs that are no longer public are kept without the song's name", async () => {
    const fan = await people.join();
    const song = await addSong(people.context.db);
    await earn(fan, song, 1, 1);
    await sql`update song set status = 'HIDDEN' where id = ${song}`.execute(people.context.db);
    expect((await readHistory("my/points", fan)).data).toMatchObject([{ points: 1, song: null }]);
    expect((await readHistory("my/rewards", fan)).data).toEqual([]);
    expect(await readHistory(`my/rewards?song_id==${song}`, fan)).toEqual({ data: [], total: 0 });
  });
});
