import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, stat, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { prepareRepository } from "../platform/backup/repository.ts";
import { openFolderTarget } from "../platform/backup/targets/folder-target.ts";
import { type Database, sql } from "../platform/database/database.ts";
import { job } from "../platform/jobs/queue.ts";
import { openDiskStorage } from "../platform/storage/disk.ts";
import { type TestDatabase, testDatabase } from "../testing/database/database.ts";
import { query, withDatabase } from "../testing/database/setup.ts";
import { addSong } from "../testing/fixtures/songs.ts";
import { runCommand } from "./run-command.ts";

const PASSPHRASE = "seven tall windows";
const keys = {
  SECRET_KEY: Buffer.alloc(32, 5).toString("base64"),
  OPERATOR_KEY: `0x${"5c".repeat(32)}`,
};
const png = { extension: "png", contentType: "image/png" };

const idleJob = job({ name: "idle", payload: z.object({}), tries: 2, run: async () => undefined });

let source: TestDatabase;
let folder: string;
let target: string;
let referenced: string;
const databases: string[] = [];

beforeAll(async () => {
  source = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), "backup-"));
  target = join(folder, "backups");
  // The passphrase's usual cost would take most of the time.
  await prepareRepository(await openFolderTarget(target), PASSPHRASE, { N: 1 << 10, r: 8, p: 1 });
  const { db, storage, queue } = source.context;
  const songId = await addSong(db, { name: "Tab\tand \\ backslash\nand line" });
  await sql`select make_play_partition('2024-05-01')`.execute(db);
  // An api process creates this table, not a migration.
  await sql`create table rate_limit (key text primary key, points integer not null, expire bigint)`.execute(
    db,
  );
  await sql`insert into play (id, song_id, listener, started_at) values (uuidv7(), ${songId}, '\\x00ff', '2024-05-05T10:00:00Z')`.execute(
    db,
  );
  referenced = (await storage.put(randomBytes(600_000), png)).key;
  await storage.put(Buffer.alloc(0), { extension: "txt", contentType: "text/plain" });
  await sql`update song set audio_key = ${referenced} where id = ${songId}`.execute(db);
  await queue.enqueue(db, idleJob, {}, { key: "one" });
});
afterAll(async () => {
  await source.close();
  for (const name of databases)
    await query(process.env.TEST_DATABASE_URL ?? "", `drop database ${name} with (force)`);
  await rm(folder, { recursive: true, force: true });
});

async function emptyDatabase(): Promise<string> {
  const admin = process.env.TEST_DATABASE_URL ?? "";
  const name = `wrapsody_restored_${randomBytes(6).toString("hex")}`;
  await query(admin, `create database ${name}`);
  databases.push(name);
  return withDatabase(admin, name);
}

async function run(environment: Record<string, string>, ...args: string[]) {
  const [lines, errors]: [string[], string[]] = [[], []];
  const output = {
    print: (line: string) => void lines.push(line),
    printError: (line: string) => void errors.push(line),
  };
  const code = await runCommand(args, environment, output);
  return { code, text: lines.join("\n"), error: errors.join("\n") };
}

const site = () => ({
  ...keys,
  DATABASE_URL: source.url,
  DATA_DIR: source.context.config.dataDir,
  PUBLIC_URL: "https://music.example",
  BACKUP_DIR: target,
  BACKUP_PASSPHRASE: PASSPHRASE,
});

async function machine(url: string) {
  return { ...site(), DATABASE_URL: url, DATA_DIR: await mkdtemp(join(folder, "machine-")) };
}

