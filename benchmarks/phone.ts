import type { Browser, CDPSession, Page } from "playwright-core";
import { launchChromium, openContext, phone } from "../e2e/harness/chromium.ts";
import { benchmark } from "./measure/command.ts";
import { temporaryFolder } from "./measure/folder.ts";
import { kilobytes, milliseconds, printTable, printVerdict } from "./measure/report.ts";
import { startProgram } from "./measure/servers.ts";

/**
 * First visits of a phone on a slow network: the network and processor that Lighthouse throttles to by default, applied
 * by Chromium itself. Each visit has an empty cache.
 */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: (1_638.4 * 1_024) / 8,
  uploadThroughput: (675 * 1_024) / 8,
};
const CPU_SLOWDOWN = 4;
/** Allows text in a fallback font to be a pixel wider or narrower until its font arrives. Nothing else may move. */
const MAX_LAYOUT_SHIFT = 0.001;

/** Waits after the load for late pictures and shifts. */
const SETTLE_MS = 1_500;

const pages = [
  "/",
  "/wraps",
  "/wrap/salt-meridian",
  "/artist/ines-corvacho",
  "/experiences",
  "/experiences/tide-tables",
];

type Visit = { lcp: number; cls: number; script: number; all: number };

/** Runs in the page before its scripts. Records the last of the largest paints and the sum of the shifts. */
const observe = `
  window.observed = { lcp: 0, cls: 0 };
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch("largest-contentful-paint", ({ startTime }) => { window.observed.lcp = startTime; });
  watch("layout-shift", ({ value }) => { window.observed.cls += value; });
`;

await benchmark(async ({ rounds }, stops) => {
  const dataDir = await temporaryFolder(stops);
  const program = await startProgram({ dataDir, demo: true });
  stops(program.stop);
  const browser = await launchChromium("full");
  stops(() => browser.close());
  const url = `http://127.0.0.1:${program.port}`;
  // The first visits render the pictures, because visitors pay for that only once.
  for (const path of pages) await visit(browser, `${url}${path}`, 1);
  const byPath = new Map<string, Visit>();
  for (const path of pages) {
    const visits: Visit[] = [];
    for (let round = 0; round < rounds; round += 1)
      visits.push(await visit(browser, `${url}${path}`, CPU_SLOWDOWN));
    byPath.set(path, medianVisit(visits));
  }
  print(byPath);
});

async function visit(browser: Browser, address: string, slower: number): Promise<Visit> {
  const reader = await openContext(browser, phone);
  try {
    const page = await reader.newPage();
    const session = await reader.newCDPSession(page);
    const received = await countBytes(session);
    await session.send("Network.emulateNetworkConditions", network);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
    await page.addInitScript({ content: observe });
    await page.goto(address, { waitUntil: "load" });
    await page.waitForTimeout(SETTLE_MS);
    return { ...(await readObserved(page)), ...received() };
  } finally {
    await reader.close();
  }
}

type Observed = { lcp: number; cls: number };

async function readObserved(page: Page): Promise<Observed> {
  const observed = await page.evaluate<Observed>("window.observed");
  if (observed.lcp === 0) throw new Error(`${page.url()} painted nothing`);
  return observed;
}

/** Counts bytes over the network: of scripts, and of all responses. */
async function countBytes(session: CDPSession): Promise<() => { script: number; all: number }> {
  const kinds = new Map<string, string>();
  const bytes = { script: 0, all: 0 };
  session.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    bytes.all += encodedDataLength;
    if (kinds.get(requestId) === "Script") bytes.script += encodedDataLength;
  });
  await session.send("Network.enable");
  return () => bytes;
}

function medianVisit(visits: readonly Visit[]): Visit {
  const middle = (read: (visit: Visit) => number) =>
    visits.map(read).sort((a, b) => a - b)[Math.floor(visits.length / 2)] ?? Number.NaN;
  return {
    lcp: middle(({ lcp }) => lcp),
    cls: Math.max(...visits.map(({ cls }) => cls)),
    script: middle(({ script }) => script),
    all: middle(({ all }) => all),
  };
}

function shift(value: number): string {
  return value.toFixed(4);
}

function print(byPath: ReadonlyMap<string, Visit>): void {
  const rows = [...byPath].map(([path, { lcp, cls, script, all }]) => [
    path,
    milliseconds(lcp),
    shift(cls),
    kilobytes(script),
    kilobytes(all),
  ]);
  printTable(["first visit", "LCP", "CLS", "script", "all"], rows);
  for (const [path, { lcp, cls, script }] of byPath) {
    printVerdict({ what: `LCP of ${path}`, value: lcp, max: 1_200, show: milliseconds });
    printVerdict({ what: `CLS of ${path}`, value: cls, max: MAX_LAYOUT_SHIFT, show: shift });
    printVerdict({ what: `script of ${path}`, value: script, max: 160 * 1_024, show: kilobytes });
  }
}
