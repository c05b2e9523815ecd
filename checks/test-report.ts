import { mkdirSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, TestCase, TestModule } from "vitest/node";

/** The result of one test file. A hook or an import that failed counts as one failed test. */
export type FileReport = {
  project: string;
  file: string;
  passed: number;
  failed: number;
  skipped: number;
  /** Tests that passed only on a retry, each with the number of the attempt. */
  flaky: string[];
  /** Whether the file failed, but may pass in a new process. */
  isRepeatable: boolean;
};

export type TestReport = { unhandledErrors: number; files: FileReport[] };

const faultProjects = ["crash", "fleet"];

type ReportedError = { name?: string | undefined; message: string };

const resultsDir = "test-results";
export const reportFile = `${resultsDir}/report.json`;
/** Lists the files that may pass in a new process, one a line: project and path. */
const failedFilesFile = `${resultsDir}/failed-files.txt`;

/** Writes the results of a run to `test-results/`. */
export default class ReportWriter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const files = modules.map(reportModule);
    const report: TestReport = { unhandledErrors: unhandledErrors.length, files };
    mkdirSync(resultsDir, { recursive: true });
    writeFileSync(reportFile, JSON.stringify(report));
    const repeatable = files.filter(({ isRepeatable }) => isRepeatable);
    writeFileSync(failedFilesFile, repeatable.map(({ project, file }) => `${project} ${file}\n`).join(""));
  }
}

function reportModule(module: TestModule): FileReport {
  const tests = [...module.children.allTests()];
  const listTests = (state: string) => tests.filter((test) => test.result().state === state);
  const failed = listTests("failed");
  const passed = listTests("passed");
  // Errors of suites and modules are those of their hooks and imports.
  const outside: readonly ReportedError[] = [module, ...module.children.allSuites()].flatMap((suite) =>
    suite.errors(),
  );
  return {
    project: module.project.name,
    file: relative(process.cwd(), module.moduleId),
    passed: passed.length,
    failed: failed.length + (outside.length > 0 ? 1 : 0),
    skipped: tests.length - passed.length - failed.length,
    flaky: passed.flatMap(describeRetry),
    isRepeatable: failed.length > 0 ? failed.every(isRepeatable) : outside.length > 0,
  };
}

function describeRetry(test: TestCase): string[] {
  const retries = test.diagnostic()?.retryCount ?? 0;
  return retries === 0 ? [] : [`${test.fullName} (attempt ${retries + 1})`];
}

/**
 * A test that was retried may depend on what another test of its file left, so that only the whole file can be repeated. In
 * tests that must not be retried, such as those of crash and fleet, only an exceeded time limit is no defect.
 */
function isRepeatable(test: TestCase): boolean {
  const errors = test.result().errors ?? [];
  return (
    (test.diagnostic()?.retryCount ?? 0) > 0 ||
    (faultProjects.includes(test.project.name) && errors.every(isTimeLimit))
  );
}

function isTimeLimit({ name, message }: ReportedError): boolean {
  return name === "TimeoutError" || /^(Test|Hook) timed out in \d+ms/.test(message);
}