/** A digest of every table except how backups ended and that they were recorded, rate limits and when the queue was created, and the value of every sequence. */
async function digest(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relkind in ('r', 'p') and relname not in ('backup_run', 'migrations', 'rate_limit')
         and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)`,
    );
    const found: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string | null }>(
        `select string_agg(t::text, chr(10) order by t::text) as text from ${name} t
         ${name === "security_event" ? "where kind not like 'backup-%'" : ""}`,
      );
      found[name] = createHash("sha256")
        .update(rows[0]?.text ?? "")
        .digest("hex");
    }
    const { rows: sequences } = await client.query<{ name: string; value: string | null }>(
      "select schemaname || '.' || sequencename as name, last_value::text as value from pg_sequences",
    );
    for (const { name, value } of sequences) found[name] = String(value);
    const { rows: constraints } = await client.query<{ count: string }>(
      "select count(*) as count from pg_constraint where contype = 'f'",
    );
    found.foreignKeys = String(constraints[0]?.count);
    const { rows: triggers } = await client.query<{ count: string }>(
      "select count(*) as count from pg_trigger where not tgisinternal and tgenabled = 'O'",
    );
    found.triggers = String(triggers[0]?.count);
    return found;
  } finally {
    await client.end();
  }
}

const sizeOf = async (path: string) => (await stat(path)).size;
async function filesIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describe("backup and restore", () => {
  it("reproduce every table, sequence and file on an empty machine", async () => {
    const made = await run(site(), "backup");
    expect(made).toMatchObject({ code: 0, text: expect.stringMatching(/^Backup \S+ is complete\.$/) });
    expect(made.error).toContain("Files: 2, 600 kB, of which 600 kB are new");
    const url = await emptyDatabase();
    const other = await machine(url);
    const restored = await run({ ...other, PUBLIC_URL: "https://other.example" }, "restore");
    expect(restored).toMatchObject({ code: 0, text: expect.stringContaining("is restored") });
    expect(await digest(url)).toEqual(await digest(source.url));
    const events = "select kind, detail ->> 'by' as by from security_event where kind like 'backup-%'";
    expect(await query(source.url, events)).toEqual([{ kind: "backup-created", by: "operator" }]);
    expect(await query(url, events)).toEqual([{ kind: "backup-restored", by: "operator" }]);
    const storage = await openDiskStorage(join(other.DATA_DIR, "files"));
    expect((await storage.stat(referenced))?.size).toBe(600_000);
    await storage.close();
  });

  it("copy only new files the next time, and keep the configured number of backups", async () => {
    const { key } = await source.context.storage.put(randomBytes(1_000), png);
    const { error } = await run({ ...site(), BACKUP_KEEP: "1" }, "backup");
    expect(error).toContain("Files: 3, 601 kB, of which 1.0 kB are new");
    expect(error).toContain("Deleted old backups: ");
    await source.context.storage.delete(key);
    expect((await filesIn(join(target, "files"))).length).toBe(3);
    await run({ ...site(), BACKUP_KEEP: "1" }, "backup");
    expect((await filesIn(join(target, "files"))).length).toBe(2);
    const { text } = await run(site(), "backup", "--list");
    expect(text).toMatch(/^\S+ {2}https:\/\/music\.example {2}[\d,]+ rows, 2 files \(600 kB\)$/);
  });

  it("show nothing to a reader without the passphrase", async () => {
    const contents = await filesIn(target);
    expect(contents.every((path) => !path.includes(referenced.slice(6, 30)))).toBe(true);
    const wrong = { ...site(), BACKUP_PASSPHRASE: "another passphrase" };
    for (const args of [["backup"], ["backup", "--list"], ["restore"], ["restore", "--print-keys"]])
      expect(await run(wrong, ...args)).toMatchObject({
        code: 1,
        error: `BACKUP_PASSPHRASE is not the passphrase of the backups in ${target}.`,
      });
  });

  it("print the keys of the site before it is configured", async () => {
    const { BACKUP_DIR, BACKUP_PASSPHRASE } = site();
    const { code, text } = await run({ BACKUP_PASSPHRASE }, "restore", BACKUP_DIR, "--print-keys");
    expect({ code, text }).toEqual({
      code: 0,
      text: `SECRET_KEY=${keys.SECRET_KEY}\nOPERATOR_KEY=${keys.OPERATOR_KEY}`,
    });
  });

  it("refuse another key, a database with content, and one that is in use", async () => {
    const url = await emptyDatabase();
    const other = await machine(url);
    const otherKey = { ...other, SECRET_KEY: Buffer.alloc(32, 6).toString("base64") };
    expect((await run(otherKey, "restore")).error).toMatch(/SECRET_KEY is not the key of this backup/);
    expect((await run({ ...site(), SECRET_KEY: otherKey.SECRET_KEY }, "backup")).error).toMatch(
      /SECRET_KEY is not the key that this database was used with/,
    );
    const program = new pg.Client({ connectionString: url, application_name: "wrapsody 1234" });
    await program.connect();
    expect((await run(other, "restore")).error).toMatch(/The program is running on this database/);
    await program.end();
    await query(url, "create table something (id int)");
    const name = new URL(url).pathname.slice(1);
    expect((await run(other, "restore")).error).toMatch(
      `The database ${name} is not empty. Restore into an empty one, or add --overwrite ${name} to delete its content.`,
    );
    expect((await run(other, "restore", "--overwrite", "another")).code).toBe(1);
    expect((await run(other, "restore", "--overwrite", name)).code).toBe(0);
    expect(await digest(url)).toEqual(await digest(source.url));
    expect((await run(other, "restore")).error).toMatch(/is not empty/);
  });

  it("continue after an interruption, and let no program start before", async () => {
    const url = await emptyDatabase();
    const other = await machine(url);
    // A folder in the place of the files lets the last step fail.
    const blocked = { ...other, DATA_DIR: join(other.DATA_DIR, "none") };
    await query(
      url,
      "create table restore_progress (backup_id text, is_loaded boolean, is_quarantined boolean)",
    );
    await query(url, "insert into restore_progress values ('unfinished', false, true)");
    expect((await run(blocked, "admin", "reset-password", "a@b.example")).error).toMatch(
      /A restore of this database did not finish/,
    );
    expect((await run(other, "restore")).code).toBe(0);
    expect(await digest(url)).toEqual(await digest(source.url));
  });

  it("report files that the storage or the backup has lost, by name", async () => {
    const { db, storage } = source.context;
    const { key } = await storage.put(Buffer.from("lost"), png);
    await sql`update song set audio_key = ${key}`.execute(db);
    await storage.delete(key);
    const made = await run(site(), "backup");
    expect(made).toMatchObject({ code: 3, error: expect.stringContaining(key) });
    expect((await lastRun(db)).missing_files).toEqual([key]);
    await sql`update song set audio_key = ${referenced}`.execute(db);
    expect((await run(site(), "backup")).code).toBe(0);
    expect(await run(site(), "backup", "--verify")).toMatchObject({
      code: 0,
      text: expect.stringContaining("is intact"),
    });
    const sizes = await Promise.all(
      (await filesIn(join(target, "files"))).map(async (path) => ({ path, size: await sizeOf(path) })),
    );
    const [largest] = sizes.sort((a, b) => b.size - a.size);
    await truncate(largest?.path ?? "", 300_000);
    expect(await run(site(), "backup", "--verify")).toMatchObject({
      code: 1,
      error: expect.stringContaining(`The file ${referenced} is missing or damaged.`),
    });
    // The next backup notices the size and repairs it.
    expect((await run(site(), "backup")).code).toBe(0);
    expect((await run(site(), "backup", "--verify")).code).toBe(0);
  });

  it("store how they ended", async () => {
    const { db } = source.context;
    expect(await lastRun(db)).toMatchObject({
      error: null,
      files: 2,
      missing_files: [],
      is_scheduled: false,
    });
    expect(
      await run({ ...site(), BACKUP_DIR: join(target, "repository.json", "below") }, "backup"),
    ).toMatchObject({ code: 1 });
    expect((await lastRun(db)).error).toMatch(
      /^The backup folder \S+ cannot be used: part of its path is a file\.$/,
    );
  });
});

async function lastRun(db: Database) {
  const { rows } = await sql<{
    error: string | null;
    files: number;
    missing_files: string[];
    is_scheduled: boolean;
  }>`
    select error, files, missing_files, is_scheduled from backup_run order by finished_at desc limit 1`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw new Error("no backup has ended");
  return row;
}
