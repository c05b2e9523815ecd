import { parentPort, workerData } from "node:worker_threads";
import { type AudioMeasures, measure } from "./measure.ts";
import { type AudioProblem, UnusableAudio } from "./problems.ts";

/** What the thread asks for, and what it ends with. */
export type FromThread =
  | { type: "read"; start: number; end: number }
  | { type: "measured"; measures: AudioMeasures }
  | { type: "unusable"; problem: AudioProblem };

/** Bytes of the file, which the thread has no other way to. */
export type ToThread = Uint8Array;

const port = parentPort;
if (port === null) throw new Error("this is a thread");
const tell = (message: FromThread) => port.postMessage(message);

function read(start: number, end: number): Promise<Uint8Array> {
  return new Promise((resolve) => {
    port?.once("message", (bytes: ToThread) => resolve(bytes));
    tell({ type: "read", start, end });
  });
}

try {
  const measures = await measure({ size: Number(workerData), read }, { fingerprint: true });
  tell({ type: "measured", measures });
} catch (error) {
  if (!(error instanceof UnusableAudio)) throw error;
  tell({ type: "unusable", problem: error.problem });
} finally {
  port.close();
}
