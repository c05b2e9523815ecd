import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../platform/database.ts";
import { as, openPeople, type People, type Person } from "../../testing/people.ts";
import { addSong } from "../../testing/songs.ts";
import type { EntryKind } from "./ledger.data.ts";
import { addEntry } from "./ledger.ts";

let people: People;
beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.close());

let given = 0;
/** Adds points at so many hours before now. */
function earn(fan: Person, songId: number, points: number, hoursAgo: number, kind: EntryKind = "LISTEN") {
  const now = new Date(people.context.clock.now().getTime() - hoursAgo * 3_600_000);
  const entry = { accountId: fan.id, songId, key: `${kind.toLowerCase()} ${given++}`, kind, points, now };
  return people.context.db.transaction().execute((tx) => addEntry(tx, entry));
}

const read = async (path: string, fan: Person) => (await people.call("GET", path, as(fan.token))).json.body;

describe("the points of a fan", () => {
  it("are told by song, with when the next listen of each earns", async () => {
    const fan = await people.join();
    const [few, many] = [await addSong(people.context.db), await addSong(people.context.db)];
    await earn(fan, few, 1, 30);
    await earn(fan, many, 1, 20);
    await earn(fan, many, 4, 1, "PARTICIPATION");
    const { data, total } = await read("my/rewards?sortKey=points&sortDir=DESC", fan);
    expect(total).toBe(2);
    const next = new Date(people.context.clock.now().getTime() + 4 * 3_600_000).toISOString();
    expect(data).toMatchObject([
      { song: { id: many }, points: 5, next_award_at: next },
      { song: { id: few }, points: 1, next_award_at: null },
    ]);
    expect((await read("my/rewards?sortKey=points&sortDir=ASC&limit=1", fan)).data[0].song.id).toBe(few);
    expect(await read(`my/rewards/${many}`, fan)).toBe(5);
  });

  it("have a history of every point and why, which names the reward that was claimed", async () => {
    const fan = await people.join();
    const song = await addSong(people.context.db);
    const { rows } = await sql<{ id: number }>`
      insert into reward (song_id, name, description, reward_points_earned, reward_type)
      values (${song}, 'A seat by the window', '', 2, 'TICKET') returning id`.execute(people.context.db);
    await earn(fan, song, 3, 2, "SHARE");
    await people.call("POST", `song/${song}/reward/${rows[0]?.id}`, as(fan.token));
    const { data, total } = await read(`my/points?song_id==${song}`, fan);
    expect(total).toBe(2);
    expect(data).toMatchObject([
      { kind: "CLAIM", points: -2, level: "A seat by the window", song: { id: song } },
      { kind: "SHARE", points: 3, level: null },
    ]);
  });

  it("are told to their holder alone", async () => {
    const [fan, other] = [await people.join(), await people.join()];
    await earn(fan, await addSong(people.context.db), 1, 1);
    for (const path of ["my/rewards", "my/points"]) {
      expect((await people.call("GET", path)).status).toBe(401);
      expect(await read(path, other)).toEqual({ data: [], total: 0 });
      expect((await people.call("GET", `${path}?account==1`, as(fan.token))).json.code).toBe("E0007");
    }
  });

  it("of songs that are not public any more stay theirs, and name no song", async () => {
    const fan = await people.join();
    const song = await addSong(people.context.db);
    await earn(fan, song, 1, 1);
    await sql`update song set status = 'HIDDEN' where id = ${song}`.execute(people.context.db);
    expect((await read("my/points", fan)).data).toMatchObject([{ points: 1, song: null }]);
    expect((await read("my/rewards", fan)).data).toEqual([]);
  });
});
