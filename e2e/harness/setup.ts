import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { findChromium } from "./chromium.ts";
import { startProgram } from "./program.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the program with the demo catalogue is found. */
    siteUrl: string;
  }
}

/** One program with the demo catalogue for all journeys; each journey has a browser of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  findChromium();
  const folder = await mkdtemp(join(tmpdir(), "wrapsody-journeys-"));
  // All journeys come from one address, and log in more often than a person would.
  const program = await startProgram({ DATA_DIR: folder, RATE_LIMITS: "0" });
  project.provide("siteUrl", program.url);
  return async () => {
    await program.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
}
