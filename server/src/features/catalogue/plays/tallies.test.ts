import { createHash, randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import "../../../features.ts";
import { openDatabase, sql } from "../../../platform/database/database.ts";
import { migrate } from "../../../platform/database/migrate.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database/database.ts";
import { query, withDatabase } from "../../../testing/database/setup.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";
import { aggregatePlaysJob } from "../jobs.ts";
import { addPointsToTally, aggregatePlays } from "./plays.data.ts";
import { type PlayCall, registerPlay } from "./plays.ts";

let database: TestDatabase;
let context: TestDatabase["context"];

beforeAll(async () => {
  database = await testDatabase();
  context = database.context;
});
afterAll(() => database.close());

let visitors = 0;
const newVisitor = () => `visitor${String(++visitors).padStart(9, "0")}`;

/** Hears a song of a minute, half of which is enough. */
async function playSong(song: number, overrides: Partial<PlayCall> = {}): Promise<void> {
  const stranger = { accountId: undefined, visitor: undefined, address: "192.0.2.7", sharer: undefined };
  const call = { ...stranger, song: String(song), streamId: undefined, heard: 0, ...overrides };
  const { stream_id: streamId } = await registerPlay(context, call);
  context.clock.move(61);
  expect(await registerPlay(context, { ...call, streamId, heard: 61 })).toMatchObject({ counted: true });
}

const newSong = () => addSong(context.db, { duration: 60 });

/** Moves the clock to so many seconds after the next midnight (UTC). */
function moveToMidnight(after = 0): void {
  const now = context.clock.now().getTime() / 1000;
  context.clock.move(86_400 - (now % 86_400) + after);
}

type Day = { day: string; plays: number; listeners: number; points: number; shares: number };

async function daysOf(song: number): Promise<Day[]> {
  await aggregatePlaysJob.run(context, {});
  const { rows } = await sql<Day>`
    select day, plays, listeners, points, shares from song_day where song_id = ${song} order by day`.execute(
    context.db,
  );
  return rows;
}

const today = () => context.clock.now().toISOString().slice(0, 10);

describe("the tally of a song", () => {
  it("counts a listener once a day (UTC), and each play", { retry: 0 }, async () => {
    const song = await newSong();
    moveToMidnight();
    const first = today();
    const regular = newVisitor();
    for (let n = 0; n < 3; n++) await playSong(song, { visitor: regular });
    await playSong(song, { visitor: newVisitor() });
    moveToMidnight(-61);
    await playSong(song, { visitor: regular });
    await playSong(song, { visitor: regular });
    expect(await daysOf(song)).toEqual([
      { day: first, plays: 4, listeners: 2, points: 0, shares: 0 },
      { day: today(), plays: 2, listeners: 1, points: 0, shares: 0 },
    ]);
  });

  it("counts a listener from another person's share link once a day", async () => {
    const song = await newSong();
    moveToMidnight();
    const [visitor, accountId] = [newVisitor(), crypto.randomUUID()];
    for (const sharer of [newVisitor(), crypto.randomUUID(), visitor])
      await playSong(song, { visitor, sharer });
    await playSong(song, { accountId, sharer: accountId });
    const self = newVisitor();
    await playSong(song, { visitor: self, sharer: self });
    await playSong(song, { accountId: crypto.randomUUID(), sharer: accountId });
    expect(await daysOf(song)).toEqual([{ day: today(), plays: 6, listeners: 4, points: 0, shares: 2 }]);
  });

  it("loses and doubles nothing while plays are counted and jobs fold concurrently, and some die", {
    retry: 0,
  }, async () => {
    const songs = await Promise.all(Array.from({ length: 6 }, newSong));
    moveToMidnight();
    const call = (song: number, visitor: string, streamId?: string) =>
      registerPlay(context, {
        accountId: undefined,
        visitor,
        address: "192.0.2.7",
        sharer: undefined,
        song: String(song),
        streamId,
        heard: streamId === undefined ? 0 : 61,
      });
    const started = await Promise.all(
      Array.from({ length: 120 }, async (_, n) => {
        const [song = 0, visitor] = [songs[n % songs.length], newVisitor()];
        return { song, visitor, streamId: (await call(song, visitor)).stream_id };
      }),
    );
    context.clock.move(61);
    const dying = () =>
      context.db.transaction().execute(async (tx) => {
        await aggregatePlays(tx);
        throw new Error("killed");
      });
    await Promise.all([
      ...started.map(({ song, visitor, streamId }) => call(song, visitor, streamId)),
      ...started.map(({ song }) =>
        addPointsToTally(context.db, { songId: song, at: context.clock.now(), points: 1 }),
      ),
      ...Array.from({ length: 10 }, () => aggregatePlaysJob.run(context, {})),
      ...Array.from({ length: 10 }, () => expect(dying()).rejects.toThrow("killed")),
    ]);
    for (const song of songs) {
      expect(await daysOf(song)).toEqual([{ day: today(), plays: 20, listeners: 20, points: 20, shares: 0 }]);
      const { rows } = await sql`select plays, points from song where id = ${song}`.execute(context.db);
      expect(rows).toEqual([{ plays: 20, points: 20 }]);
    }
  });

  it("is dropped where its song is not kept any more", async () => {
    await addPointsToTally(context.db, { songId: 999_999, at: context.clock.now(), points: 1 });
    expect(await daysOf(999_999)).toEqual([]);
    const { rows } = await sql`select from song_tally where song_id = 999999`.execute(context.db);
    expect(rows).toEqual([]);
  });
});

const folder = fileURLToPath(new URL("../../../../migrations/", import.meta.url));

/** A database as it was before plays were counted by day. */
async function oldDatabase(): Promise<{ url: string; name: string; admin: string }> {
  const admin = process.env.TEST_DATABASE_URL ?? "";
  const name = `wrapsody_old_${randomBytes(6).toString("hex")}`;
  await query(admin, `create database ${name}`);
  const url = withDatabase(admin, name);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    "create table schema_migration (name text primary key, checksum text not null, ran_at timestamptz not null default now())",
  );
  for (const file of (await readdir(folder)).sort().filter((each) => each < "0012")) {
    const text = await readFile(`${folder}${file}`, "utf8");
    await client.query(text);
    const checksum = createHash("sha256").update(text).digest("hex");
    await client.query("insert into schema_migration (name, checksum) values ($1, $2)", [file, checksum]);
  }
  await client.end();
  return { url, name, admin };
}

