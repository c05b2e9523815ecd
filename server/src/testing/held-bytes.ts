import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** Bytes of buffers that are in use, and not only not collected yet: what a machine is busy with does not change them. */
export function heldBytes(): number {
  collect();
  return process.memoryUsage().arrayBuffers;
}
