import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Stops } from "./command.ts";

/** Creates a folder that is removed after the run. */
export async function temporaryFolder(stops: Stops): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "wrapsody-benchmark-"));
  stops(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}
