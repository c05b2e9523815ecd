import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { job } from "../../../platform/jobs/queue.ts";
import type { StorageKey } from "../../../platform/storage/key.ts";
import type { AudioAnalysis } from "./analysis/analyze.ts";
import { analyzeInWorker, WorkerTerminated } from "./analysis/analyze-in-worker.ts";
import { assignAudio } from "./assign-audio.ts";
import { listStaleFiles, markAudioFailed, readAudioState, saveAnalysis } from "./audio-files.data.ts";
import { audioProblems, UnusableAudio } from "./audio-problems.ts";
import { enqueueLookUp } from "./matching/acoustid.ts";
import { lockComparisons } from "./matching/matches.data.ts";

type Outcome = { measures: AudioAnalysis } | { problem: string };

/**
 * Analyses a file and assigns it to the songs that wait for it. A file that is already analysed is only
 * assigned.
 */
export const analyzeAudioJob = job({
  name: "measure-audio",
  payload: z.object({ key: z.string() }),
  tries: 12,
  priority: "bulk",
  async run(context, { key }) {
    const state = await readAudioState(context.db, key);
    if (state === undefined || state === "FAILED") return;
    const outcome = state === "MEASURING" ? await analyzeStoredFile(context, key) : undefined;
    await context.db.transaction().execute(async (tx) => {
      await lockComparisons(tx);
      if (outcome !== undefined) await saveOutcome(context, tx, key, outcome);
      if (outcome === undefined || "measures" in outcome) await assignAudio(context, tx, key);
    });
  },
});

/**
 * Retries once if the worker terminates, because that may not be the file's fault. Undecodable files fail
 * immediately. Storage errors are thrown, so that the queue retries.
 */
async function analyzeStoredFile(context: Context, key: StorageKey): Promise<Outcome> {
  for (let tries = 1; ; tries++) {
    const file = await context.storage.open(key);
    if (file === undefined) return { problem: audioProblems.unmeasurable };
    try {
      return { measures: await analyzeInWorker(file) };
    } catch (error) {
      if (error instanceof UnusableAudio) return { problem: error.message };
      if (!(error instanceof WorkerTerminated)) throw error;
      context.log.warn({ err: error, key }, "audio analysis failed");
      if (tries === 2) return { problem: audioProblems.unmeasurable };
    } finally {
      file.release();
    }
  }
}

async function saveOutcome(context: Context, tx: Executor, key: StorageKey, outcome: Outcome) {
  const now = context.clock.now();
  if ("problem" in outcome) return markAudioFailed(tx, key, { problem: outcome.problem, now });
  const { measures } = outcome;
  await saveAnalysis(tx, key, { measures, now });
  if (measures.fingerprint !== null) await enqueueLookUp(context, tx, key);
}

/**
 * Milliseconds after which a pending file is analysed again: the job of a crashed node stays locked for
 * hours.
 */
const STALE_AFTER_MS = 10 * 60 * 1000;

export const analyzeStaleAudioJob = job({
  name: "measure-left-audio",
  payload: z.object({}),
  tries: 3,
  cron: "*/10 * * * *",
  async run({ db, queue, clock }) {
    for (const key of await listStaleFiles(db, new Date(clock.now().getTime() - STALE_AFTER_MS))) {
      await queue.enqueue(db, analyzeAudioJob, { key }, { key: `audio ${key}` });
    }
  },
});
