import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { query, withDatabase } from "../../testing/database/setup.ts";
import { migrate, readMigrations } from "./migrate.ts";
import { readMigrationFiles } from "./migration-files.ts";

const admin = process.env.TEST_DATABASE_URL ?? "";
const name = `wrapsody_migrate_${process.pid}`;
const url = withDatabase(admin, name);
let parent: string;

const column = "alter table schema_migration add column is_contract boolean not null default false;";
const files = {
  "0001_song.sql": "create table song (title text);",
  "0046_contract_migrations.sql": column,
};

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "migrations-"));
});
afterAll(async () => {
  await query(admin, `drop database if exists ${name} with (force)`);
  await rm(parent, { recursive: true, force: true });
});

/** Creates an empty database. */
async function recreateDatabase(): Promise<void> {
  await query(admin, `drop database if exists ${name} with (force)`);
  await query(admin, `create database ${name}`);
}

let versions = 0;

/** Creates the folder of a version that has these migrations. */
async function version(texts: Record<string, string>): Promise<string> {
  const folder = join(parent, String(versions++));
  await mkdir(folder);
  for (const [file, text] of Object.entries(texts)) await writeFile(join(folder, file), text);
  return folder;
}

describe("a migration of a later version", () => {
  it("lets earlier versions start if it only adds, and not if it is marked as contract", async () => {
    await recreateDatabase();
    const earlier = await version(files);
    const expanded = { ...files, "0050_genre.sql": "alter table song add column genre text;" };
    const later = await version(expanded);
    const latest = await version({
      ...expanded,
      "0051_drop_genre.sql":
        "-- contract: no version reads it since 1.4\nalter table song drop column genre;",
    });
    expect(await migrate(url, { folder: earlier })).toEqual(Object.keys(files));
    expect(await migrate(url, { folder: later })).toEqual(["0050_genre.sql"]);
    expect(await migrate(url, { folder: earlier })).toEqual([]);
    expect(await migrate(url, { folder: latest })).toEqual(["0051_drop_genre.sql"]);
    for (const folder of [earlier, later])
      await expect(migrate(url, { folder })).rejects.toThrow(
        /^A later version has removed what this version needs from the database \(contract migration 0051_drop_genre\.sql\); start that version or a later one\.$/,
      );
    expect(await migrate(url, { folder: latest })).toEqual([]);
  });

  it("is listed as unknown, beside applied, changed and waiting ones", async () => {
    await recreateDatabase();
    const earlier = await version({ ...files, "0052_waiting.sql": "-- contract\ndrop table song;" });
    expect((await readMigrations(url, { folder: earlier })).map(({ state }) => state)).toEqual(
      Array(3).fill("waiting"),
    );
    await migrate(url, { folder: await version(files) });
    await query(url, "insert into schema_migration (name, checksum) values ('0047_later.sql', '')");
    await query(url, "update schema_migration set checksum = '' where name = '0001_song.sql'");
    const ranAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(await readMigrations(url, { folder: earlier })).toEqual([
      { name: "0001_song.sql", state: "changed", isContract: false, ranAt },
      { name: "0046_contract_migrations.sql", state: "applied", isContract: false, ranAt },
      { name: "0047_later.sql", state: "unknown", isContract: false, ranAt },
      { name: "0052_waiting.sql", state: "waiting", isContract: true, ranAt: undefined },
    ]);
    await expect(migrate(url, { folder: earlier })).rejects.toThrow("0001_song.sql was changed after it ran");
  });
});

describe("a migration", () => {
  it("waits for a table only briefly, so that it does not block others, and tries again", async () => {
    await recreateDatabase();
    await migrate(url, { folder: await version(files) });
    const [reader, other] = [new pg.Client(url), new pg.Client(url)];
    await Promise.all([reader.connect(), other.connect()]);
    await reader.query("begin; select from song");
    const folder = await version({ ...files, "0050_genre.sql": "alter table song add column genre text;" });
    const migrating = migrate(url, { folder, tableLockTimeoutMs: 100 });
    const waiting = "select from pg_locks where not granted and relation = 'song'::regclass";
    await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1);
    // Waits behind the migration, until that gives up for the time being.
    await other.query("select from song");
    await reader.query("commit");
    expect(await migrating).toEqual(["0050_genre.sql"]);
    await Promise.all([reader.end(), other.end()]);
  });

  it("only adds unless it is marked as contract", async () => {
    const removes =
      /\b(drop\s+(table|column|view|function|trigger|type)|rename\s+(to|column)|alter\s+column\s+\w+\s+(set\s+not\s+null|type|set\s+data\s+type))\b/i;
    const first = "0040";
    const wrong = (await readMigrationFiles()).filter(
      (file) => file.name >= first && !file.isContract && removes.test(file.text.replace(/--.*/g, "")),
    );
    expect(wrong.map((file) => file.name)).toEqual([]);
  });
});
