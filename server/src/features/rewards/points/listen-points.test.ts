import type { ListenPoints } from "@wrapsody/shared/catalogue/catalogue.ts";
import { pointRules } from "@wrapsody/shared/rewards/point-rules.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { bearer, openPeople, type People, type Person } from "../../../testing/fixtures/people.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";
import { addEntry } from "./ledger.ts";

let people: People;
let db: People["context"]["db"];

beforeAll(async () => {
  people = await openPeople();
  db = people.context.db;
});
afterAll(() => people.close());

type Call = {
  counted: boolean;
  stream_id: string;
  next_award_at: string | null;
  points: ListenPoints | null;
};

async function callStream(song: number, fan: Person | undefined, body: object): Promise<Call> {
  const headers = { "x-wrap-per": "visitor000000001", ...(fan && bearer(fan.token).headers) };
  const { json } = await people.call("POST", `song/${song}/stream`, { headers, payload: body });
  return json.body;
}

const startPlay = (song: number, fan: Person | undefined) => callStream(song, fan, {});
const countPlay = (song: number, fan: Person | undefined, stream_id: string) =>
  callStream(song, fan, { stream_id, heard: 31 });

async function playSong(song: number, fan: Person | undefined) {
  const { stream_id } = await startPlay(song, fan);
  people.context.clock.move(31);
  return countPlay(song, fan, stream_id);
}

let keyCount = 0;
function earn(fan: Person, songId: number, points: number) {
  const now = people.context.clock.now();
  const entry = { accountId: fan.id, songId, key: `participation ${keyCount++}`, points, now } as const;
  return db.transaction().execute((tx) => addEntry(tx, { ...entry, kind: "PARTICIPATION" }));
}

const addLevel = (song: number, points: number, name: string) =>
  sql`
    insert into reward (song_id, name, description, reward_points_earned, reward_type)
    values (${song}, ${name}, '', ${points}, 'CUSTOM')`.execute(db);

const total = async (fan: Person) =>
  (await people.call("GET", "my/points/total", bearer(fan.token))).json.body as number;

describe("a play of a logged-in listener", () => {
  it("reports that it can earn a point, then the point, the totals and the nearest level", async () => {
    const fan = await people.join();
    const [song, other] = [await addSong(db), await addSong(db)];
    await addLevel(song, 10, "Signed sleeve");
    await addLevel(song, 2, "Postcard");
    await earn(fan, song, 1);
    await earn(fan, other, 5);
    const started = await startPlay(song, fan);
    expect(started).toMatchObject({
      counted: false,
      next_award_at: null,
      points: { can_earn: true, earned: 0, points: 1, total: 6, next: null },
    });
    people.context.clock.move(31);
    expect(await countPlay(song, fan, started.stream_id)).toMatchObject({
      counted: true,
      points: {
        can_earn: false,
        earned: pointRules.listen.points,
        points: 2,
        total: 7,
        reached: { name: "Postcard" },
        next: { name: "Signed sleeve", reward_points_earned: 10 },
      },
    });
    expect(await total(fan)).toBe(7);
  });

  it("reports the same to a repeated call, also at the same instant, and earns once", {
    retry: 0,
  }, async () => {
    const fan = await people.join();
    const song = await addSong(db);
    const { stream_id } = await startPlay(song, fan);
    people.context.clock.move(31);
    const answers = await Promise.all(Array.from({ length: 5 }, () => countPlay(song, fan, stream_id)));
    answers.push(await countPlay(song, fan, stream_id));
    for (const { counted, points } of answers) {
      expect(counted).toBe(true);
      expect(points).toEqual({ can_earn: false, earned: 1, points: 1, total: 1, reached: null, next: null });
    }
  });

  it("reports when the next one earns, if one has earned already or the day is used up", async () => {
    // Listens are counted by day, so the day must not end during the test.
    const secondsOfDay = (people.context.clock.now().getTime() / 1000) % 86_400;
    people.context.clock.move(86_400 - secondsOfDay);
    const fan = await people.join();
    const song = await addSong(db);
    const { next_award_at } = await playSong(song, fan);
    expect(await startPlay(song, fan)).toMatchObject({
      next_award_at,
      points: { can_earn: false, points: 1 },
    });
    const repeated = await playSong(await addSong(db), fan);
    expect(repeated).toMatchObject({ points: { earned: 1, points: 1, total: 2 } });
    const { clock } = people.context;
    await sql`
      update point_day set entries = ${pointRules.listen.maxEntriesPerDay} where account_id = ${fan.id}`.execute(
      db,
    );
    const used = await startPlay(await addSong(db), fan);
    const midnight = new Date(clock.now());
    midnight.setUTCHours(24, 0, 0, 0);
    expect(used).toMatchObject({ next_award_at: midnight.toISOString(), points: { can_earn: false } });
    expect((await playSong(await addSong(db), fan)).points).toMatchObject({ earned: 0, total: 2 });
  });

  it("never earns with one's own song", async () => {
    const owner = await people.join();
    const song = await addSong(db, { artist: `Artist of ${owner.id}` });
    await sql`
      update artist set owner_id = ${owner.id} where id = (select artist_id from song where id = ${song})`.execute(
      db,
    );
    expect(await startPlay(song, owner)).toMatchObject({ next_award_at: null, points: { can_earn: false } });
    expect((await playSong(song, owner)).points).toMatchObject({ earned: 0, points: 0 });
  });

  it("says nothing about points to anonymous listeners", async () => {
    const song = await addSong(db);
    expect((await startPlay(song, undefined)).points).toBeNull();
    expect(await playSong(song, undefined)).toMatchObject({ counted: true, points: null });
  });
});

describe("the total of a fan's points", () => {
  it("is 0 at first, and needs a session", async () => {
    expect(await total(await people.join())).toBe(0);
    expect((await people.call("GET", "my/points/total")).status).toBe(401);
  });
});
