import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files of one worker share the loaded modules, because loading the server for each file took a third of the processor
 * time. A test that leaves state behind in a module is therefore a defect.
 */
const project = { pool: "forks", isolate: false, hookTimeout: 120_000, teardownTimeout: 60_000 } as const;

/** Starts the accessibility sweep first, because its short files take longest. Vitest starts large files first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSweep = ({ moduleId }: TestSpecification) => moduleId.includes("/journeys/screens/");
    return [...sorted.filter(isSweep), ...sorted.filter((file) => !isSweep(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    expect: { poll: { timeout: 5_000, interval: 50 } },
    reporters: ["default", "./checks/closing-line.ts"],
    projects: [
      {
        extends: true,
        test: {
          ...project,
          name: "unit",
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          include: ["shared/**/*.test.ts", "web/src/**/*.test.{ts,tsx}"],
        },
      },
      {
        extends: true,
        test: {
          ...project,
          name: "server",
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
          include: ["server/**/*.test.ts", "demo/**/*.test.ts"],
          exclude: ["**/*.crash.test.ts"],
          globalSetup: ["server/src/testing/database/setup.ts"],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          ...project,
          name: "journeys",
          include: ["e2e/journeys/**/*.test.ts"],
          exclude: ["**/*.crash.test.ts"],
          globalSetup: ["e2e/harness/setup.ts"],
          testTimeout: 60_000,
          // The third uses the time in which the others wait for jobs, blocks and songs.
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          ...project,
          // Kills processes and measures memory, so each file has a process of its own.
          isolate: true,
          name: "crash",
          maxWorkers: 2,
          expect: { poll: { timeout: 30_000, interval: 50 } },
          include: ["**/*.crash.test.ts"],
          exclude: ["**/node_modules/**"],
          globalSetup: ["server/src/testing/database/setup.ts"],
          testTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          ...project,
          // Runs eleven processes, so nothing else runs beside them.
          name: "fleet",
          maxWorkers: 1,
          isolate: true,
          expect: { poll: { timeout: 30_000, interval: 100 } },
          include: ["e2e/fleet/**/*.fleet.test.ts"],
          globalSetup: ["e2e/fleet/setup.ts"],
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
