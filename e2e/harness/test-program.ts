import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, inject } from "vitest";
import { type Database, openDatabase } from "../../server/src/platform/database/database.ts";
import { startProgram } from "./program.ts";
import { embeddedDatabaseUrl } from "./setup.ts";

export type TestProgram = {
  url: string;
  /** The program's database, for states that only time would bring about. */
  db: Database;
};

/** A program of one file, which closes it. */
export type IsolatedProgram = TestProgram & {
  close(): Promise<void>;
  /** Returns everything the program has printed so far. */
  output(): string;
};

/** Connections of this worker to the shared programs, by their addresses, which end with it. */
const sharedDatabases = new Map<string, Database>();

/** Returns the database of a shared program, and undefined for a program of one file. */
export function findSharedDatabase(url: string): Database | undefined {
  const known = sharedDatabases.get(url);
  if (known !== undefined) return known;
  const databaseUrl = {
    [inject("siteUrl")]: inject("siteDatabaseUrl"),
    [inject("emptyUrl")]: inject("emptyDatabaseUrl"),
    [inject("configuredUrl")]: inject("configuredDatabaseUrl"),
  }[url];
  if (databaseUrl === undefined) return undefined;
  const { db } = openDatabase({ url: databaseUrl, size: 1, onError: () => undefined });
  sharedDatabases.set(url, db);
  return db;
}

/**
 * Connects to the shared program that started with an empty catalogue, until the tests of the file have ended. Other files use it at
 * the same time, so a journey uses only its own people, wraps and experiences.
 */
export const openSharedProgram = (): TestProgram =>
  openProgram(inject("emptyUrl"), inject("emptyDatabaseUrl"));

/** Connects to the shared program with optional settings in the same way. */
export const openConfiguredProgram = (): TestProgram =>
  openProgram(inject("configuredUrl"), inject("configuredDatabaseUrl"));

function openProgram(url: string, databaseUrl: string): TestProgram {
  const { db, close } = openDatabase({ url: databaseUrl, size: 2, onError: () => undefined });
  afterAll(close);
  return { url, db };
}

/**
 * Starts a program for one file, with an empty catalogue and without rate limits: for journeys that need their own
 * configuration or a site that no other journey changes.
 */
export async function startIsolatedProgram(
  environment: Record<string, string> = {},
): Promise<IsolatedProgram> {
  const folder = await mkdtemp(join(tmpdir(), "wrapsody-journey-"));
  const program = await startProgram({ DATA_DIR: folder, DEMO: "0", RATE_LIMITS: "0", ...environment });
  const { db, close } = openDatabase({
    url: await embeddedDatabaseUrl(folder),
    size: 2,
    onError: () => undefined,
  });
  return {
    url: program.url,
    db,
    output: program.output,
    async close() {
      await close();
      await program.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
