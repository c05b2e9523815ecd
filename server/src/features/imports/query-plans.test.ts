import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../testing/database/database.ts";
import { explainQueries } from "../../testing/database/query-plans.ts";
import {
  deleteImportsBefore,
  findImport,
  findRunningImport,
  listAddedArtists,
  listImportedSongs,
  listInvitedArtists,
  listRecentImports,
} from "./imports.data.ts";
import { countChanges, findChange, listRefusals } from "./updates/changes.data.ts";

const ROWS = 3_000;
const accountId = "00000000-0000-0000-0000-000000000007";
const named = { accountId, id: "import-107" };
let database: TestDatabase;

/** 300 imports of a hundred accounts, with an artist, a song and a change for every ten rows. */
beforeAll(async () => {
  database = await testDatabase();
  const { db } = database.context;
  const account = sql`lpad((n % 100)::text, 32, '0')::uuid`;
  const importId = sql`'import-' || n % 300`;
  await sql`
    insert into account (id, email, name) select ${account}, n || '@label.example', 'Label' from generate_series(0, 99) n`.execute(
    db,
  );
  await sql`
    insert into import (id, account_id, kind, dry_run, state, rows_total, started_at)
    select ${importId}, ${account}, 'SONGS', false, 'DONE', 10, timestamptz '2025-01-01' + n * interval '1 minute'
    from generate_series(0, 299) n`.execute(db);
  await sql`
    insert into artist (artist_clean_id, name, owner_id)
    select 'artist-' || n, 'Artist ' || n, ${account} from generate_series(1, ${ROWS}::int) n`.execute(db);
  await sql`
    insert into song (pretty_id, artist_id, artist, name)
    select 'song-' || n, a.id, a.name, 'Song ' || n
    from generate_series(1, ${ROWS}::int) n join artist a on a.artist_clean_id = 'artist-' || n`.execute(db);
  await sql`
    insert into import_artist (account_id, import_id, artist_id, fingerprint)
    select ${account}, ${importId}, a.id, '' from generate_series(1, ${ROWS}::int) n join artist a on a.artist_clean_id = 'artist-' || n`.execute(
    db,
  );
  await sql`
    insert into imported_artist (account_id, artist_id)
    select ${account}, a.id from generate_series(1, ${ROWS}::int) n join artist a on a.artist_clean_id = 'artist-' || n`.execute(
    db,
  );
  await sql`
    insert into imported_song (account_id, import_id, song_id)
    select ${account}, ${importId}, s.id from generate_series(1, ${ROWS}::int) n join song s on s.pretty_id = 'song-' || n`.execute(
    db,
  );
  await sql`
    insert into import_change (account_id, import_id, line, song_id, state, before, after)
    select ${account}, ${importId}, n, s.id, case when n % 2 = 0 then 'APPLIED' else 'REFUSED' end, '{}', '{}'
    from generate_series(1, ${ROWS}::int) n join song s on s.pretty_id = 'song-' || n`.execute(db);
  for (const table of [
    "import",
    "artist",
    "song",
    "import_artist",
    "imported_artist",
    "imported_song",
    "import_change",
  ])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db);
});
afterAll(() => database.close());

it.each<[string, number, (db: TestDatabase["context"]["db"]) => Promise<unknown>]>([
  ["the progress of one", 100, (db) => findImport(db, named)],
  ["the running one of an account", 200, (db) => findRunningImport(db, accountId)],
  ["what can be undone", 500, (db) => listRecentImports(db, accountId)],
  ["its artists", 200, (db) => listAddedArtists(db, named)],
  ["its songs", 200, (db) => listImportedSongs(db, named)],
  ["its changes", 100, (db) => countChanges(db, named)],
  ["its next change", 100, (db) => findChange(db, named, { state: "APPLIED", afterLine: 0 })],
  ["its refused changes", 200, (db) => listRefusals(db, named)],
  ["the artists that an account invited", 200, (db) => listInvitedArtists(db, accountId)],
  ["imports past their retention", 100, (db) => deleteImportsBefore(db, new Date("2024-01-01"))],
])("Among 300 imports of 3,000 rows, %s are read by indexes.", async (_, blocks, operation) => {
  const plans = await explainQueries(database.url, operation);
  const tables = [
    "artist",
    "song",
    "import",
    "import_artist",
    "imported_artist",
    "imported_song",
    "import_change",
  ];
  expect(plans.scanned.filter((table) => tables.includes(table))).toEqual([]);
  expect(plans.blocks).toBeLessThan(blocks);
});
