import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type FileReport, reportFile, type TestReport } from "./test-report.ts";

/**
 * Runs the parts of the test suite that its arguments name, prints the seconds and the processor time of each, and ends with one line:
 * how many tests passed and how many failed. In CI (`CI=true`), failed files that may pass in a new process run once more. The
 * parts share one time budget if CI_STARTED_AT is set, to the Unix time in seconds at which `.ci/run` began.
 */
const commands = {
  check: ["npm", "run", "check"],
  build: ["npm", "run", "build"],
  unit: ["vitest", "run", "--project", "unit"],
  server: ["vitest", "run", "--project", "server"],
  journeys: ["vitest", "run", "--project", "journeys"],
  crash: ["vitest", "run", "--project", "crash"],
  fleet: ["vitest", "run", "--project", "fleet"],
  screens: ["vitest", "run", "--project", "journeys", "e2e/screens"],
  states: ["vitest", "run", "--project", "states"],
} as const;

type Part = keyof typeof commands;

/** Parts that are not begun any more once this much of the budget is used. */
const optionalParts: readonly Part[] = ["crash", "fleet", "states"];
const OPTIONAL_START_LIMIT_S = 60 * 60;
const BUDGET_S = 85 * 60;
/** Parts after whose failure the others still run, so that one run reports all failures of `npm test`. */
const continuedParts: readonly Part[] = ["unit", "server"];
const MAX_FLAKY_TESTS = 8;
/** The unit of times in `/proc`, which is the same on every Linux. */
const CLOCK_TICKS_PER_SECOND = 100;
const flakyFile = "test-results/flaky.txt";
/** In the environment of every process of this run. */
const marker = `TEST_RUN_ID=${process.pid}-${Date.now()}`;

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const parts = process.argv.slice(2).map(parsePart);
const isCi = process.env.CI === "true";
const startedAt = process.env.CI_STARTED_AT;
const seconds = new Map<string, number>();
const processorSeconds = new Map<Part, number>();
const notRun: Part[] = [];
const flaky: string[] = [];
const problems: string[] = [];
let current: Part | undefined;
const total = { passed: 0, failed: 0 };

// All parts share the compiled modules. A part would otherwise compile the server once more for each program that it starts first.
const compileCache = mkdtempSync(join(tmpdir(), "wrapsody-compiled-"));
process.env.NODE_COMPILE_CACHE ??= compileCache;
mkdirSync("test-results", { recursive: true });
rmSync(flakyFile, { force: true });
if (startedAt !== undefined) {
  seconds.set("install", elapsedSeconds());
  setTimeout(endAtBudget, (BUDGET_S - elapsedSeconds()) * 1_000).unref();
}
for (const part of parts) {
  if (problems.length > 0 && !isContinued(part)) notRun.push(part);
  else if (optionalParts.includes(part) && elapsedSeconds() > OPTIONAL_START_LIMIT_S) notRun.push(part);
  else await runPart(part);
}
finish();

function parsePart(name: string): Part {
  if (name in commands) return name as Part;
  process.stderr.write(
    `${name} is no part of the tests. The parts are ${Object.keys(commands).join(", ")}.\n`,
  );
  process.exit(2);
}

/** Returns the seconds since `.ci/run` began, or 0 for a run that no budget limits. */
function elapsedSeconds(): number {
  return startedAt === undefined ? 0 : Math.round(Date.now() / 1_000 - Number(startedAt));
}

/** Returns whether a part runs although an earlier one has failed. */
function isContinued(part: Part): boolean {
  const isFailedBefore = parts.slice(0, parts.indexOf(part)).filter((earlier) => seconds.has(earlier));
  return !optionalParts.includes(part) && isFailedBefore.every((earlier) => continuedParts.includes(earlier));
}

async function runPart(part: Part): Promise<void> {
  current = part;
  const begin = performance.now();
  const processorBegin = readProcessorSeconds();
  const [command, ...args] = commands[part];
  if (command === "vitest") await runTests(part, args);
  else {
    const { code } = await runCommand(command, args);
    if (code !== 0) problems.push(`${part} failed`);
  }
  seconds.set(part, Math.round((performance.now() - begin) / 1_000));
  processorSeconds.set(part, Math.round(readProcessorSeconds() - processorBegin));
  current = undefined;
}

