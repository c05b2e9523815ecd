import { getSongs } from "@wrapsody/shared/catalogue/catalogue.ts";
import { z } from "zod";
import { benchmark } from "./measure/command.ts";
import { temporaryFolder } from "./measure/folder.ts";
import { get, inTurn } from "./measure/load.ts";
import { milliseconds, percent, printTable, printVerdict, processor, rate } from "./measure/report.ts";
import { type Contender, measure, medianRun, type Runs, ratio } from "./measure/rounds.ts";
import { type Server, startPeer, startProgram } from "./measure/servers.ts";

/** Measures public pages of the demo catalogue: cached ones next to the same bytes from node:http, and uncached ones. */
const asBrowsers = { "accept-encoding": "gzip, deflate, br" };
const songsAnswer = z.object({ body: getSongs.answer });

await benchmark(async (effort, stops) => {
  const dataDir = await temporaryFolder(stops);
  const program = await startProgram({ dataDir, demo: true });
  stops(program.stop);
  const ours = { port: program.port, pids: [program.pid] };
  const wraps = await wrapPaths(program);
  const [home, wrap] = [await pageAt(program, "/"), await pageAt(program, wraps[0] ?? "")];
  const startCached = async (name: string, { path, bytes }: Page): Promise<Contender[]> => {
    const peer = await startPeer("bytes", { BYTES: String(bytes) });
    stops(peer.stop);
    return [
      {
        name: `cached ${name}, ${Math.round(bytes / 1_024)} KB compressed`,
        ...ours,
        next: inTurn([path], () => asBrowsers),
      },
      { name: "node:http, the same bytes", port: peer.port, pids: [peer.pid], next: inTurn(["/"]) },
    ];
  };
  const contenders = [...(await startCached("home", home)), ...(await startCached("wrap", wrap))];
  const runs = await measure(contenders, effort);
  const rendered = [
    { name: "rendered home", ...ours, next: unseen(["/"]) },
    { name: "rendered wrap", ...ours, next: unseen(wraps) },
  ];
  const alone = await measure(rendered, { ...effort, connections: 1 });
  const crowded = await measure(rendered, effort);
  print({ contenders, runs, rendered, alone, crowded });
});

type Page = { path: string; bytes: number };

async function wrapPaths({ port }: Server): Promise<string[]> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/songs?limit=100`);
  const { body } = songsAnswer.parse(await response.json());
  if (body.data.length === 0) throw new Error("the demo catalogue is empty");
  return body.data.map((song) => `/wrap/${song.pretty_id}`);
}

async function pageAt({ port }: Server, path: string): Promise<Page> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: asBrowsers });
  const text = await response.text();
  if (response.status !== 200 || !text.includes("</html>"))
    throw new Error(`${path} is not a page: ${response.status}`);
  return { path, bytes: Number(response.headers.get("content-length")) };
}

/** Requests new addresses only, so that each page has to be rendered. */
function unseen(paths: readonly string[]): () => Buffer {
  let at = 0;
  return () => get(`${paths[at % paths.length] ?? "/"}?unseen=${at++}`, asBrowsers);
}

type Results = {
  contenders: readonly Contender[];
  runs: readonly Runs[];
  rendered: readonly Contender[];
  alone: readonly Runs[];
  crowded: readonly Runs[];
};

function print({ contenders, runs, rendered, alone, crowded }: Results): void {
  const cachedRows = contenders.map(({ name }, at) => {
    const { perSecond, p50, p99, cpu } = medianRun(runs[at] ?? []);
    const beside = at % 2 === 0 ? percent(ratio(runs[at] ?? [], runs[at + 1] ?? [])) : "";
    return [name, rate(perSecond), milliseconds(p50), milliseconds(p99), processor(cpu), beside];
  });
  printTable(["cached", "pages", "p50", "p99", "processor", "beside node:http"], cachedRows);
  const renderedRows = rendered.map(({ name }, at) => {
    const [single, many] = [medianRun(alone[at] ?? []), medianRun(crowded[at] ?? [])];
    return [
      name,
      milliseconds(single.p50),
      milliseconds(single.p99),
      rate(many.perSecond),
      milliseconds(many.p50),
      processor(many.cpu),
    ];
  });
  printTable(["rendered", "one: p50", "p99", "many: pages", "p50", "processor"], renderedRows);
  for (const [at, { name }] of contenders.entries()) {
    const { perSecond } = medianRun(runs[at] ?? []);
    if (at % 2 === 0) printVerdict({ what: name, value: perSecond, min: 20_000, show: rate });
  }
  for (const [at, { name }] of rendered.entries()) {
    const { p50 } = medianRun(alone[at] ?? []);
    printVerdict({ what: `${name}, p50 of one request at a time`, value: p50, max: 15, show: milliseconds });
  }
}
