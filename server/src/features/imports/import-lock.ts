import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "../../platform/context.ts";
import type { Database } from "../../platform/database/database.ts";
import { Failure } from "../../platform/failure.ts";
import { findRunningImport, tryWithImportLock } from "./imports.data.ts";

/** Milliseconds between checks of a running import, and how long a repeat waits for it. */
const POLL_INTERVAL_MS = 250;
const MAX_WAIT_MS = 5 * 60_000;

export type WithImportLock = <Answer>(
  importer: { accountId: string; id: string },
  run: () => Promise<Answer>,
) => Promise<Answer>;

/**
 * Returns a function that runs an import under the account's lock, across all nodes. A repeat with the same
 * id waits for the first to end.
 *
 * @throws Failure E0005 while another import of the account runs
 */
export function createImportLock({ db, config }: Context): WithImportLock {
  // Each import holds two database connections, which requests need as well.
  const inTurn = limitConcurrency(Math.max(1, Math.min(4, Math.floor(config.database.pool / 5))));
  return async (importer, run) => {
    for (let waited = 0; waited <= MAX_WAIT_MS; waited += POLL_INTERVAL_MS) {
      const ran = await inTurn(() => tryWithLock(db, importer.accountId, run));
      if (ran !== undefined) return ran.answer;
      const underWay = await findRunningImport(db, importer.accountId);
      if (underWay !== undefined && underWay !== importer.id) break;
      await sleep(POLL_INTERVAL_MS);
    }
    throw new Failure("E0005", {
      message: "Another import of yours is running. Please wait until it has finished.",
    });
  };
}

/** Runs under the lock; returns undefined if another import of the account holds it. */
async function tryWithLock<Answer>(
  db: Database,
  accountId: string,
  run: () => Promise<Answer>,
): Promise<{ answer: Answer } | undefined> {
  let ran: { answer: Answer } | undefined;
  await tryWithImportLock(db, accountId, async () => {
    ran = { answer: await run() };
  });
  return ran;
}

/** Limits how many calls run concurrently. */
function limitConcurrency(limit: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Answer>(run: () => Promise<Answer>): Promise<Answer> => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await run();
    } finally {
      // The next waiting call takes over the slot.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
