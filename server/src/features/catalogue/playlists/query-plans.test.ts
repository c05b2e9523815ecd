import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Context } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/database.ts";
import { largeTestDatabase, type TestDatabase } from "../../../testing/database/database.ts";
import { explainQueries } from "../../../testing/database/query-plans.ts";
import { catalogueExport } from "../account/data-export.data.ts";
import { listLikedAmong } from "./likes.data.ts";
import { showOwnLikes } from "./likes.ts";
import { listPlaylistIds } from "./playlists.data.ts";
import { showOwnPlaylist, showOwnPlaylists, showPlaylist } from "./playlists.ts";

const account = "00000000-0000-7000-8000-000000000001";
const newest: ListQuery = { limit: 20, offset: 0, sortKey: "created_at", sortDir: "DESC", filters: [] };
let database: TestDatabase;
let playlist: string;

/** 10,000 songs; 10,000 playlists and 20,000 likes of 100 accounts. The account has 100 playlists, one with 200 songs, and 200 likes. */
beforeAll(async () => {
  database = await largeTestDatabase();
  const { db } = database.context;
  await sql`
    insert into account (id, email, name)
    select case n when 0 then ${account}::uuid else gen_random_uuid() end, 'crowd-' || n || '@wrapsody.example', 'Crowd'
    from generate_series(0, 99) n`.execute(db);
  await sql`
    with person as (select id, row_number() over (order by id) as n from account)
    insert into playlist (public_id, account_id, name, is_public, created_at, updated_at)
    select left(md5(p.n || '-' || nth), 16), p.id, 'No. ' || nth, nth % 2 = 0, at, at
    from person p cross join generate_series(1, 100) nth
    cross join lateral (select timestamptz '2026-01-01' + nth * interval '1 minute' as at) moment`.execute(
    db,
  );
  await sql`
    insert into playlist_song (playlist_id, song_id, position, added_at)
    select p.id, s.id, row_number() over (partition by p.id order by s.id), now()
    from (select id from playlist where name = 'No. 100') p
    join (select id, row_number() over (order by id) as n from song) s on s.n <= 200`.execute(db);
  await sql`
    insert into song_like (account_id, song_id, created_at)
    select a.id, s.id, timestamptz '2026-01-01' + s.id * interval '1 second'
    from account a cross join (select id from song order by id limit 200) s`.execute(db);
  for (const table of ["playlist", "playlist_song", "song_like", "account"])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db);
  const { rows } = await sql<{ public_id: string }>`
    select public_id from playlist where account_id = ${account} and name = 'No. 100'`.execute(db);
  playlist = rows[0]?.public_id ?? "";
});
afterAll(() => database.close());

/** Tables that grow with the site. */
const large = ["playlist", "playlist_song", "song_like", "song"];

const explain = (operation: (context: Context) => Promise<unknown>) =>
  explainQueries(database.url, (db) => operation({ ...database.context, db, replica: db }));

const operations: Record<string, (context: Context) => Promise<unknown>> = {
  "the page of a playlist": (context) => showPlaylist(context, playlist),
  "a playlist of its owner": (context) => showOwnPlaylist(context, { accountId: account, id: playlist }),
  "one's playlists": (context) =>
    showOwnPlaylists(context, { accountId: account, list: { ...newest, sortKey: "updated_at" }, songId: 7 }),
  "which of a page's wraps one likes": ({ db }) => listLikedAmong(db, account, [1, 2, 3]),
  "a deleted account's playlists": ({ db }) => listPlaylistIds(db, account),
  "the export of playlists": async ({ db }) => {
    for await (const _ of catalogueExport.playlists(db, account).read());
  },
};

it.each(Object.entries(operations))("reads %s by indexes among 20,000", async (_, operation) => {
  const plans = await explain(operation);
  expect(plans.scanned.filter((table) => large.includes(table))).toEqual([]);
});

it("reads only the likes of an account, however many others there are", async () => {
  const plans = await explain((context) => showOwnLikes(context, { accountId: account, list: newest }));
  expect(plans.scanned.filter((table) => large.includes(table))).toEqual([]);
  // Its 200 likes with their songs, once for the page and once to count them.
  expect(plans.rows).toBeLessThan(1_500);
});
