import { Worker } from "node:worker_threads";
import pLimit from "p-limit";
import { UnusableAudio } from "../audio-problems.ts";
import type { FromScanWorker, ScanTask, UploadScan } from "./scan-worker.ts";

/** CPU time of one file. The slowest known file of the maximum size takes a fifth of a second. */
const CPU_BUDGET_MS = 2_000;
/** Wall time of one file, if the thread gets no processor or does not return. */
const TIMEOUT_MS = 30_000;

/** One file at a time, so that uploads take at most one core from other requests. */
const limitScans = pLimit(1);
/** Started by the first upload and kept, because starting it takes longer than scanning a song. */
let worker: Worker | undefined;

/**
 * Scans an uploaded mp3 in a worker thread, so that a hostile file cannot block the event loop. A file that exceeds
 * the CPU budget or the timeout counts as damaged.
 *
 * @throws UnusableAudio if it is no mp3 or not a single recording
 */
export function scanInWorker(
  { path, size }: { path: string; size: number },
  { cpuBudgetMs = CPU_BUDGET_MS, timeoutMs = TIMEOUT_MS } = {},
): Promise<UploadScan> {
  return limitScans(() => runScan({ path, size, cpuBudgetMs }, timeoutMs));
}

async function runScan(task: ScanTask, timeoutMs: number): Promise<UploadScan> {
  worker ??= startWorker();
  const result = await requestScan(worker, task, timeoutMs);
  if (result.type === "failed") throw new Error(`An upload could not be scanned: ${result.message}.`);
  if (result.type === "unusable") throw new UnusableAudio(result.problem);
  return result.scan;
}

function startWorker(): Worker {
  const started = new Worker(new URL("./scan-worker.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 },
    // The worker inherits nothing.
    env: {},
    execArgv: [],
  });
  // The next file gets a new thread.
  const forget = () => {
    if (worker === started) worker = undefined;
  };
  started.on("error", forget).on("exit", forget);
  // An idle thread does not keep the process alive.
  started.unref();
  return started;
}

async function requestScan(thread: Worker, task: ScanTask, timeoutMs: number): Promise<FromScanWorker> {
  const { promise, resolve, reject } = Promise.withResolvers<FromScanWorker>();
  const onExit = (code: number) => reject(new Error(`the scan worker exited with ${code}`));
  const timer = setTimeout(() => reject(new UnusableAudio("mostlyJunk")), timeoutMs);
  thread.on("message", resolve).on("error", reject).on("exit", onExit).ref();
  try {
    thread.postMessage(task);
    return await promise;
  } catch (error) {
    thread.off("exit", onExit);
    await thread.terminate();
    throw error;
  } finally {
    clearTimeout(timer);
    thread.off("message", resolve).off("error", reject).off("exit", onExit).unref();
  }
}
