import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { refreshWordCounts } from "../../server/src/features/catalogue/index.ts";
import { openDatabase } from "../../server/src/platform/database/database.ts";
import { migrate } from "../../server/src/platform/database/migrate.ts";
import { type EmbeddedPostgres, startPostgres } from "../../server/src/platform/embedded/postgres.ts";
import { generateCatalogue, indexForPeers } from "../generate.ts";
import type { Stops } from "./command.ts";
import { megabytes, printLine } from "./report.ts";

export type Cluster = { postgres: EmbeddedPostgres; folder: string };

export type SongsDatabase = {
  url: string;
  songs: number;
  /** Seconds that its generation took. */
  seconds: number;
  /** Bytes on disk, including indexes. */
  bytes: number;
};

const benchmarksDir = fileURLToPath(new URL("../", import.meta.url));
const cacheDir = join(tmpdir(), "wrapsody-benchmarks");

/**
 * Starts the PostgreSQL of the generated catalogues, with the program's own settings. Stores it in the system's temporary
 * folder, so that a second run does not generate again unless the schema or the generator changed.
 */
export async function openCluster(stops: Stops): Promise<Cluster> {
  const folder = join(cacheDir, await getClusterName());
  await mkdir(folder, { recursive: true });
  await removeOutdated(folder);
  const postgres = await startPostgres({ dataDir: folder });
  stops(() => postgres.stop());
  return { postgres, folder };
}

async function getClusterName(): Promise<string> {
  const migrations = join(benchmarksDir, "../server/migrations");
  const names = (await readdir(migrations)).filter((name) => name.endsWith(".sql")).sort();
  const hash = createHash("sha256").update(await readFile(join(benchmarksDir, "generate.ts")));
  for (const name of names) hash.update(name).update(await readFile(join(migrations, name)));
  return `catalogue-${hash.digest("hex").slice(0, 8)}`;
}

async function removeOutdated(current: string): Promise<void> {
  for (const name of await readdir(cacheDir)) {
    const folder = join(cacheDir, name);
    const isRunning = existsSync(join(folder, "postgres", "postmaster.pid"));
    if (name.startsWith("catalogue-") && folder !== current && !isRunning) {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

/** Opens the database with so many songs. Generates it first if it does not exist. */
export async function songsDatabase({ postgres }: Cluster, songs: number): Promise<SongsDatabase> {
  const name = `songs_${songs}`;
  const admin = await openClient(postgres.url);
  try {
    const { rowCount } = await admin.query("select from pg_database where datname = $1", [name]);
    if (rowCount === 0) await generateSongs(admin, postgres.url, name, songs);
    const { rows } = await admin.query<{ seconds: string; bytes: string }>(
      "select shobj_description(oid, 'pg_database') as seconds, pg_database_size(oid) as bytes from pg_database where datname = $1",
      [name],
    );
    const url = withDatabase(postgres.url, name);
    return { url, songs, seconds: Number(rows[0]?.seconds), bytes: Number(rows[0]?.bytes) };
  } finally {
    await admin.end();
  }
}

/** Uses a draft name until the catalogue is complete, so that an interrupted run leaves no partial one. */
async function generateSongs(admin: pg.Client, url: string, name: string, songs: number): Promise<void> {
  const draft = `${name}_draft`;
  printLine(`Generating ${songs.toLocaleString("en")} songs, once.`);
  await admin.query(`drop database if exists ${draft} with (force)`);
  await admin.query(`create database ${draft}`);
  const start = performance.now();
  await fill(withDatabase(url, draft), songs);
  const seconds = Math.round((performance.now() - start) / 1_000);
  await admin.query(`alter database ${draft} rename to ${name}`);
  await admin.query(`comment on database ${name} is '${seconds}'`);
}

async function fill(url: string, songs: number): Promise<void> {
  await migrate(url);
  const client = await openClient(url);
  try {
    await generateCatalogue(client, songs);
    await indexForPeers(client);
  } finally {
    await client.end();
  }
  await runMaintenance(url);
}

/** Runs the work of jobs and autovacuum: word counts, statistics, and the pending entries of word indexes. */
async function runMaintenance(url: string): Promise<void> {
  const { db, pool, close } = openDatabase({ url, size: 1, onError: () => undefined });
  try {
    await pool.query("set statement_timeout = 0");
    await refreshWordCounts(db);
    await pool.query("vacuum analyze");
    await pool.query("checkpoint");
  } finally {
    await close();
  }
}

/** Search words: `misspelt` has words of titles with a typo. */
export type SearchTerms = { common: string[]; rare: string[]; misspelt: { typed: string; meant: string }[] };

/** Reads search words from the catalogue: the most common words of titles, words of one to three titles, and typos of others. */
export async function readTerms(url: string): Promise<SearchTerms> {
  const client = await openClient(url);
  try {
    const words = async (where: string, order: string, count: number) =>
      (
        await client.query<{ word: string }>(
          `select word from search_word where field = 'name' and ${where} order by ${order}, word limit ${count}`,
        )
      ).rows.map(({ word }) => word);
    const common = await words("length(word) >= 4", "songs desc", 12);
    const rare = await words("length(word) >= 5 and songs between 1 and 3", "md5(word)", 300);
    const known = await words("length(word) >= 6 and songs >= 5", "md5(word || 'known')", 300);
    return { common, rare, misspelt: known.map((meant, at) => ({ typed: misspell(meant, at), meant })) };
  } finally {
    await client.end();
  }
}

/** Makes one of four typos in the middle of a word, in turn: a letter missing, doubled, swapped or replaced. */
function misspell(word: string, turn: number): string {
  const at = 2 + (turn % (word.length - 4));
  const [before, letter = "", after] = [word.slice(0, at), word[at], word.slice(at + 1)];
  switch (turn % 4) {
    case 0:
      return before + after;
    case 1:
      return before + letter + letter + after;
    case 2:
      return before + after.slice(0, 1) + letter + after.slice(1);
    default:
      return before + (letter === "k" ? "w" : "k") + after;
  }
}

async function openClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

export function describeDatabase({ songs, seconds, bytes }: SongsDatabase): string {
  return `${songs.toLocaleString("en")} songs: ${megabytes(bytes)} on disk, generated in ${seconds} s`;
}
