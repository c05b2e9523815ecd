import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import pLimit from "p-limit";
import { releaseBuffer } from "../../../../platform/storage/buffer-pool.ts";
import type { OpenFile } from "../../../../platform/storage/storage.ts";
import { UnusableAudio } from "../audio-problems.ts";
import type { FromWorker } from "./analysis-worker.ts";
import type { AudioAnalysis } from "./analyze.ts";

/** Milliseconds; the longest accepted file takes a small part of that. */
const TIMEOUT_MS = 5 * 60 * 1000;
/** The worker's own heap; a file needs a few megabytes, however long it is. */
const MAX_HEAP_MB = 256;

/** Leaves one core to requests. */
const limitWorkers = pLimit(Math.max(1, availableParallelism() - 1));

/** The worker terminated without a result: killed, out of time or out of memory. */
export class WorkerTerminated extends Error {
  override name = "WorkerTerminated";
}

/**
 * Analyses a file in a worker thread, which gets the bytes in chunks and can neither block nor crash the
 * program.
 *
 * @throws UnusableAudio if nothing in it can be played, WorkerTerminated, and errors of the storage
 */
export function analyzeInWorker(file: OpenFile, timeoutMs = TIMEOUT_MS): Promise<AudioAnalysis> {
  return limitWorkers(() => runWorker(file, timeoutMs));
}

function runWorker(file: OpenFile, timeoutMs: number): Promise<AudioAnalysis> {
  const thread = new Worker(new URL("./analysis-worker.ts", import.meta.url), {
    workerData: file.size,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: 64 },
    // The worker inherits nothing. Its output is dropped: the decoder complains about every broken frame.
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  return new Promise<AudioAnalysis>((resolve, reject) => {
    const timer = setTimeout(() => reject(new WorkerTerminated("the analysis timed out")), timeoutMs);
    thread.on("message", (message: FromWorker) => {
      if (message.type === "read") sendBytes(file, thread, message).catch(reject);
      else if (message.type === "measured") resolve(message.measures);
      else reject(new UnusableAudio(message.problem));
    });
    thread.on("error", (cause) => reject(new WorkerTerminated("the analysis failed", { cause })));
    thread.on("exit", (code) => {
      clearTimeout(timer);
      reject(new WorkerTerminated(`the worker exited with ${code}`));
    });
  }).finally(() => thread.terminate());
}

async function sendBytes(file: OpenFile, thread: Worker, { start, end }: { start: number; end: number }) {
  const piece = end > start ? await file.read({ start, end: end - 1 }) : Buffer.alloc(0);
  const bytes = Uint8Array.from(piece);
  releaseBuffer(piece);
  thread.postMessage(bytes, [bytes.buffer]);
}