it("Plays from before they were counted by day reach their song and their days, once", {
  retry: 0,
}, async () => {
  const { url, name, admin } = await oldDatabase();
  const { db, close } = openDatabase({ url, size: 2, onError: () => undefined });
  const song = await addSong(db);
  await sql`
    insert into play (id, song_id, listener, started_at, counted_at)
    select uuidv7(), ${song}, case when n = 1 then '\\x00' else '\\x01' end::bytea, at, at + interval '30 seconds'
    from (select n, timestamptz '2026-03-01' + n * interval '12 hours' as at from generate_series(0, 3) n)`.execute(
    db,
  );
  await sql`insert into play_tally (song_id, plays) values (${song}, 1), (${song}, 1)`.execute(db);
  await sql`update song set plays = 2`.execute(db);
  await migrate(url);
  await aggregatePlays(db);
  const { rows } = await sql`
    select s.plays as all, d.day, d.plays, d.listeners from song s join song_day d on d.song_id = s.id
    order by d.day`.execute(db);
  expect(rows).toEqual([
    { all: 4, day: "2026-03-01", plays: 2, listeners: 2 },
    { all: 4, day: "2026-03-02", plays: 2, listeners: 1 },
  ]);
  await close();
  await query(admin, `drop database ${name} with (force)`);
});
