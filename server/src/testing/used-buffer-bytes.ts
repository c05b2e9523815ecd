import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect: (options?: { type: "minor" }) => void = runInNewContext("gc");

/**
 * Returns the bytes of buffers in use, excluding garbage, so that other load has no effect on it. V8 frees the buffers of a
 * collection in the background and ends that when the next collection begins, hence the second one.
 */
export function usedBufferBytes(): number {
  collect();
  collect({ type: "minor" });
  return process.memoryUsage().arrayBuffers;
}
