import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { createServer } from "../../../server.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database/database.ts";
import { explainQueries } from "../../../testing/database/query-plans.ts";
import { addManySongs, addSong } from "../../../testing/fixtures/songs.ts";
import { listChart, listRelatedSongs } from "./charts.data.ts";
import { rankSongsJob } from "./charts.ts";

let database: TestDatabase;
let app: FastifyInstance;

beforeAll(async () => {
  database = await testDatabase();
  app = await createServer(database.context, { site: false });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

async function get(path: string) {
  const answer = await app.inject({ method: "GET", url: `/api/v1/${path}` });
  const { body, code, errors } = answer.json();
  const ids: number[] = body?.data?.map(({ id }: { id: number }) => id) ?? [];
  return { status: answer.statusCode, code, errors, total: body?.total, ids };
}

type Options = Parameters<typeof addSong>[1] & { tags?: string[]; hasAudio?: boolean };

async function addPlayable({ tags = [], hasAudio = true, ...options }: Options = {}): Promise<number> {
  const { db } = database.context;
  const id = await addSong(db, options);
  const key = hasAudio ? `aa/${String(id).padStart(64, "0")}.mp3` : null;
  await sql`update song set audio_key = ${key} where id = ${id}`.execute(db);
  await sql`
    insert into song_tag (song_id, position, tag) select ${id}, place, tag
    from unnest(${tags}::text[]) with ordinality as given (tag, place)`.execute(db);
  return id;
}

/** Adds the counts of a day that is `daysAgo` days before today. */
async function addDay(song: number, daysAgo: number, listeners: number, plays = listeners): Promise<void> {
  const { db, clock } = database.context;
  await sql`
    insert into song_day (song_id, day, plays, listeners)
    values (${song}, (${clock.now()}::timestamptz at time zone 'UTC')::date - ${daysAgo}::int, ${plays}, ${listeners})`.execute(
    db,
  );
}

const rank = () => rankSongsJob.run(database.context, {});

/** Adds counted plays of songs by so many new accounts, each of which plays all of them. */
async function addListeners(count: number, songs: readonly number[], daysAgo = 1): Promise<void> {
  const { db, clock } = database.context;
  const at = new Date(clock.now().getTime() - daysAgo * 24 * 60 * 60 * 1000);
  await sql`
    insert into play (id, song_id, listener, account_id, started_at, counted_at)
    select gen_random_uuid(), heard.song, sha256(fan.id::text::bytea), fan.id, ${at}, ${at}
    from (select gen_random_uuid() as id from generate_series(1, ${count}::int)) fan
    cross join unnest(${songs}::int[]) heard(song)`.execute(db);
}

describe("the chart", () => {
  it("is empty until a song was heard", async () => {
    await rank();
    expect(await get("chart")).toMatchObject({ status: 200, total: 0, ids: [] });
  });

  it("ranks public songs by their listeners of 28 days, then by plays", async () => {
    await sql`delete from song_day`.execute(database.context.db);
    const [first, second, third, old] = await Promise.all([1, 2, 3, 4].map(() => addPlayable()));
    const hidden = await addPlayable({ status: "HIDDEN" });
    const silent = await addPlayable({ hasAudio: false });
    await addDay(first ?? 0, 0, 3);
    await addDay(first ?? 0, 27, 3);
    await addDay(second ?? 0, 1, 5, 90);
    await addDay(third ?? 0, 1, 5, 5);
    await addDay(old ?? 0, 28, 500);
    await addDay(hidden, 1, 50);
    await addDay(silent, 1, 50);
    await rank();
    expect(await get("chart")).toMatchObject({ total: 3, ids: [first, second, third] });
    expect(await get("chart?limit=1&offset=1")).toMatchObject({ total: 3, ids: [second] });

    // A song leaves the chart with its page, before the next ranking.
    await sql`update song set status = 'HIDDEN' where id = ${first}`.execute(database.context.db);
    expect(await get("chart")).toMatchObject({ total: 2, ids: [second, third] });
    await sql`update song set status = 'ACTIVE' where id = ${first}`.execute(database.context.db);
  });

  it("is the same after concurrent and repeated rankings", { retry: 0 }, async () => {
    const before = await get("chart");
    await Promise.all([rank(), rank(), rank()]);
    expect(await get("chart")).toEqual(before);
  });

  it("rejects filters, and sorting by anything else", async () => {
    expect((await get("chart?name==x")).status).toBe(400);
    expect((await get("chart?sortKey=plays")).status).toBe(400);
  });
});

describe("related songs", () => {
  it("have tags or listeners in common, most of them first", async () => {
    await sql`delete from song_tag`.execute(database.context.db);
    const origin = await addPlayable({ tags: ["Dub", "Slow"] });
    const both = await addPlayable({ tags: ["slow", "DUB"] });
    const one = await addPlayable({ tags: ["dub"] });
    const heard = await addPlayable({ tags: ["dub", "polka"] });
    const stranger = await addPlayable({ tags: ["polka"] });
    await addListeners(4, [origin, heard]);
    await addListeners(4, [stranger]);
    expect((await get(`song/${origin}/related`)).ids).toEqual([heard, both, one]);
    expect((await get(`song/${origin}/related?limit=1`)).ids).toEqual([heard]);
  });

  it("do not tell what fewer than three people hear, or heard long ago", async () => {
    const origin = await addPlayable();
    const byTwo = await addPlayable();
    const longAgo = await addPlayable();
    await addListeners(2, [origin, byTwo]);
    await addListeners(9, [origin, longAgo], 100);
    expect(await get(`song/${origin}/related`)).toMatchObject({ status: 200, total: 0 });
    await addListeners(1, [origin, byTwo]);
    expect((await get(`song/${origin}/related`)).ids).toEqual([byTwo]);
  });

  it("are public and have audio, like the song itself", async () => {
    await sql`delete from song_tag`.execute(database.context.db);
    const origin = await addPlayable({ tags: ["Unheard of"] });
    await addPlayable({ tags: ["Unheard of"], status: "HIDDEN" });
    await addPlayable({ tags: ["Unheard of"], hasAudio: false });
    expect((await get(`song/${origin}/related`)).ids).toEqual([]);
    const draft = await addPlayable({ status: "DRAFT" });
    for (const song of [draft, "nothing", 99_999_999])
      expect(await get(`song/${song}/related`)).toMatchObject({ status: 404, code: "E0001" });
    expect(await get(`song/${origin}/related?limit=21`)).toMatchObject({ errors: [{ field: "limit" }] });
  });
});

it("a chart and related songs of many are read through indexes, however often they were heard", async () => {
  const large = await testDatabase();
  try {
    const { db, clock } = large.context;
    await addManySongs(db, 1_000);
    // Drafts, because the words of public names are indexed one by one.
    await sql`
      insert into song (pretty_id, artist_id, artist, name, duration, status)
      select 'draft-' || id || '-' || n, id, name, 'Draft', 200, 'DRAFT' from artist, generate_series(1, 25) n`.execute(
      db,
    );
    await sql`update song set audio_key = 'aa/' || lpad(id::text, 64, '0') || '.mp3' where status = 'ACTIVE'`.execute(
      db,
    );
    await sql`insert into song_tag (song_id, position, tag) select id, 0, 'Common' from song`.execute(db);
    await sql`
      insert into play (id, song_id, listener, account_id, started_at, counted_at)
      select gen_random_uuid(), 1 + (n % 20), sha256((n % 19)::text::bytea), md5((n % 19)::text)::uuid, at, at
      from generate_series(1, 20000) n cross join lateral (
        select ${clock.now()}::timestamptz - make_interval(secs => n * 60) as at) started`.execute(db);
    await sql`vacuum analyze song, song_tag, play`.execute(db);
    const since = new Date(clock.now().getTime() - 90 * 24 * 60 * 60 * 1000);
    const related = await explainQueries(large.url, (replica) =>
      listRelatedSongs(replica, { songId: 1, since, limit: 6 }),
    );
    expect(related.scanned).toEqual([]);
    expect(related.rows).toBeLessThan(5_000);
    await sql`insert into song_day (song_id, day, listeners) select id, current_date, id % 100 from song where status = 'ACTIVE'`.execute(
      db,
    );
    await rankSongsJob.run(large.context, {});
    await sql`vacuum analyze song_chart`.execute(db);
    const chart = await explainQueries(large.url, (replica) => listChart(replica, { limit: 50, offset: 0 }));
    expect(chart.scanned.filter((table) => table !== "song_chart")).toEqual([]);
  } finally {
    await large.close();
  }
});
