import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "../../platform/context.ts";
import type { Database } from "../../platform/database/database.ts";
import { Failure } from "../../platform/failure.ts";
import { findRunningImport, tryLockImports, unlockImports } from "./imports.data.ts";

/** Milliseconds between two looks at an import that is under way, and how long a repeat of it waits for its end. */
const POLL_INTERVAL_MS = 250;
const MAX_WAIT_MS = 5 * 60_000;

export type WithImportLock = <Answer>(
  importer: { accountId: string; id: string },
  run: () => Promise<Answer>,
) => Promise<Answer>;

/**
 * Answers what runs an import while no other of the account's runs, on whatever node. A repeat, which has the same id,
 * waits for the first to end; it throws Failure E0005 while another one is under way.
 */
export function createImportLock({ db, config }: Context): WithImportLock {
  // Each holds two connections to the database, which everybody else needs too.
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
      message: "An import of yours is under way. Please wait until it has ended.",
    });
  };
}

/** Undefined where another import of the account's runs. */
function tryWithLock<Answer>(
  db: Database,
  accountId: string,
  run: () => Promise<Answer>,
): Promise<{ answer: Answer } | undefined> {
  return db.connection().execute(async (connection) => {
    if (!(await tryLockImports(connection, accountId))) return undefined;
    try {
      return { answer: await run() };
    } finally {
      await unlockImports(connection, accountId);
    }
  });
}

/** Answers what runs something as soon as fewer than so many run. */
function limitConcurrency(most: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Answer>(run: () => Promise<Answer>): Promise<Answer> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await run();
    } finally {
      // Whoever waits takes the place over.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
