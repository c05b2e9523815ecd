import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { databaseUrl } from "../../server/src/platform/embedded/database.ts";
import { findPort } from "../../server/src/platform/embedded/port.ts";
import { readState } from "../../server/src/platform/embedded/state.ts";
import { enterRunFolder } from "../../server/src/testing/database/setup.ts";
import { installEncoder } from "../../server/src/testing/media/masters.ts";
import { findChromium } from "./chromium.ts";
import { startProgram } from "./program.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The program with the demo catalogue, and its database. */
    siteUrl: string;
    siteDatabaseUrl: string;
    /** The program that starts with an empty catalogue, and its database. */
    emptyUrl: string;
    emptyDatabaseUrl: string;
    /** The program with optional settings and an empty catalogue, and its database. */
    configuredUrl: string;
    configuredDatabaseUrl: string;
  }
}

/** An app that the journeys answer for. */
export const companionUrl = "http://companion.example/app?from=site";

const configured = {
  DEMO: "0",
  APPLE_MUSIC_TOKEN: "developer-token",
  COMPANION_URL: companionUrl,
  MASTER_MAX_MB: "0",
  LISTING_REVIEW: "manual",
};

/**
 * Starts the three programs that all journeys share: one with the demo catalogue, one with an empty catalogue, and one with
 * optional settings. Rate limits are off, because all journeys come from one address.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await enterRunFolder();
  findChromium("full");
  findChromium("shell");
  await installEncoder();
  const [demo, empty, withSettings] = await Promise.all([
    startSharedProgram({}),
    startSharedProgram({ DEMO: "0" }),
    startNamedProgram(configured),
  ]);
  project.provide("siteUrl", demo.url);
  project.provide("siteDatabaseUrl", demo.databaseUrl);
  project.provide("emptyUrl", empty.url);
  project.provide("emptyDatabaseUrl", empty.databaseUrl);
  project.provide("configuredUrl", withSettings.url);
  project.provide("configuredDatabaseUrl", withSettings.databaseUrl);
  return async () => {
    await Promise.all([demo.stop(), empty.stop(), withSettings.stop()]);
  };
}

/** Starts a program whose public address has a host name, as passkeys need. */
async function startNamedProgram(environment: Record<string, string>) {
  const port = await findPort(undefined);
  const url = `http://localhost:${port}`;
  return { ...(await startSharedProgram({ ...environment, PORT: String(port), PUBLIC_URL: url })), url };
}

async function startSharedProgram(environment: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), "wrapsody-journeys-"));
  const program = await startProgram({ DATA_DIR: folder, RATE_LIMITS: "0", ...environment });
  return {
    url: program.url,
    databaseUrl: await embeddedDatabaseUrl(folder),
    async stop() {
      await program.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Returns the address of the PostgreSQL that the program of a data folder started. */
export async function embeddedDatabaseUrl(dataDir: string): Promise<string> {
  const state = await readState(dataDir);
  if (state?.port === undefined) throw new Error(`No embedded database is recorded in ${dataDir}.`);
  return databaseUrl(join(await realpath(dataDir), "postgres"), state.password, state.port);
}
