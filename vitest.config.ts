import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    hookTimeout: 120_000,
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
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: "journeys",
          include: ["e2e/journeys/**/*.test.ts"],
          globalSetup: ["e2e/harness/setup.ts"],
          testTimeout: 60_000,
        },
      },
    ],
  },
});
