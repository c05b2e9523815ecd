import { getSongs } from "@wrapsody/shared/catalogue/catalogue.ts";
import { z } from "zod";
import { startPostgres } from "../server/src/platform/embedded/postgres.ts";
import { benchmark } from "./measure/command.ts";
import { temporaryFolder } from "./measure/folder.ts";
import { get, inTurn } from "./measure/load.ts";
import { percent, printTable, printVerdict, processor, rate } from "./measure/report.ts";
import { type Contender, measure, medianRun, type Runs } from "./measure/rounds.ts";
import { type Server, startProgram } from "./measure/servers.ts";

/**
 * Measures one and two api processes on one database, with the demo catalogue. The processor time of a response, that of the database included,
 * must not grow with the number of processes.
 */
const MAX_GROWTH = 1.15;
/**
 * Load of each process, as a share of what one can respond to. A processor whose cores are all busy needs more time for the same work, and a process
 * with fewer requests handles fewer of them in a turn of its event loop.
 */
const LOAD = 0.3;
const asBrowsers = { "accept-encoding": "gzip, deflate, br" };
const songsAnswer = z.object({ body: getSongs.answer });

await benchmark(async (effort, stops) => {
  const postgres = await startPostgres({ dataDir: await temporaryFolder(stops) });
  stops(() => postgres.stop());
  const dataDir = await temporaryFolder(stops);
  const startNode = async () => {
    const node = await startProgram({ dataDir, databaseUrl: postgres.url, demo: true });
    stops(node.stop);
    return node;
  };
  // The first one fills the database.
  const nodes = [await startNode(), await startNode()] as const;
  const songs = await listSongs(nodes[0]);
  const wraps = songs.map((song) => `/wrap/${song.pretty_id}`);
  const cases = [
    { name: "list of 14 songs", next: inTurn(["/api/v1/songs?limit=14"]) },
    { name: "song by id", next: inTurn(songs.map(({ id }) => `/api/v1/song/${id}`)) },
    { name: "cached pages", next: inTurn(["/", wraps[0] ?? ""], () => asBrowsers) },
    { name: "rendered pages", next: unseen(wraps) },
  ];
  const contenders = cases.flatMap(({ name, next }): Contender[] => [
    { name: `${name}, one process`, port: nodes[0].port, pids: [nodes[0].pid, postgres.pid], next },
    {
      name: `${name}, two processes`,
      port: nodes.map(({ port }) => port),
      pids: [...nodes.map(({ pid }) => pid), postgres.pid],
      next,
    },
  ]);
  // Both processes compile their code before the first comparison.
  const saturated = await measure(contenders, { ...effort, rounds: 1 });
  const runs: Runs[] = [];
  for (let at = 0; at < contenders.length; at += 2) {
    const rate = LOAD * medianRun(saturated[at] ?? []).perSecond;
    const pair = contenders
      .slice(at, at + 2)
      .map((contender) => ({ ...contender, rate: rate * [contender.port].flat().length }));
    runs.push(...(await measure(pair, effort)));
  }
  print(contenders, runs);
});

async function listSongs({ port }: Server) {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/songs?limit=100`);
  return songsAnswer.parse(await response.json()).body.data;
}

/** Requests new addresses only, so that each page has to be rendered. */
function unseen(paths: readonly string[]): () => Buffer {
  let at = 0;
  return () => get(`${paths[at % paths.length] ?? "/"}?unseen=${at++}`, asBrowsers);
}

/** Other load adds to the processor time of a response, because caches of the processor are shared: the smallest of the rounds counts. */
function leastProcessorTime(runs: Runs = []): number {
  return Math.min(...runs.map(({ cpu }) => cpu));
}

function print(contenders: readonly Contender[], runs: readonly Runs[]): void {
  const growthOf = (at: number) => leastProcessorTime(runs[at + 1]) / leastProcessorTime(runs[at]);
  const rows = contenders.map(({ name }, at) => {
    const { perSecond } = medianRun(runs[at] ?? []);
    return [
      name,
      rate(perSecond),
      processor(leastProcessorTime(runs[at])),
      at % 2 === 0 ? "" : percent(growthOf(at - 1)),
    ];
  });
  printTable(["what", "responses", "processor", "beside one"], rows);
  for (const [at, { name }] of contenders.entries())
    if (at % 2 === 0)
      printVerdict({
        what: `${name.split(",", 1)[0]}: processor time with two processes, beside one`,
        value: growthOf(at),
        max: MAX_GROWTH,
        show: percent,
      });
}
