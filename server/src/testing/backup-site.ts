import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { z } from "zod";
import { runCommand } from "../cli/run-command.ts";
import { prepareRepository } from "../platform/backup/repository.ts";
import { openFolderTarget } from "../platform/backup/targets/folder-target.ts";
import { sql } from "../platform/database/database.ts";
import { job } from "../platform/jobs/queue.ts";
import { type TestDatabase, testDatabase } from "./database/database.ts";
import { query, withDatabase } from "./database/setup.ts";
import { addSong } from "./fixtures/songs.ts";

export const siteKeys = {
  SECRET_KEY: Buffer.alloc(32, 5).toString("base64"),
  OPERATOR_KEY: `0x${"5c".repeat(32)}`,
};
const PASSPHRASE = "seven tall windows";
const idleJob = job({ name: "idle", payload: z.object({}), tries: 2, run: async () => undefined });

type Environment = Record<string, string>;

/** A site with a song, a play, a job and two files, and the folder for its backups. */
export type BackupSite = {
  source: TestDatabase;
  /** Deleted by `close`. */
  folder: string;
  target: string;
  /** The key of a file of 600,000 bytes that the song refers to. */
  referenced: string;
  variables(): Environment & { BACKUP_DIR: string; BACKUP_PASSPHRASE: string };
  /** The variables of an empty machine with a database. */
  machine(url: string): Promise<Environment & { DATA_DIR: string; DATABASE_URL: string }>;
  createTarget(name: string): Promise<string>;
  emptyDatabase(): Promise<string>;
  close(): Promise<void>;
};

export async function openBackupSite(): Promise<BackupSite> {
  const source = await testDatabase();
  const folder = await mkdtemp(join(tmpdir(), "backup-"));
  const databases: string[] = [];
  const admin = process.env.TEST_DATABASE_URL ?? "";

  /** The passphrase's usual cost would take most of the time. */
  async function createTarget(name: string): Promise<string> {
    const target = join(folder, name);
    await prepareRepository(await openFolderTarget(target), PASSPHRASE, { N: 1 << 10, r: 8, p: 1 });
    return target;
  }

  const target = await createTarget("backups");
  const variables = () => ({
    ...siteKeys,
    DATABASE_URL: source.url,
    DATA_DIR: source.context.config.dataDir,
    PUBLIC_URL: "https://music.example",
    BACKUP_DIR: target,
    BACKUP_PASSPHRASE: PASSPHRASE,
  });
  return {
    source,
    folder,
    target,
    referenced: await fillSite(source),
    variables,
    createTarget,
    async machine(url) {
      return { ...variables(), DATABASE_URL: url, DATA_DIR: await mkdtemp(join(folder, "machine-")) };
    },
    async emptyDatabase() {
      const name = `wrapsody_restored_${randomBytes(6).toString("hex")}`;
      await query(admin, `create database ${name}`);
      databases.push(name);
      return withDatabase(admin, name);
    },
    async close() {
      await source.close();
      for (const name of databases) await query(admin, `drop database ${name} with (force)`);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the key of the song's file. */
async function fillSite({ context }: TestDatabase): Promise<string> {
  const { db, storage, queue } = context;
  const songId = await addSong(db, { name: "Tab\tand \\ backslash\nand line" });
  await sql`select make_play_partition('2024-05-01')`.execute(db);
  // An api process creates this table, not a migration.
  await sql`create table rate_limit (key text primary key, points integer not null, expire bigint)`.execute(
    db,
  );
  await sql`insert into play (id, song_id, listener, started_at) values (uuidv7(), ${songId}, '\\x00ff', '2024-05-05T10:00:00Z')`.execute(
    db,
  );
  const png = { extension: "png", contentType: "image/png" };
  const { key } = await storage.put(randomBytes(600_000), png);
  await storage.put(Buffer.alloc(0), { extension: "txt", contentType: "text/plain" });
  await sql`update song set audio_key = ${key} where id = ${songId}`.execute(db);
  await queue.enqueue(db, idleJob, {}, { key: "one" });
  return key;
}

/** Runs a command in this process. */
export async function run(environment: Environment, ...args: string[]) {
  const [lines, errors]: [string[], string[]] = [[], []];
  const output = {
    print: (line: string) => void lines.push(line),
    printError: (line: string) => void errors.push(line),
  };
  const code = await runCommand(args, environment, output);
  return { code, text: lines.join("\n"), error: errors.join("\n") };
}

/** A digest of every table except how backups ended and that they were recorded, rate limits and when the queue was created, and the value of every sequence. */
export async function digest(url: string): Promise<Record<string, string>> {
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
         ${name === "security_event" ? "where kind !~ '^(backup|quarantine)-'" : ""}`,
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

export async function filesIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
