import { deepStrictEqual } from "node:assert";
import { join } from "node:path";
import { benchmark } from "./measure/command.ts";
import {
  describeDatabase,
  openCluster,
  readTerms,
  type SearchTerms,
  songsDatabase,
} from "./measure/database.ts";
import { inTurn } from "./measure/load.ts";
import {
  milliseconds,
  percent,
  printLine,
  printTable,
  printVerdict,
  processor,
  rate,
} from "./measure/report.ts";
import { type Contender, measure, medianRun, type Runs, ratio } from "./measure/rounds.ts";
import { type Server, startPeer, startProgram } from "./measure/servers.ts";

/** Measures the catalogue's calls next to minimal servers, on the same database of 100,000 songs. */
const songs = 100_000;
const api = "/api/v1";

type Servers = { ours: Server; node: Server; fastify: Server; postgres: number };
type Case = { name: string; contenders: Contender[] };
type Result = { name: string; contenders: Contender[]; runs: Runs[] };

await benchmark(async (effort, stops) => {
  const cluster = await openCluster(stops);
  const database = await songsDatabase(cluster, songs);
  printLine(describeDatabase(database));
  const peer = { DATABASE_URL: database.url };
  const servers: Servers = {
    ours: await startProgram({ dataDir: join(cluster.folder, "program"), databaseUrl: database.url }),
    node: await startPeer("node", peer),
    fastify: await startPeer("fastify", peer),
    postgres: cluster.postgres.pid,
  };
  for (const server of [servers.ours, servers.node, servers.fastify]) stops(server.stop);
  await checkSameAnswers(servers);
  const terms = await readTerms(database.url);
  const results: Result[] = [];
  for (const testCase of casesOf(servers, terms)) {
    results.push({ ...testCase, runs: await measure(testCase.contenders, effort) });
  }
  print(results);
  await printTypoTolerance(servers, terms);
});

/** Requires the same response from all three contenders: a smaller response would be cheaper. */
async function checkSameAnswers({ ours, node, fastify }: Servers): Promise<void> {
  for (const path of ["/songs?limit=14", "/song/4711"]) {
    const expected = await answerOf(ours, `${api}${path}`);
    for (const server of [node, fastify]) deepStrictEqual(await answerOf(server, path), expected);
  }
}

async function answerOf({ port }: Server, path: string): Promise<unknown> {
  return (await fetch(`http://127.0.0.1:${port}${path}`)).json();
}

/** Lists the program first in every case. All contenders share one database. */
function casesOf(
  { ours, node, fastify, postgres }: Servers,
  { common, rare, misspelt }: SearchTerms,
): Case[] {
  const on = (name: string, { port, pid }: Server, paths: string[]): Contender => {
    return { name, port, pids: [pid, postgres], next: inTurn(paths) };
  };
  const plain = (name: string, paths: string[]): Case => ({
    name,
    contenders: [
      on(
        "Wrapsody",
        ours,
        paths.map((path) => `${api}${path}`),
      ),
      on("node:http", node, paths),
      on("Fastify", fastify, paths),
    ],
  });
  const search = (name: string, words: string[]): Case => ({
    name,
    contenders: [
      on("Wrapsody", ours, words.map(ourSearch)),
      on(
        "node:http, ILIKE",
        node,
        words.map((word) => `/containing?name=${word}`),
      ),
      on(
        "Fastify, ILIKE",
        fastify,
        words.map((word) => `/containing?name=${word}`),
      ),
      on(
        "Fastify, <%",
        fastify,
        words.map((word) => `/similar?name=${word}`),
      ),
    ],
  });
  const typos = misspelt.map(({ typed }) => typed);
  return [
    plain("list, newest 14", ["/songs?limit=14"]),
    plain(
      "song by id",
      publicIds().map((id) => `/song/${id}`),
    ),
    search("search, common word", common),
    search("search, rare word", rare),
    {
      name: "search, misspelt",
      contenders: [
        on("Wrapsody", ours, typos.map(ourSearch)),
        on(
          "Fastify, <%",
          fastify,
          typos.map((word) => `/similar?name=${word}`),
        ),
      ],
    },
  ];
}

/** Songs all over the table; every 33rd is not public. */
function publicIds(): number[] {
  return Array.from({ length: 1_000 }, (_, at) => ((at * 7_919) % songs) + 1).filter((id) => id % 33 !== 0);
}

function ourSearch(word: string): string {
  return `${api}/songs?limit=14&name~~${encodeURIComponent(word)}`;
}

function print(results: readonly Result[]): void {
  const rows = results.flatMap(({ name, contenders, runs }) =>
    contenders.map((contender, at) => {
      const [ours, its] = [runs[0] ?? [], runs[at] ?? []];
      const { perSecond, p50, p99, cpu } = medianRun(its);
      const figures = [rate(perSecond), milliseconds(p50), milliseconds(p99), processor(cpu)];
      const beside = [percent(ratio(ours, its)), percent(ratio(its, ours, (run) => run.cpu))];
      return [`${name}: ${contender.name}`, ...figures, ...(at === 0 ? [] : beside)];
    }),
  );
  printTable(["what", "answers", "p50", "p99", "processor", "Wrapsody beside it", "by processor"], rows);
  const [list, , ...searches] = results;
  const beside = ratio(list?.runs[0] ?? [], list?.runs[2] ?? []);
  printVerdict({ what: "list beside bare Fastify", value: beside, min: 0.6, show: percent });
  for (const { name, runs } of searches) {
    printVerdict({ what: name, value: medianRun(runs[0] ?? []).perSecond, min: 2_000, show: rate });
  }
}

/** Counts how often the first 14 results contain a title with the intended word, because fast wrong results are worthless. */
async function printTypoTolerance({ ours, fastify }: Servers, { misspelt }: SearchTerms): Promise<void> {
  const sample = misspelt.slice(0, 100);
  let [foundByUs, foundBySimilarity] = [0, 0];
  for (const { typed, meant } of sample) {
    if (hasWord(await answerOf(ours, ourSearch(typed)), meant)) foundByUs += 1;
    if (hasWord(await answerOf(fastify, `/similar?name=${typed}`), meant)) foundBySimilarity += 1;
  }
  printLine(
    `Of ${sample.length} misspelt words Wrapsody finds the intended one ${foundByUs} times, <% ${foundBySimilarity} times.`,
  );
}

function hasWord(answer: unknown, word: string): boolean {
  return JSON.stringify(answer).toLowerCase().includes(word);
}
