import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { databaseUrl, isOwnServer } from "./database.ts";
import { readState } from "./state.ts";

/** Returns the URL of the embedded database if a program runs it. */
export async function findRunningDatabase(dataDir: string): Promise<string | undefined> {
  const state = await readState(dataDir);
  if (state?.port === undefined) return undefined;
  const cluster = join(await realpath(dataDir), "postgres");
  const isRunning = await isOwnServer(cluster, state.password, state.port);
  return isRunning ? databaseUrl(state.password, state.port) : undefined;
}
