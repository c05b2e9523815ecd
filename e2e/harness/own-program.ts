import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openDatabase } from "../../server/src/platform/database.ts";
import { databaseUrl } from "../../server/src/platform/embedded/database.ts";
import { readState } from "../../server/src/platform/embedded/state.ts";
import { startProgram } from "./program.ts";

export type OwnProgram = {
  url: string;
  /** Its database: for what else only time would bring about. */
  db: Database;
  close(): Promise<void>;
};

/**
 * A program of one file's own, with an empty catalogue and without limits, whose database may be reached into.
 * `environment` sets further variables of its configuration.
 */
export async function openOwnProgram(environment: Record<string, string> = {}): Promise<OwnProgram> {
  const folder = await mkdtemp(join(tmpdir(), "wrapsody-journey-"));
  const program = await startProgram({ DATA_DIR: folder, DEMO: "0", RATE_LIMITS: "0", ...environment });
  const state = await readState(folder);
  if (state?.port === undefined) throw new Error("The program has not written down where its database is.");
  const url = databaseUrl(state.password, state.port);
  const { db, close } = openDatabase({ url, size: 2, onError: () => undefined });
  return {
    url: program.url,
    db,
    async close() {
      await close();
      await program.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
