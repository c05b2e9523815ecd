import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Stops } from "./command.ts";

/** A folder of one run, removed after it. */
export async function temporaryFolder(stops: Stops): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "wrapsody-benchmark-"));
  stops(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}
