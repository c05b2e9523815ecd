/**
 * Runs a worker as a process that tests kill and freeze: `node server/src/testing/worker-child.ts` with DATABASE_URL, DATA_DIR, BEAT_MS
 * and DEAD_AFTER_MS. Each run of its job `hold` adds a row to the table `hold_run`. The first run never ends: it keeps an advisory lock and
 * an open transaction with a row in `hold_effect`. The next run needs that lock.
 */
import { z } from "zod";
import { type Database, sql } from "../platform/database/database.ts";
import { type Job, job } from "../platform/jobs/queue.ts";
import { startWorker } from "../platform/jobs/worker.ts";
import { openChainContext } from "./chain/chain-context.ts";

export const holdJob: Job = job({
  name: "hold",
  payload: z.object({}),
  tries: 3,
  async run({ db }) {
    const { rows } = await sql<{ run: number }>`
      insert into hold_run (pid) values (${process.pid}) returning run`.execute(db);
    await addEffect(db, rows[0]?.run === 1 ? new Promise(() => undefined) : Promise.resolve());
  },
});

async function addEffect(db: Database, end: Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(1)`.execute(tx);
    await sql`insert into hold_effect default values`.execute(tx);
    await end;
  });
}

if (import.meta.main) {
  const env = z
    .object({
      DATABASE_URL: z.string(),
      DATA_DIR: z.string(),
      BEAT_MS: z.coerce.number(),
      DEAD_AFTER_MS: z.coerce.number(),
    })
    .parse(process.env);
  const noNetworks = { networks: new Map(), operatorKey: `0x${"11".repeat(32)}` } as const;
  const { context, pool } = await openChainContext({
    url: env.DATABASE_URL,
    folder: env.DATA_DIR,
    evm: noNetworks,
  });
  const timing = { beatMs: env.BEAT_MS, sweepMs: env.BEAT_MS, deadAfterMs: env.DEAD_AFTER_MS };
  await startWorker(context, pool, [holdJob], { timing });
}
