import { afterAll, beforeAll, expect, it } from "vitest";
import { type Executor, sql } from "../../../../platform/database/database.ts";
import { largeTestDatabase, type TestDatabase } from "../../../../testing/database/database.ts";
import { explainQueries } from "../../../../testing/database/query-plans.ts";
import { isNamedOwner, listNamingSongs, listRevisions, listWaitingSongs } from "./splits.data.ts";

const owner = "00000000-0000-0000-0000-000000000008";
let database: TestDatabase;

/** 10,000 wraps with a former revision, one in force and a proposal each. 1,000 accounts are named, half of them by their address. */
beforeAll(async () => {
  database = await largeTestDatabase();
  const { db } = database.context;
  const account = (number: string) => sql`lpad((${sql.raw(number)})::text, 32, '0')::uuid`;
  await sql`
    insert into account (id, email, name, verified_at)
    select ${account("n")}, n || '@owner.example', 'Ann', now() from generate_series(0, 999) n`.execute(db);
  await sql`
    insert into song_split_revision (song_id, state, effective_from, proposed_at)
    select s.id, state, now(), timestamptz '2026-01-01' - s.id * interval '1 minute'
    from song s, unnest(array['REPLACED', 'CONFIRMED', 'PROPOSED']) state order by s.id`.execute(db);
  await sql`
    insert into song_split (revision_id, position, name, email, account_id, ownership_points, royalty_points)
    select id, 0, 'Ann', song_id % 1000 || '@owner.example',
      case when song_id % 2000 < 1000 then ${account("song_id % 1000")} end, 10000, 10000 from song_split_revision`.execute(
    db,
  );
  await sql`
    insert into song_split_approval (revision_id, account_id)
    select id, ${account("song_id % 1000")} from song_split_revision where state = 'PROPOSED'`.execute(db);
  for (const table of ["song_split_revision", "song_split", "song_split_approval", "account"])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db);
});
afterAll(() => database.close());

const page = { limit: 20, offset: 0 };
it.each<[string, (db: Executor) => Promise<unknown>]>([
  ["the wraps that name an owner", (db) => listNamingSongs(db, owner, page)],
  [
    "the proposals that administrators may decide about",
    (db) => listWaitingSongs(db, { before: new Date(), ...page }),
  ],
  [
    "the history of a page of wraps",
    (db) => listRevisions(db, { songIds: [1, 2, 3], states: ["REPLACED", "CONFIRMED", "PROPOSED"] }),
  ],
  ["whether a wrap names an owner", (db) => isNamedOwner(db, 8, owner)],
])("Among 30,000 revisions, %s are read by indexes.", async (_, operation) => {
  const plans = await explainQueries(database.url, operation);
  const large = ["song", "song_split", "song_split_revision", "song_split_approval", "account"];
  expect(plans.scanned.filter((table) => large.includes(table))).toEqual([]);
  expect(plans.blocks).toBeLessThan(5_000);
});
