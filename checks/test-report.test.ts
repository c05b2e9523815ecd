import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestReport } from "./test-report.ts";

const resultsDir = fileURLToPath(new URL("../test-results/", import.meta.url));
let folder: string;
let report: TestReport;
let failedFiles: string;

/** One test file each, by name. */
const testFiles = {
  "unit/flaky": `let attempts = 0; test("second", () => { attempts += 1; expect(attempts).toBe(2); });`,
  "unit/hook": `beforeAll(() => { throw new Error("hook"); }); test("never", () => undefined);`,
  "unit/import": `throw new Error("import");`,
  "unit/wrong": `test("right", () => undefined); test("wrong", () => expect(1).toBe(2));`,
  "unit/race": `test("wrong", { retry: 0 }, () => expect(1).toBe(2)); test("also wrong", () => expect(1).toBe(2));`,
  "unit/slow": `test("hangs", () => new Promise(() => undefined), 50);`,
  "crash/slow": `test("hangs", () => new Promise(() => undefined), 50);`,
  "crash/wrong": `test("hangs", () => new Promise(() => undefined), 50); test("wrong", () => expect(1).toBe(2));`,
};

const config = `
const project = (name, retry) => ({ extends: true, test: { name, retry, include: [name + "/*.test.ts"] } });
export default { test: {
  reporters: [${JSON.stringify(fileURLToPath(new URL("test-report.ts", import.meta.url)))}],
  projects: [project("unit", 2), project("crash", 0)],
} };`;

beforeAll(async () => {
  mkdirSync(resultsDir, { recursive: true });
  folder = mkdtempSync(join(resultsDir, "report-"));
  writeFileSync(join(folder, "vitest.config.js"), config);
  for (const [name, text] of Object.entries(testFiles)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(
      join(folder, `${name}.test.ts`),
      `import { beforeAll, expect, test } from "vitest";\n${text}\n`,
    );
  }
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST")));
  await new Promise((resolve) => execFile("vitest", ["run"], { cwd: folder, env }, resolve));
  report = JSON.parse(readFileSync(join(folder, "test-results/report.json"), "utf8"));
  failedFiles = readFileSync(join(folder, "test-results/failed-files.txt"), "utf8");
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("names tests that passed only on a retry, and counts hooks and imports that failed", () => {
  const counts = report.files.map(({ file, passed, failed, flaky }) => [file, passed, failed, flaky]);
  expect(counts.sort()).toEqual([
    ["crash/slow.test.ts", 0, 1, []],
    ["crash/wrong.test.ts", 0, 2, []],
    ["unit/flaky.test.ts", 1, 0, ["second (attempt 2)"]],
    ["unit/hook.test.ts", 0, 1, []],
    ["unit/import.test.ts", 0, 1, []],
    ["unit/race.test.ts", 0, 2, []],
    ["unit/slow.test.ts", 0, 1, []],
    ["unit/wrong.test.ts", 1, 1, []],
  ]);
  expect(report.unhandledErrors).toBe(0);
});

it("lists files that may pass in a new process, and none where a wrong value is a defect", () => {
  expect(failedFiles.split("\n").sort()).toEqual([
    "",
    "crash crash/slow.test.ts",
    "unit unit/hook.test.ts",
    "unit unit/import.test.ts",
    "unit unit/slow.test.ts",
    "unit unit/wrong.test.ts",
  ]);
});