/** Returns the processor time of all processes that have ended below this one; 0 without `/proc`. */
function readProcessorSeconds(): number {
  try {
    const [, fields = ""] = readFileSync("/proc/self/stat", "utf8").split(") ");
    const [user, system] = fields.split(" ").slice(13, 15).map(Number);
    return ((user ?? 0) + (system ?? 0)) / CLOCK_TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}

/** Runs a Vitest project, in CI once more those of its failed files that may pass in a new process. */
async function runTests(part: Part, args: readonly string[]): Promise<void> {
  let files = await runVitest(part, args);
  const failures = files.filter((file) => file.failed > 0);
  const isRepeated = isCi && problems.length === 0 && failures.every((file) => file.isRepeatable);
  if (isRepeated && failures.length > 0) {
    const [run = "", option = "", project = ""] = args;
    const repeated = await runVitest(part, [run, option, project, ...failures.map(({ file }) => file)]);
    for (const { file, failed } of repeated) if (failed === 0) flaky.push(`${part} ${file} (attempt 2)`);
    files = [...files.filter((file) => file.failed === 0), ...repeated];
  }
  for (const file of files) {
    total.passed += file.passed;
    total.failed += file.failed;
    for (const test of file.flaky) flaky.push(`${file.project} ${file.file} > ${test}`);
  }
  if (files.some((file) => file.failed > 0)) problems.push(`${part} failed`);
}

/** Runs Vitest and returns the results of its files. A run that ended otherwise than by its results is a problem. */
async function runVitest(part: Part, args: readonly string[]): Promise<FileReport[]> {
  rmSync(reportFile, { force: true });
  const { code, signal } = await runCommand("vitest", args);
  const report = readReport();
  const failures = report?.files.filter((file) => file.failed > 0) ?? [];
  if (signal !== null) problems.push(`${part} ended by ${signal}`);
  else if (report === undefined) problems.push(`${part} left no report`);
  else if (report.unhandledErrors > 0)
    problems.push(`${part} had ${report.unhandledErrors} unhandled errors`);
  else if (code !== 0 && failures.length === 0) problems.push(`${part} ended with code ${code}`);
  return report?.files ?? [];
}

function readReport(): TestReport | undefined {
  try {
    return JSON.parse(readFileSync(reportFile, "utf8"));
  } catch {
    return undefined;
  }
}

function runCommand(
  command: string,
  args: readonly string[],
): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  const [name, value] = marker.split("=") as [string, string];
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, [name]: value } });
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
}

function endAtBudget(): void {
  problems.push(`${current} was ended after ${BUDGET_S / 60} minutes`);
  killProcesses();
  finish();
}

/** Kills every process of this run: those with the marker in their environment, and their descendants. */
function killProcesses(): void {
  const processes = readdirSync("/proc").map(Number).filter(Boolean).flatMap(readProcess);
  const killed = new Set(processes.filter(({ isMarked }) => isMarked).map(({ pid }) => pid));
  for (let size = 0; size < killed.size; ) {
    size = killed.size;
    for (const { pid, parent } of processes) if (killed.has(parent)) killed.add(pid);
  }
  for (const pid of killed) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  }
}

/** Returns nothing for a process that has ended. */
function readProcess(pid: number): { pid: number; parent: number; isMarked: boolean }[] {
  try {
    const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
    const environment = readFileSync(`/proc/${pid}/environ`, "latin1").split("\0");
    return [{ pid, parent, isMarked: environment.includes(marker) }];
  } catch {
    return [];
  }
}

function finish(): never {
  rmSync(compileCache, { recursive: true, force: true });
  if (flaky.length > MAX_FLAKY_TESTS)
    problems.push(`${flaky.length} tests passed only on a retry, and ${MAX_FLAKY_TESTS} may`);
  const lines = [
    `Seconds: ${listSeconds(seconds)}`,
    `Processor seconds: ${listSeconds(processorSeconds)}`,
    ...flaky.map((line) => `flaky: ${line}`),
    ...problems.map((problem) => `FAILED: ${problem}`),
    ...(notRun.length > 0 ? [`NOT RUN: ${notRun.join(", ")}`] : []),
    `${total.passed} passed, ${total.failed} failed`,
  ];
  writeFileSync(flakyFile, flaky.map((line) => `${line}\n`).join(""));
  process.stdout.write(`${lines.join("\n")}\n`);
  process.exit(problems.length > 0 ? 1 : 0);
}

function listSeconds(each: ReadonlyMap<string, number>): string {
  const all = [...each.values()].reduce((sum, value) => sum + value, 0);
  return `${[...each].map(([part, value]) => `${part} ${value}`).join(", ")}; ${all} in all`;
}
