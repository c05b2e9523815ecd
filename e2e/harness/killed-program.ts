import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Database, openDatabase } from "../../server/src/platform/database/database.ts";
import { type RunningProgram, startProgram } from "./program.ts";
import { embeddedDatabaseUrl } from "./setup.ts";

/** Short enough to see most steps of an artwork. */
const POLL_INTERVAL_MS = 3;

export type KilledProgram = Awaited<ReturnType<typeof startKilledProgram>>;

/** Starts an empty program that a test kills and starts again with the same data. */
export async function startKilledProgram() {
  const folder = await mkdtemp(join(tmpdir(), "wrapsody-journey-"));
  const start = () => startProgram({ DATA_DIR: folder, DEMO: "0", RATE_LIMITS: "0" });
  let program: RunningProgram = await start();

  /** Runs a query on the program's database. */
  async function queryDatabase<Answer>(query: (db: Database) => Promise<Answer>): Promise<Answer> {
    const url = await embeddedDatabaseUrl(folder);
    const { db, close } = openDatabase({ url, size: 1, onError: () => undefined });
    try {
      return await query(db);
    } finally {
      await close();
    }
  }

  return {
    url: () => program.url,
    queryDatabase,
    async restart(): Promise<void> {
      program = await start();
    },
    /** Kills the program as soon as what `read` returns fits, and returns that. */
    async killWhen<Seen>(
      read: (db: Database) => Promise<Seen>,
      isReached: (seen: Seen) => boolean,
    ): Promise<Seen> {
      // Listens from the start, because the process may exit before the database connection is closed.
      const ended = once(program.process, "exit");
      const last = await queryDatabase(async (db) => {
        for (;;) {
          const seen = await read(db);
          if (!isReached(seen)) {
            // Leaves the processor to the program.
            await sleep(POLL_INTERVAL_MS);
            continue;
          }
          program.process.kill("SIGKILL");
          return seen;
        }
      });
      await ended;
      return last;
    },
    async close(): Promise<void> {
      // A killed program leaves its database and chain running; only a running program stops them.
      if (program.process.signalCode !== null) program = await start();
      await program.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
