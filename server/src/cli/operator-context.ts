import { recordOperatorEvent } from "../features/accounts/index.ts";
import type { Config } from "../platform/config/config.ts";
import { type Context, systemClock } from "../platform/context.ts";
import { openDatabase } from "../platform/database/database.ts";
import { migrate } from "../platform/database/migrate.ts";
import { findRunningDatabase } from "../platform/embedded/database.ts";
import { startPostgres } from "../platform/embedded/postgres.ts";

/** The part of the context that commands need. */
export type OperatorContext = Pick<Context, "config" | "publicUrl" | "db" | "clock">;

/** A handover holds two locks, each with a connection, while it reads and writes. */
const POOL_SIZE = 8;

/**
 * Opens the database of a configuration and runs pending migrations. Uses the embedded PostgreSQL of a running program,
 * or starts it for the command.
 */
export async function openOperatorContext(
  config: Config,
): Promise<{ context: OperatorContext; close(): Promise<void> }> {
  const { url, stop } = await findDatabase(config);
  const isPooled = config.database.directUrl !== undefined;
  try {
    await migrate(url, { variable: isPooled ? "DATABASE_DIRECT_URL" : "DATABASE_URL", isPooled });
  } catch (error) {
    await stop();
    throw error;
  }
  const { db, close } = openDatabase({ url, size: POOL_SIZE, onError: () => undefined });
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  return {
    context: { config, publicUrl, db, clock: systemClock },
    async close() {
      await close();
      await stop();
    },
  };
}

/**
 * Finds the database of a configuration, with a direct connection if requests use a pooler. Starts the embedded PostgreSQL if
 * no program runs it.
 */
export async function findDatabase({
  database,
  dataDir,
}: Config): Promise<{ url: string; stop(): Promise<void> }> {
  const url = database.directUrl ?? database.url ?? (await findRunningDatabase(dataDir));
  if (url !== undefined) return { url, stop: async () => undefined };
  const embedded = await startPostgres({ dataDir });
  return { url: embedded.url, stop: () => embedded.stop() };
}

/** Records what a command did that opens no context. */
export async function recordOperatorEventAt(
  databaseUrl: string,
  event: Parameters<typeof recordOperatorEvent>[2],
): Promise<void> {
  const { db, close } = openDatabase({ url: databaseUrl, size: 1, onError: () => undefined });
  try {
    await recordOperatorEvent({ clock: systemClock }, db, event);
  } finally {
    await close();
  }
}
