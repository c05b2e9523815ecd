import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { givePiece } from "../../../../platform/storage/buffer-pool.ts";
import type { OpenFile } from "../../../../platform/storage/storage.ts";
import { UnusableAudio } from "../audio-problems.ts";
import type { FromWorker } from "./analysis-worker.ts";
import type { AudioAnalysis } from "./analyze.ts";

/** Milliseconds that a file may take; the longest that is accepted takes a small part of it. */
const TIMEOUT_MS = 5 * 60 * 1000;
/** Of the thread's own heap; a file takes a few of them, however long it is. */
const MAX_HEAP_MB = 256;

/** The thread ended without an answer: it was killed, took too long or too much memory. */
export class WorkerTerminated extends Error {
  override name = "ThreadEnded";
}

/**
 * Measures a file in a thread of its own, which gets the file piece by piece and can neither hold up nor break the program.
 *
 * @throws UnusableAudio when nothing in it can be played; ThreadEnded; and what the storage throws
 */
export async function analyzeInWorker(file: OpenFile, limit = TIMEOUT_MS): Promise<AudioAnalysis> {
  const free = await places.take();
  try {
    return await runWorker(file, limit);
  } finally {
    free();
  }
}

function runWorker(file: OpenFile, limit: number): Promise<AudioAnalysis> {
  const thread = new Worker(new URL("./analysis-worker.ts", import.meta.url), {
    workerData: file.size,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: 64 },
    // It needs nothing of what the program was started with. What the decoder says of a broken frame is not worth a log.
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  return new Promise<AudioAnalysis>((resolve, reject) => {
    const timer = setTimeout(() => reject(new WorkerTerminated("measuring took too long")), limit);
    thread.on("message", (message: FromWorker) => {
      if (message.type === "read") sendBytes(file, thread, message).catch(reject);
      else if (message.type === "measured") resolve(message.measures);
      else reject(new UnusableAudio(message.problem));
    });
    thread.on("error", (cause) => reject(new WorkerTerminated("measuring broke off", { cause })));
    thread.on("exit", (code) => {
      clearTimeout(timer);
      reject(new WorkerTerminated(`measuring ended with ${code}`));
    });
  }).finally(() => thread.terminate());
}

async function sendBytes(file: OpenFile, thread: Worker, { start, end }: { start: number; end: number }) {
  const piece = end > start ? await file.read({ start, end: end - 1 }) : Buffer.alloc(0);
  const bytes = Uint8Array.from(piece);
  givePiece(piece);
  thread.postMessage(bytes, [bytes.buffer]);
}

/** Threads that may run at once: one core is left to whoever listens meanwhile. */
const places = new (class {
  private free = Math.max(1, availableParallelism() - 1);
  private readonly waiting: (() => void)[] = [];

  /** Answers what gives the place back. */
  async take(): Promise<() => void> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    return () => {
      const next = this.waiting.shift();
      if (next === undefined) this.free += 1;
      else next();
    };
  }
})();
