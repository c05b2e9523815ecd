import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import pLimit from "p-limit";
import { releaseBuffer } from "../../../../platform/storage/buffer-pool.ts";
import type { OpenFile } from "../../../../platform/storage/storage.ts";
import { UnusableAudio } from "../audio-problems.ts";
import type { FromWorker, ToWorker } from "./analysis-worker.ts";
import type { AudioAnalysis } from "./analyze.ts";

/** Milliseconds; the longest accepted file takes a small part of that. */
const TIMEOUT_MS = 5 * 60 * 1000;
/** How long a thread waits for another file. */
const IDLE_MS = 60_000;
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

/** Threads for the next files, with the timers that end them, because starting one takes ten times as long as analysing a short song. */
const idleThreads = new Map<Worker, NodeJS.Timeout>();

async function runWorker(file: OpenFile, timeoutMs: number): Promise<AudioAnalysis> {
  const thread = takeThread();
  try {
    const measures = await requestAnalysis(thread, file, timeoutMs);
    keepThread(thread);
    return measures;
  } catch (error) {
    // A file that cannot be played may have left the decoder in any state.
    await thread.terminate();
    throw error;
  }
}

function takeThread(): Worker {
  const [idle] = idleThreads;
  if (idle === undefined) return startThread();
  const [thread, timer] = idle;
  clearTimeout(timer);
  idleThreads.delete(thread);
  thread.ref();
  return thread;
}

/** An idle thread does not keep the process alive. */
function keepThread(thread: Worker): void {
  thread.unref();
  const timer = setTimeout(() => {
    // Before its exit, so that no file is given to a thread that ends.
    idleThreads.delete(thread);
    void thread.terminate();
  }, IDLE_MS);
  idleThreads.set(thread, timer.unref());
}

function startThread(): Worker {
  const thread = new Worker(new URL("./analysis-worker.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: 64 },
    // The worker inherits nothing. Its output is dropped: the decoder complains about every broken frame.
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  thread.stdout.resume();
  thread.stderr.resume();
  const forgetThread = () => {
    clearTimeout(idleThreads.get(thread));
    idleThreads.delete(thread);
  };
  return thread.on("error", forgetThread).on("exit", forgetThread);
}

async function requestAnalysis(thread: Worker, file: OpenFile, timeoutMs: number): Promise<AudioAnalysis> {
  const { promise, resolve, reject } = Promise.withResolvers<AudioAnalysis>();
  const onMessage = (message: FromWorker) => {
    if (message.type === "read") sendBytes(file, thread, message).catch(reject);
    else if (message.type === "measured") resolve(message.measures);
    else reject(new UnusableAudio(message.problem));
  };
  const onError = (cause: Error) => reject(new WorkerTerminated("the analysis failed", { cause }));
  const onExit = (code: number) => reject(new WorkerTerminated(`the worker exited with ${code}`));
  const timer = setTimeout(() => reject(new WorkerTerminated("the analysis timed out")), timeoutMs);
  thread.on("message", onMessage).on("error", onError).on("exit", onExit);
  try {
    thread.postMessage({ size: file.size } satisfies ToWorker);
    return await promise;
  } finally {
    clearTimeout(timer);
    thread.off("message", onMessage).off("error", onError).off("exit", onExit);
  }
}

async function sendBytes(file: OpenFile, thread: Worker, { start, end }: { start: number; end: number }) {
  const piece = end > start ? await file.read({ start, end: end - 1 }) : Buffer.alloc(0);
  const bytes = Uint8Array.from(piece);
  releaseBuffer(piece);
  thread.postMessage(bytes, [bytes.buffer]);
}
