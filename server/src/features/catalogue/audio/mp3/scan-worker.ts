import { closeSync, openSync, readSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { type AudioProblem, UnusableAudio } from "../audio-problems.ts";
import type { ByteSource } from "./byte-source.ts";
import { type FileLyrics, readId3Lyrics } from "./id3-lyrics.ts";
import { type Mp3Scan, scanFrames } from "./mp3-frames.ts";

/** An uploaded file on this node's disk. The budget is CPU time of this thread. */
export type ScanTask = { path: string; size: number; cpuBudgetMs: number };

/** The properties of an upload, and the lyrics of its tag. */
export type UploadScan = Mp3Scan & { lyrics: FileLyrics | undefined };

/** Messages from the worker: one per task. */
export type FromScanWorker =
  | { type: "scanned"; scan: UploadScan }
  | { type: "unusable"; problem: AudioProblem }
  | { type: "failed"; message: string };

const port = parentPort;
if (port === null) throw new Error("this is a thread");
// Tasks arrive one at a time, see `scanInWorker`.
port.on("message", async (task: ScanTask) => port.postMessage(await scanFile(task)));

async function scanFile({ path, size, cpuBudgetMs }: ScanTask): Promise<FromScanWorker> {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    const source = openFileSource(file, size);
    const found = await scanFrames(limitCpu(source, cpuBudgetMs));
    return { type: "scanned", scan: { ...found, lyrics: await readId3Lyrics(source) } };
  } catch (error) {
    if (error instanceof UnusableAudio) return { type: "unusable", problem: error.problem };
    return { type: "failed", message: error instanceof Error ? error.message : String(error) };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Reads synchronously, because this thread has nothing else to do. */
function openFileSource(file: number, size: number): ByteSource {
  return {
    size,
    async read(start, end) {
      const bytes = new Uint8Array(end - start);
      for (let done = 0; done < bytes.length; ) {
        const count = readSync(file, bytes, done, bytes.length - done, start + done);
        if (count === 0) throw new Error("an upload was truncated");
        done += count;
      }
      return bytes;
    },
  };
}

/** Checks the budget before each read, which is every 256 kB. @throws UnusableAudio if it is spent */
function limitCpu(source: ByteSource, budgetMs: number): ByteSource {
  const before = process.threadCpuUsage();
  return {
    size: source.size,
    read(start, end) {
      const { user, system } = process.threadCpuUsage(before);
      if ((user + system) / 1000 > budgetMs) throw new UnusableAudio("mostlyJunk");
      return source.read(start, end);
    },
  };
}
