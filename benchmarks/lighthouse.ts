import { execFile } from "node:child_process";
import { mkdtemp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { findChromium } from "../e2e/harness/chromium.ts";
import { benchmark } from "./measure/command.ts";
import { temporaryFolder } from "./measure/folder.ts";
import { printLine, printTable, printVerdict } from "./measure/report.ts";
import { startProgram } from "./measure/servers.ts";

/**
 * Lighthouse's scores of public pages on its slow phone, with an empty cache: the median performance, and the lowest of the other scores.
 * npm installs it on demand, because its 176 MB would double what everybody installs.
 */
const PACKAGE = "lighthouse@13.5.0";
const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
const chromiumFlags =
  "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";
/** Lighthouse finds no start of the navigation in one trace of ten, and asks to be run again. */
const MAX_ATTEMPTS = 3;
const MIN_PERFORMANCE = 95;
const MIN_OTHERS = 100;

const pages = [
  "/",
  "/wraps",
  "/wrap/salt-meridian",
  "/artist/ines-corvacho",
  "/album/accounts-payable",
  "/experiences",
  "/experiences/tide-tables",
];

type Category = (typeof categories)[number];
type Audit = { title: string; score: number | null; scoreDisplayMode: string };
type Report = {
  categories: Record<Category, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
};

await benchmark(async ({ rounds }, stops) => {
  const dataDir = await temporaryFolder(stops);
  const program = await startProgram({ dataDir, demo: true });
  stops(program.stop);
  const url = `http://127.0.0.1:${program.port}`;
  // The first visits render the pictures, because visitors pay for that only once.
  for (const path of pages) await audit(`${url}${path}`, dataDir);
  const byPath = new Map<string, Report[]>();
  for (const path of pages) {
    const reports: Report[] = [];
    for (let round = 0; round < rounds; round += 1) reports.push(await audit(`${url}${path}`, dataDir));
    byPath.set(path, reports);
  }
  print(byPath);
});

async function audit(address: string, folder: string, attempt = 1): Promise<Report> {
  const path = join(await mkdtemp(join(folder, "lighthouse-")), "report.json");
  const options = ["--quiet", "--no-enable-error-reporting", "--output=json", `--output-path=${path}`];
  const command = ["exec", "--yes", `--package=${PACKAGE}`, "--", "lighthouse", address, ...options];
  const only = [`--only-categories=${categories.join(",")}`, `--chrome-flags=${chromiumFlags}`];
  try {
    await promisify(execFile)("npm", [...command, ...only], {
      env: { ...process.env, CHROME_PATH: findChromium("full") },
    });
  } catch (error) {
    if (attempt === MAX_ATTEMPTS || !String(error).includes("NO_NAVSTART")) throw error;
    return audit(address, folder, attempt + 1);
  }
  return JSON.parse(await readFile(path, "utf8"));
}

function print(byPath: ReadonlyMap<string, readonly Report[]>): void {
  const scores = [...byPath].map(([path, reports]) => ({
    path,
    performance: median(reports.map((report) => scoreOf(report, "performance"))),
    others: categories.slice(1).map((category) => lowestScore(reports, category)),
  }));
  printTable(
    ["page", ...categories],
    scores.map(({ path, performance, others }) => [path, ...[performance, ...others].map(String)]),
  );
  for (const { path, performance, others } of scores) {
    printVerdict({ what: `performance of ${path}`, value: performance, min: MIN_PERFORMANCE, show: String });
    printVerdict({
      what: `other scores of ${path}`,
      value: Math.min(...others),
      min: MIN_OTHERS,
      show: String,
    });
  }
  for (const [path, reports] of byPath)
    for (const title of new Set(reports.flatMap(listFailures))) printLine(`${path}: ${title}`);
}

function scoreOf(report: Report, category: Category): number {
  return Math.round(100 * report.categories[category].score);
}

function lowestScore(reports: readonly Report[], category: Category): number {
  return Math.min(...reports.map((report) => scoreOf(report, category)));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Lists failed audits that cost points in other categories than performance. */
function listFailures(report: Report): string[] {
  return categories.slice(1).flatMap((category) =>
    report.categories[category].auditRefs.flatMap(({ id, weight }) => {
      const audited = report.audits[id];
      const isFailed = weight > 0 && audited?.score !== null && (audited?.score ?? 1) < 1;
      return isFailed ? [`${category}: ${audited?.title}`] : [];
    }),
  );
}
