import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/**
 * Returns the bytes of buffers in use, excluding uncollected garbage, so that other load
 * has no effect on it.
 */
export function usedBufferBytes(): number {
  collect();
  return process.memoryUsage().arrayBuffers;
}
