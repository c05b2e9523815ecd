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
const slowerProcessor = 4;
/** Words that stand in another font until theirs arrives are a pixel wider or narrower; nothing else moves. */
const unseenShift = 0.001;

/** Milliseconds after the page has loaded for a late picture or shift to show. */
const settling = 1_500;

const pages = [
  "/",
  "/wraps",
  "/wrap/salt-meridian",
  "/artist/ines-corvacho",
  "/experiences",
  "/experiences/tide-tables",
];

type Visit = { lcp: number; cls: number; script: number; all: number };

/** Runs in the page, before anything of it: the last of the largest paints counts, and the sum of the shifts. */
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
  // Pictures are made when they are first asked for; that is paid once, and not by each visitor.
  for (const path of pages) await visit(browser, `${url}${path}`, 1);
  const found = new Map<string, Visit>();
  for (const path of pages) {
    const visits: Visit[] = [];
    for (let round = 0; round < rounds; round += 1)
      visits.push(await visit(browser, `${url}${path}`, slowerProcessor));
    found.set(path, middleOf(visits));
  }
  print(found);
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
    await page.waitForTimeout(settling);
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

/** Bytes as they came over the network, of scripts and of everything. */
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

function middleOf(visits: readonly Visit[]): Visit {
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

function print(found: ReadonlyMap<string, Visit>): void {
  const rows = [...found].map(([path, { lcp, cls, script, all }]) => [
    path,
    milliseconds(lcp),
    shift(cls),
    kilobytes(script),
    kilobytes(all),
  ]);
  printTable(["first visit", "LCP", "CLS", "script", "all"], rows);
  for (const [path, { lcp, cls, script }] of found) {
    printVerdict({ what: `LCP of ${path}`, value: lcp, most: 1_200, show: milliseconds });
    printVerdict({ what: `CLS of ${path}`, value: cls, most: unseenShift, show: shift });
    printVerdict({ what: `script of ${path}`, value: script, most: 160 * 1_024, show: kilobytes });
  }
}
