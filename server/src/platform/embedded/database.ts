import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { ROLE } from "./cluster.ts";
import { EmbeddedPostgresError, systemCode } from "./error.ts";
import { readState } from "./state.ts";

const DATABASE = "wrapsody";

/** Returns the URL of the program's database. */
export function databaseUrl(password: string, port: number, database = DATABASE): string {
  return `postgres://${ROLE}:${password}@127.0.0.1:${port}/${database}`;
}

/** Whether the server on a port runs this cluster and accepts our password. */
export async function isOwnServer(cluster: string, password: string, port: number): Promise<boolean> {
  try {
    const directory = await query(databaseUrl(password, port, "postgres"), "SHOW data_directory");
    return directory === cluster;
  } catch {
    return false;
  }
}

/** Returns the URL of the embedded database if a program runs it. */
export async function findRunningDatabase(dataDir: string): Promise<string | undefined> {
  const state = await readState(dataDir);
  if (state?.port === undefined) return undefined;
  const cluster = join(await realpath(dataDir), "postgres");
  const isRunning = await isOwnServer(cluster, state.password, state.port);
  return isRunning ? databaseUrl(state.password, state.port) : undefined;
}

/** Creates the program's database in a new cluster. */
export async function ensureDatabase(password: string, port: number): Promise<void> {
  const maintenance = databaseUrl(password, port, "postgres");
  try {
    const existingName = await query(
      maintenance,
      `SELECT datname FROM pg_database WHERE datname = '${DATABASE}'`,
    );
    if (existingName === undefined) await query(maintenance, `CREATE DATABASE ${DATABASE}`);
  } catch (error) {
    if (systemCode(error) !== "28P01") throw error;
    throw new EmbeddedPostgresError(
      "The database rejects the password in postgres.json. Delete that file: the next start sets a new password and keeps the data.",
      { cause: error },
    );
  }
}

/** Returns the first column of the first row. */
async function query(connectionString: string, statement: string): Promise<unknown> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 30_000 });
  // A server that stops during a query rejects it; this error must not also be thrown as uncaught.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: statement, rowMode: "array" });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}
