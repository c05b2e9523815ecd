import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { enterRunFolder } from "../../server/src/testing/database/setup.ts";

export async function setup(): Promise<void> {
  await enterRunFolder();
  // The processes load their modules in two thirds of the time.
  process.env.NODE_COMPILE_CACHE ??= await mkdtemp(join(tmpdir(), "wrapsody-compiled-"));
}
