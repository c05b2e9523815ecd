import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../testing/database/database.ts";
import { fileDescriptions, imageReferences, keyReferences, permanentContent } from "./references.data.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const listed = new Set(
  [...keyReferences, ...imageReferences, ...fileDescriptions, ...permanentContent].map(
    ({ table, column }) => `${table}.${column}`,
  ),
);

/** Columns whose names suggest a file and that hold something else. A new one needs a decision here or in the list. */
const otherColumns = new Set([
  "answered_call.key",
  "api_key.key_id",
  "backup_run.missing_files",
  "chain_task.key",
  "point_entry.key",
  "point_hold.key",
  "report.idempotency_key",
  "site_setting.key",
  "song_master.file_name",
  "stripe_simulator_response.key",
]);

it("every foreign key to a file's row is listed", async () => {
  const { rows } = await sql<{ name: string }>`
    select c.conrelid::regclass || '.' || a.attname as name
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid in ('image'::regclass, 'audio_file'::regclass, 'stored_file'::regclass)`.execute(
    database.context.db,
  );
  const names = rows.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["song.image_id", "audio_match.audio_key"]));
  expect(names.filter((name) => !listed.has(name))).toEqual([]);
});

it("every column whose name suggests a file is listed, or known to be something else", async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'ARRAY', 'json', 'jsonb', 'character varying')
      and column_name ~ '(^|_)(key|keys|file|files|image|images|photo|photos|picture|pictures|audio|cid|cids|artwork|attachment|blob|object|recording)(_|$)'`.execute(
    database.context.db,
  );
  const names = rows.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining([...listed]));
  expect(names.filter((name) => !listed.has(name) && !otherColumns.has(name))).toEqual([]);
});

it("every listed column exists and can be looked up by an index", async () => {
  for (const { table, column } of [...keyReferences, ...imageReferences, ...fileDescriptions]) {
    const { rows } = await sql`
      select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indrelid = ${table}::regclass and a.attname = ${column}`.execute(database.context.db);
    expect([table, column, rows.length > 0]).toEqual([table, column, true]);
  }
});
