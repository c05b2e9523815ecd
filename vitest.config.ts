import { defineConfig } from "vitest/config";
import {
  CRASH_TIMEOUT_MS,
  HOOK_TIMEOUT_MS,
  JOURNEY_TIMEOUT_MS,
  POLL_TIMEOUT_MS,
  TEST_TIMEOUT_MS,
} from "./checks/test-limits.ts";

/** In CI a failed test is repeated, except where an intermittent failure is a defect: `{ retry: 0 }`, crash and fleet. */
const retry = process.env.CI === "true" ? 2 : 0;

/**
 * Files of one worker share the loaded modules, because loading the server for each file took a third of the processor
 * time. A test that leaves state behind in a module is therefore a defect.
 */
const project = {
  pool: "forks",
  isolate: false,
  testTimeout: TEST_TIMEOUT_MS,
  hookTimeout: HOOK_TIMEOUT_MS,
  expect: { poll: { timeout: POLL_TIMEOUT_MS, interval: 50 } },
} as const;

/**
 * Node loads the modules itself, as in production, and keeps them compiled (`NODE_COMPILE_CACHE`). Vite's module runner, which only tests
 * with JSX or mocked modules need, costs a tenth of the processor time.
 */
const nativeProject = { ...project, experimental: { viteModuleRunner: false, nodeLoader: false } } as const;

/**
 * V8 flags of workers, which collect young objects less often, old ones hardly ever, and both without further threads. They save
 * a tenth of the processor time of the server tests.
 */
const garbageCollectionFlags = [
  "--min-semi-space-size=32",
  "--max-semi-space-size=64",
  "--initial-old-space-size=1024",
  "--single-threaded-gc",
];

/** The third worker uses the time in which the others wait for jobs, blocks and songs. */
const browsers = {
  ...nativeProject,
  retry,
  testTimeout: JOURNEY_TIMEOUT_MS,
  globalSetup: ["e2e/harness/setup.ts"],
  maxWorkers: 3,
  execArgv: garbageCollectionFlags,
};

/** Every screen failing, loading and empty. */
const everyState = "e2e/screens/every-state.test.ts";

/** Kills processes and measures memory, so each file has a process of its own. */
const faults = { ...nativeProject, isolate: true, testTimeout: CRASH_TIMEOUT_MS };

export default defineConfig({
  test: {
    bail: 10,
    teardownTimeout: HOOK_TIMEOUT_MS,
    reporters: ["default", "./checks/test-report.ts"],
    projects: [
      {
        extends: true,
        test: {
          ...project,
          name: "unit",
          retry,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          include: ["shared/**/*.test.ts", "web/src/**/*.test.{ts,tsx}", "checks/**/*.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          ...nativeProject,
          name: "server",
          retry,
          // Each worker waits for PostgreSQL half of its time.
          maxWorkers: 3,
          execArgv: garbageCollectionFlags,
          sequence: { groupOrder: 0 },
          include: ["server/**/*.test.ts", "demo/**/*.test.ts"],
          exclude: ["**/*.crash.test.ts"],
          globalSetup: ["server/src/testing/database/setup.ts"],
        },
      },
      {
        extends: true,
        test: {
          ...browsers,
          name: "journeys",
          include: ["e2e/{journeys/*,screens}/*.test.ts"],
          exclude: ["**/*.crash.test.ts", everyState],
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          ...browsers,
          name: "states",
          include: ["e2e/screens/*.test.ts"],
          env: { SCREENS_LOCALE: "es" },
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          ...faults,
          name: "crash",
          maxWorkers: 2,
          include: ["**/*.crash.test.ts"],
          exclude: ["**/node_modules/**"],
          globalSetup: ["server/src/testing/database/setup.ts"],
        },
      },
      {
        extends: true,
        test: {
          ...faults,
          // Runs eleven processes, so nothing else runs beside them.
          name: "fleet",
          maxWorkers: 1,
          include: ["e2e/fleet/**/*.fleet.test.ts"],
          globalSetup: ["e2e/fleet/setup.ts"],
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
