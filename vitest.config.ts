import { defineConfig } from "vitest/config";

/**
 * Files of one worker share the loaded modules: loading the server for each file took a third of the processor time. State
 * that outlives a file is therefore a defect of the test.
 */
const shared = { isolate: false, hookTimeout: 120_000, teardownTimeout: 60_000 };

export default defineConfig({
  test: {
    maxWorkers: 2,
    expect: { poll: { timeout: 5_000, interval: 20 } },
    reporters: ["default", "./checks/closing-line.ts"],
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: "unit",
          pool: "forks",
          include: ["shared/**/*.test.ts", "web/src/**/*.test.{ts,tsx}"],
          testTimeout: 5_000,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: "server",
          pool: "forks",
          include: ["contracts/*.test.ts", "server/**/*.test.ts", "demo/**/*.test.ts"],
          exclude: ["**/*.crash.test.ts"],
          globalSetup: ["server/src/testing/setup.ts"],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: "journeys",
          pool: "forks",
          include: ["e2e/journeys/**/*.test.ts"],
          globalSetup: ["e2e/harness/setup.ts"],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          // Processes are killed and memory is measured here, so each file has a process of its own.
          isolate: true,
          name: "crash",
          pool: "forks",
          include: ["**/*.crash.test.ts"],
          globalSetup: ["server/src/testing/setup.ts"],
          testTimeout: 120_000,
        },
      },
    ],
  },
});
