import { parentPort, workerData } from "node:worker_threads";
import sharp from "sharp";
import { type ArtworkSpec, composeArtwork, type ReadImageFile } from "../compose/compose.ts";
import { createLayerCache } from "../compose/layers.ts";
import { composePrint } from "../compose/print.ts";

/** Messages between a renderer and its worker. */
export type ToWorker =
  /** `printSide`: the side of a print, in pixels; otherwise it is rendered at the size of the canvas. */
  | { kind: "render"; number: number; picture: ArtworkSpec; printSide: number | undefined }
  | { kind: "file"; id: string; file: Uint8Array | undefined };
export type FromWorker =
  | { kind: "need"; id: string }
  | { kind: "rendered"; number: number; png: Uint8Array }
  | { kind: "failed"; number: number; message: string };

const port = parentPort;
if (port === null) throw new Error("This runs as a worker alone.");
// One artwork at a time: more threads would only take processors from other workers.
sharp.concurrency(1);
sharp.cache(false);

const { maxLayerBytes } = workerData as { maxLayerBytes: number };
const cache = createLayerCache(maxLayerBytes);
const waiting = new Map<string, (file: Uint8Array | undefined) => void>();
const sendMessage = (message: FromWorker, moved: ArrayBuffer[] = []) => port.postMessage(message, moved);

const read: ReadImageFile = async (id) => {
  const { promise, resolve } = Promise.withResolvers<Uint8Array | undefined>();
  waiting.set(id, resolve);
  sendMessage({ kind: "need", id });
  const file = await promise;
  if (file === undefined) throw new Error(`There is no picture ${id}.`);
  return file;
};

async function renderArtwork({
  number,
  picture,
  printSide,
}: Extract<ToWorker, { kind: "render" }>): Promise<void> {
  try {
    const png = new Uint8Array(
      printSide === undefined
        ? await composeArtwork(picture, { cache, read })
        : await composePrint(picture, printSide, read),
    );
    sendMessage({ kind: "rendered", number, png }, [png.buffer]);
  } catch (error) {
    sendMessage({ kind: "failed", number, message: error instanceof Error ? error.message : String(error) });
  }
}

let last = Promise.resolve();
port.on("message", (message: ToWorker) => {
  if (message.kind === "render") {
    last = last.then(() => renderArtwork(message));
    return;
  }
  waiting.get(message.id)?.(message.file);
  waiting.delete(message.id);
});
