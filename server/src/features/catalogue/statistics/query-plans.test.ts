import { afterAll, beforeAll, expect, it } from "vitest";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database/database.ts";
import { explainQueries, type Plans } from "../../../testing/database/query-plans.ts";
import { cataloguePorts } from "../ports.ts";
import {
  countDaysAndSongs,
  countListeners,
  countListenersBefore,
  countSources,
  listFilteredSongs,
} from "./statistics.data.ts";

const account = "0198c0de-0000-7000-8000-000000000001";
const period = { before: "2025-02-03", from: "2025-03-03", to: "2025-03-30" };
let database: TestDatabase;
let songs: number[];

/** 200 songs of 20 artists, each heard up to three times a day for 120 days; one artist is the account's. */
beforeAll(async () => {
  database = await testDatabase();
  const { db } = database.context;
  await sql`select make_play_partition(month::date) from generate_series(timestamptz '2024-12-01', '2025-03-01', interval '1 month') month`.execute(
    db,
  );
  await sql`insert into account (id, email, name) values (${account}, 'label@wrapsody.example', 'Label')`.execute(
    db,
  );
  await sql`
    insert into artist (artist_clean_id, name, owner_id)
    select 'artist-' || n, 'Artist ' || n, case n when 7 then ${account}::uuid end from generate_series(0, 19) n`.execute(
    db,
  );
  await sql`
    insert into song (pretty_id, artist_id, artist, name, status)
    select 'song-' || n, a.id, a.name, 'Song ' || n, 'ACTIVE'
    from generate_series(1, 200) n join artist a on a.artist_clean_id = 'artist-' || n % 20`.execute(db);
  await sql`
    insert into play (id, song_id, listener, started_at, counted_at)
    select gen_random_uuid(), s.id, int4send(n % 50), at, at + interval '30 seconds'
    from generate_series(0, 119 * 3) n, song s, lateral (select timestamptz '2024-12-01' + n * interval '8 hours' as at) t
    where n % 3 = 0 or s.artist_id % 4 = 0`.execute(db);
  await sql`
    insert into song_day (song_id, day, plays, listeners)
    select song_id, (counted_at at time zone 'UTC')::date, count(*), count(*) from play group by 1, 2`.execute(
    db,
  );
  await sql`
    insert into song_day_source (song_id, day, source, plays)
    select song_id, day, source, 1 from song_day, unnest('{SITE,EMBED}'::text[]) source`.execute(db);
  await sql`
    insert into account (id, email, name)
    select ('0198c0de-0000-7000-8001-' || lpad(n::text, 12, '0'))::uuid, n || '@fans.example', 'Fan' from generate_series(0, 49) n`.execute(
    db,
  );
  await sql`
    insert into point_entry (account_id, song_id, key, kind, points, created_at)
    select ('0198c0de-0000-7000-8001-' || lpad((n % 50)::text, 12, '0'))::uuid, s.id, 'listen ' || n, 'LISTEN', 1,
      timestamptz '2024-12-01' + n * interval '1 day'
    from generate_series(0, 119) n, song s`.execute(db);
  for (const table of ["play", "song", "artist", "song_day", "song_day_source", "point_entry"])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db);
  songs = ((await listFilteredSongs(db, all)) ?? []).map(({ id }) => id);
});
afterAll(() => database.close());

const all = { accountId: account, artist: undefined, song: undefined };

const plansFor = (operation: (db: Executor) => Promise<unknown>): Promise<Plans> =>
  explainQueries(database.url, operation);

/** Of the months that have plays; an empty one may as well be read from end to end. */
const fullMonths = (tables: readonly string[]) => tables.filter((table) => /^play_202[45]/.test(table));

it("A publisher's wraps are found by their artists.", async () => {
  expect(songs).toHaveLength(10);
  for (const filter of [all, { ...all, song: `song-7` }, { ...all, song: "7" }, { ...all, artist: 8 }]) {
    const plans = await plansFor((db) => listFilteredSongs(db, filter));
    expect(plans.scanned).not.toContain("song");
    expect(plans.blocks).toBeLessThan(60);
  }
});

it("Their days are read from the days of these wraps alone.", async () => {
  const plans = await plansFor((db) => countDaysAndSongs(db, songs, period));
  expect(plans.scanned).not.toContain("song_day");
  expect(plans.indexes).toContain("song_day_pkey");
  // Two times of 28 days of ten wraps, each found by the index and then read.
  expect(plans.rows).toBeLessThan(1.1 * 2 * (2 * 28 * 10));
});

it("Their listeners are read from the plays of these wraps in these months alone.", async () => {
  for (const count of [countListeners, countListenersBefore]) {
    const plans = await plansFor((db) => count(db, songs, period));
    expect(fullMonths(plans.scanned)).toEqual([]);
    expect(plans.rows).toBeGreaterThan(0);
    // At most three plays on each of 28 days of ten wraps, and those of the hours before, each found by the index and then read.
    expect(plans.rows).toBeLessThan(1.1 * 2 * (3 * 29 * 10));
  }
});

it("Their sources are read from the days of these wraps alone.", async () => {
  const plans = await plansFor((db) => countSources(db, songs, period));
  expect(plans.scanned).not.toContain("song_day_source");
  expect(plans.indexes).toContain("song_day_source_pkey");
});

it("The accounts that earned points are read from these wraps in these days alone.", async () => {
  const range = { from: new Date(period.from), until: new Date(period.to) };
  const plans = await plansFor((db) => cataloguePorts().countPointEarners(db, songs, range));
  expect(plans.scanned).not.toContain("point_entry");
  expect(plans.indexes).toContain("point_entry_earned");
  // An entry on each of 27 days of ten wraps, each found by the index and then read.
  expect(plans.rows).toBeLessThan(1.1 * 2 * (27 * 10));
});
