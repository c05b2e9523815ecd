import { type ListQuery, pageDefaults } from "@wrapsody/shared/api/page.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database/database.ts";
import { explainQueries } from "../../../testing/database/query-plans.ts";
import { listArtistAlbums, listPublicTracks } from "./albums.data.ts";
import { findOwnAlbum, listOwnAlbums, listOwnTracks } from "./own-albums.data.ts";

const ALBUMS = 1_000;
const publisher = "0198c0de-0000-7000-8000-000000000001";
let database: TestDatabase;
let artist: number;
let album: number;

/** 100 artists with ten albums of three tracks each; one artist is the publisher's. */
beforeAll(async () => {
  database = await testDatabase();
  const { db } = database.context;
  await sql`insert into account (id, email, name) values (${publisher}, 'label@wrapsody.example', 'Label')`.execute(
    db,
  );
  await sql`
    insert into artist (artist_clean_id, name, owner_id)
    select 'artist-' || n, 'Artist ' || n, case n when 7 then ${publisher}::uuid end from generate_series(0, 99) n`.execute(
    db,
  );
  await sql`
    insert into album (pretty_id, artist_id, name, release_date)
    select 'album-' || n, a.id, 'Album ' || n, date '2020-01-01' + n
    from generate_series(1, ${ALBUMS}::int) n join artist a on a.artist_clean_id = 'artist-' || n % 100`.execute(
    db,
  );
  await sql`
    insert into song (pretty_id, artist_id, artist, name, status)
    select 'song-' || n, a.id, a.name, 'Song ' || n, case when n % 4 = 0 then 'DRAFT' else 'ACTIVE' end
    from generate_series(1, ${3 * ALBUMS}::int) n join artist a on a.artist_clean_id = 'artist-' || n % 100`.execute(
    db,
  );
  await sql`
    insert into song_album (song_id, position, name, track_number, album_id)
    select s.id, 0, al.name, 1 + n / ${ALBUMS}::int, al.id
    from generate_series(1, ${3 * ALBUMS}::int) n join song s on s.pretty_id = 'song-' || n
    join album al on al.pretty_id = 'album-' || 1 + (n - 1) % ${ALBUMS}::int`.execute(db);
  for (const table of ["artist", "album", "song", "song_album"])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db);
  const { rows } = await sql<{ id: number; artist_id: number }>`
    select al.id, al.artist_id from album al join artist a on a.id = al.artist_id
    where a.owner_id = ${publisher} order by al.id limit 1`.execute(db);
  album = rows[0]?.id ?? 0;
  artist = rows[0]?.artist_id ?? 0;
});
afterAll(() => database.close());

const listOf = (query: Partial<ListQuery> = {}): ListQuery => ({
  ...pageDefaults,
  limit: 20,
  filters: [],
  ...query,
});
const byName = { sortKey: "name", sortDir: "ASC", sortRequested: true } as const;
const named = (value: string) => ({ filters: [{ key: "name", operator: "~~" as const, value }] });

it.each<[string, number, (db: TestDatabase["context"]["db"]) => Promise<unknown>]>([
  ["a publisher's albums, newest first", 400, (db) => listOwnAlbums(db, publisher, listOf())],
  ["a publisher's albums, by name", 400, (db) => listOwnAlbums(db, publisher, listOf(byName))],
  [
    "a publisher's albums, by part of a name",
    400,
    (db) => listOwnAlbums(db, publisher, listOf(named("album 7"))),
  ],
  ["one album of a publisher", 100, (db) => findOwnAlbum(db, publisher, String(album))],
  ["the tracks of a publisher's album", 100, (db) => listOwnTracks(db, album)],
  ["the albums of an artist", 400, (db) => listArtistAlbums(db, artist, listOf())],
  ["the public tracks of an album", 100, (db) => listPublicTracks(db, album)],
])("Among 1,000 albums, %s are read by indexes.", async (_, blocks, operation) => {
  const plans = await explainQueries(database.url, operation);
  const tables = ["album", "song", "song_album"];
  expect(plans.scanned.filter((table) => tables.includes(table))).toEqual([]);
  expect(plans.blocks).toBeLessThan(blocks);
});
