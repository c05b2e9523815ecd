import { existsSync } from "node:fs";
import { readdir, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { ROLE } from "./cluster.ts";
import { EmbeddedPostgresError, systemCode } from "./error.ts";
import { readState } from "./state.ts";

const DATABASE = "wrapsody";

/** Start of the names of Unix sockets and of their lock files. */
const SOCKET_PREFIX = ".s.PGSQL.";
/** macOS has the lowest limit of the systems that have such sockets: 104 with the final zero. */
const MAX_SOCKET_PATH_BYTES = 103;

/**
 * Returns the folder of the server's Unix socket: the cluster, which only its owner can enter. Returns undefined if the path
 * would be too long, and on Windows.
 */
export function socketFolder(cluster: string): string | undefined {
  const longestPath = join(cluster, `${SOCKET_PREFIX}65535`);
  const isUsable = process.platform !== "win32" && Buffer.byteLength(longestPath) <= MAX_SOCKET_PATH_BYTES;
  return isUsable ? cluster : undefined;
}

/**
 * Deletes sockets of ended servers. Their lock files would prevent a start if another process of the account has the
 * id of the ended server by now.
 */
export async function removeSockets(cluster: string): Promise<void> {
  for (const name of await readdir(cluster))
    if (name.startsWith(SOCKET_PREFIX)) await rm(join(cluster, name), { force: true });
}

/**
 * Returns the URL of a running server's database, through its Unix socket if it has one: a statement takes half the processor
 * time of TCP there.
 */
export function databaseUrl(cluster: string, password: string, port: number, database = DATABASE): string {
  const url = `postgres://${ROLE}:${password}@127.0.0.1:${port}/${database}`;
  const hasSocket = existsSync(join(cluster, `${SOCKET_PREFIX}${port}`));
  return hasSocket ? `${url}?host=${encodeURIComponent(cluster)}` : url;
}

/** Whether the server on a port runs this cluster and accepts our password. */
export async function isOwnServer(cluster: string, password: string, port: number): Promise<boolean> {
  try {
    const directory = await query(databaseUrl(cluster, password, port, "postgres"), "SHOW data_directory");
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
  return isRunning ? databaseUrl(cluster, state.password, state.port) : undefined;
}

/** Creates the program's database in a new cluster. */
export async function ensureDatabase(cluster: string, password: string, port: number): Promise<void> {
  const maintenance = databaseUrl(cluster, password, port, "postgres");
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
