import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database/database.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";

let database: TestDatabase;
let db: Executor;

beforeAll(async () => {
  database = await testDatabase();
  db = database.context.db;
});
afterAll(() => database.close());

type Row = { field: string; word: string; song_id: number; created_at: string };

/** Lists the rows that are wrong in the index, and those missing from it. */
async function differences(): Promise<{ wrong: Row[]; missing: Row[] }> {
  const expected = sql`
    select f.field, word collate "C" as word, s.created_at, s.id as song_id
    from song s
    cross join lateral (values ('n'::"char", s.name_folded), ('a'::"char", s.artist_folded)) f(field, folded)
    cross join lateral (select distinct word from unnest(string_to_array(f.folded, ' ')) word where word <> '') w
    where s.status = 'ACTIVE'`;
  const stored = sql`select field, word, created_at, song_id from song_word`;
  const wrong = await sql<Row>`${stored} except all (${expected})`.execute(db);
  const missing = await sql<Row>`(${expected}) except all ${stored}`.execute(db);
  return { wrong: wrong.rows, missing: missing.rows };
}

const wordsOf = async (id: number) =>
  (
    await sql<{
      word: string;
    }>`select word from song_word where song_id = ${id} and field = 'n' order by word`.execute(db)
  ).rows.map(({ word }) => word);

describe("The words of public songs", () => {
  it("follow a song through its life", async () => {
    const id = await addSong(db, { name: "Tide, tide & Ember", status: "DRAFT" });
    expect(await wordsOf(id)).toEqual([]);
    await sql`update song set status = 'ACTIVE' where id = ${id}`.execute(db);
    expect(await wordsOf(id)).toEqual(["ember", "tide"]);
    await sql`update song set plays = plays + 1 where id = ${id}`.execute(db);
    await sql`update song set name = 'Ember Return' where id = ${id}`.execute(db);
    expect(await wordsOf(id)).toEqual(["ember", "return"]);
    await sql`update song set artist = 'Someone Else', created_at = '2001-02-03' where id = ${id}`.execute(
      db,
    );
    expect(await differences()).toEqual({ wrong: [], missing: [] });
    await sql`update song set status = 'HIDDEN' where id = ${id}`.execute(db);
    expect(await wordsOf(id)).toEqual([]);
    await sql`update song set name = 'Elsewhere' where id = ${id}`.execute(db);
    expect(await wordsOf(id)).toEqual([]);
    await sql`update song set status = 'ACTIVE' where id = ${id}`.execute(db);
    expect(await wordsOf(id)).toEqual(["elsewhere"]);
    await sql`delete from song where id = ${id}`.execute(db);
    expect(await wordsOf(id)).toEqual([]);
  });

  it("are undone with the transaction that wrote them", async () => {
    const id = await addSong(db, { name: "Steady" });
    const failing = db.transaction().execute(async (tx) => {
      await sql`update song set name = 'Undone' where id = ${id}`.execute(tx);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await wordsOf(id)).toEqual(["steady"]);
  });

  it("are right when many songs change together, after a single one and before it, on the same connection", async () => {
    await db.connection().execute(async (connection) => {
      await sql`delete from song where pretty_id like 'bulk-%'`.execute(connection);
      const few = await addSong(connection, { name: "One by one" });
      await sql`update song set name = 'One and one' where id = ${few}`.execute(connection);
      await sql`
        insert into song (pretty_id, artist_id, artist, name, status, created_at)
        select 'bulk-' || n, (select min(id) from artist), 'Bulk ' || n % 7, 'Load ' || n || ' of ' || n % 13,
          case when n % 5 = 0 then 'DRAFT' else 'ACTIVE' end, timestamptz '2022-01-01' + n * interval '1 second'
        from generate_series(1, 1000) n`.execute(connection);
      await sql`update song set status = 'ACTIVE', name = name || ' more' where pretty_id like 'bulk-%' and id % 3 = 0`.execute(
        connection,
      );
      await sql`update song set plays = plays + 1`.execute(connection);
      await sql`delete from song where pretty_id like 'bulk-%' and id % 4 = 0`.execute(connection);
      await sql`update song set name = 'One again' where id = ${few}`.execute(connection);
    });
    expect(await differences()).toEqual({ wrong: [], missing: [] });
  });

  it("are right when one song is published, renamed, hidden and removed at the same instant", {
    retry: 0,
  }, async () => {
    for (let round = 0; round < 5; round++) {
      const id = await addSong(db, { name: "Contested Round", status: "DRAFT" });
      await Promise.all([
        sql`update song set status = 'ACTIVE' where id = ${id}`.execute(db),
        sql`update song set name = 'Renamed Round' where id = ${id}`.execute(db),
        sql`update song set status = 'ACTIVE', artist = 'Rival' where id = ${id}`.execute(db),
        sql`update song set status = 'HIDDEN' where id = ${id}`.execute(db),
        sql`update song set status = 'ACTIVE' where id = ${id}`.execute(db),
        ...(round === 4 ? [sql`delete from song where id = ${id}`.execute(db)] : []),
      ]);
      expect(await differences()).toEqual({ wrong: [], missing: [] });
    }
  });

  it("are right when many songs of the same words are published at the same instant", {
    retry: 0,
  }, async () => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => addSong(db, { name: `Same Words ${n % 3}` })));
    expect(await differences()).toEqual({ wrong: [], missing: [] });
  });
});
