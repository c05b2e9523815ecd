import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Config } from "../../../../platform/config/config.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { job } from "../../../../platform/jobs/queue.ts";
import type { StorageKey } from "../../../../platform/storage/key.ts";
import { findUnidentifiedFile, saveAcoustId, tryWithLookupLock } from "./acoustid.data.ts";

/**
 * Milliseconds: limit of a request, pause after it (AcoustID allows three a second), and delay of a retry
 * while another node calls.
 */
const TIMEOUT_MS = 10_000;
const REQUEST_INTERVAL_MS = 350;
const RETRY_AFTER_MS = 1_000;

/** Scores from 0 to 1; results below are not trusted. */
const MIN_SCORE = 0.8;

/** https://acoustid.org/webservice */
const responseSchema = z.union([
  z.object({
    status: z.literal("ok"),
    results: z.array(z.object({ id: z.guid(), score: z.number() })),
  }),
  z.object({ status: z.literal("error"), error: z.object({ code: z.number(), message: z.string() }) }),
]);

const INVALID_FINGERPRINT = 3;

/** Looks up the recording of a file at AcoustID, if an API key is configured. */
export const lookUpAcoustIdJob = job({
  name: "look-up-acoustid",
  payload: z.object({ key: z.string() }),
  tries: 12,
  priority: "bulk",
  async run(context, { key }) {
    const { db, clock, config } = context;
    const { acoustid } = config;
    const file = await findUnidentifiedFile(db, key);
    if (acoustid === undefined || file === undefined) return;
    const isLockAcquired = await tryWithLookupLock(db, async () => {
      try {
        const recordingId = await lookUp(acoustid, file);
        if (recordingId !== undefined)
          await db.transaction().execute((tx) => saveAcoustId(tx, key, recordingId));
      } finally {
        // Keep the lock until the pause is over, also after a failure. Counting from the answer keeps slow
        // requests from bunching up.
        await sleep(REQUEST_INTERVAL_MS);
      }
    });
    if (!isLockAcquired)
      await enqueueLookup(context, db, key, new Date(clock.now().getTime() + RETRY_AFTER_MS));
  },
});

/** Enqueues the look-up in the transaction that saves the fingerprint. */
export async function enqueueLookUp(context: Context, tx: Executor, key: StorageKey): Promise<void> {
  if (context.config.acoustid !== undefined) await enqueueLookup(context, tx, key, context.clock.now());
}

function enqueueLookup({ queue }: Context, tx: Executor, key: StorageKey, runAt: Date): Promise<void> {
  return queue.enqueue(tx, lookUpAcoustIdJob, { key }, { key: `acoustid ${key}`, runAt });
}

/**
 * Returns the id of the recording; undefined if AcoustID does not know it or rejects the fingerprint.
 *
 * @throws Error for any other answer; the queue retries with increasing delays
 */
async function lookUp(
  { url, key }: NonNullable<Config["acoustid"]>,
  { fingerprint, duration }: { fingerprint: string; duration: number },
): Promise<string | undefined> {
  const parameters = { client: key, format: "json", duration: String(Math.max(1, Math.round(duration))) };
  const response = await fetch(`${url}/v2/lookup`, {
    method: "POST",
    body: new URLSearchParams({ ...parameters, fingerprint }),
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const result = responseSchema.parse(await response.json());
  if (result.status === "ok") {
    const [best] = result.results
      .filter(({ score }) => score >= MIN_SCORE)
      .toSorted((a, b) => b.score - a.score);
    return best?.id;
  }
  if (result.error.code === INVALID_FINGERPRINT) return undefined;
  throw new Error(`AcoustID answered ${response.status}: ${result.error.message}`);
}
