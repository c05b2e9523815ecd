import { parentPort, workerData } from "node:worker_threads";
import { type AudioProblem, UnusableAudio } from "../audio-problems.ts";
import { type AudioAnalysis, analyze } from "./analyze.ts";

/** Messages from the worker: requests for bytes, then one result. */
export type FromWorker =
  | { type: "read"; start: number; end: number }
  | { type: "measured"; measures: AudioAnalysis }
  | { type: "unusable"; problem: AudioProblem };

/** The requested bytes; the worker has no other access to the file. */
export type ToWorker = Uint8Array;

const port = parentPort;
if (port === null) throw new Error("this is a thread");
const sendMessage = (message: FromWorker) => port.postMessage(message);

function readRange(start: number, end: number): Promise<Uint8Array> {
  return new Promise((resolve) => {
    port?.once("message", (bytes: ToWorker) => resolve(bytes));
    sendMessage({ type: "read", start, end });
  });
}

try {
  const measures = await analyze({ size: Number(workerData), read: readRange }, { fingerprint: true });
  sendMessage({ type: "measured", measures });
} catch (error) {
  if (!(error instanceof UnusableAudio)) throw error;
  sendMessage({ type: "unusable", problem: error.problem });
} finally {
  port.close();
}
