import { parentPort } from "node:worker_threads";
import { type AudioProblem, UnusableAudio } from "../audio-problems.ts";
import { type AudioAnalysis, analyze } from "./analyze.ts";

/** Messages from the worker: requests for bytes, then one result for each file. */
export type FromWorker =
  | { type: "read"; start: number; end: number }
  | { type: "measured"; measures: AudioAnalysis }
  | { type: "unusable"; problem: AudioProblem };

/** Messages to the worker: the size of a file, then the requested bytes. The worker has no other access to the file. */
export type ToWorker = { size: number } | Uint8Array;

const port = parentPort;
if (port === null) throw new Error("this is a thread");
const sendMessage = (message: FromWorker) => port.postMessage(message);

function readRange(start: number, end: number): Promise<Uint8Array> {
  return new Promise((resolve) => {
    port?.once("message", (bytes: Uint8Array) => resolve(bytes));
    sendMessage({ type: "read", start, end });
  });
}

/** An error that is not about the file ends the thread. */
async function analyzeFile(size: number): Promise<void> {
  try {
    const measures = await analyze({ size, read: readRange }, { fingerprint: true });
    sendMessage({ type: "measured", measures });
  } catch (error) {
    if (!(error instanceof UnusableAudio)) throw error;
    sendMessage({ type: "unusable", problem: error.problem });
  }
}

port.on("message", (message: ToWorker) => {
  if (!(message instanceof Uint8Array)) void analyzeFile(message.size);
});
