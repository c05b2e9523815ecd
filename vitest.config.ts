import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    hookTimeout: 300_000,
    // A program that is ended takes its database and its chain along.
    teardownTimeout: 120_000,
    // A busy machine takes its time; what shows for a moment only is looked for often.
    expect: { poll: { timeout: 30_000, interval: 50 } },
    reporters: ["default", "./checks/closing-line.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "code",
          include: [
            "contracts/*.test.ts",
            "server/**/*.test.ts",
            "shared/**/*.test.ts",
            "demo/**/*.test.ts",
            "web/src/**/*.test.{ts,tsx}",
          ],
          globalSetup: ["server/src/testing/setup.ts"],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "journeys",
          include: ["e2e/journeys/**/*.test.ts"],
          globalSetup: ["e2e/harness/setup.ts"],
          testTimeout: 180_000,
        },
      },
    ],
  },
});
