import { join } from "node:path";
import { benchmark } from "./measure/command.ts";
import {
  describeDatabase,
  openCluster,
  readTerms,
  type SongsDatabase,
  songsDatabase,
} from "./measure/database.ts";
import { inTurn } from "./measure/load.ts";
import {
  milliseconds,
  printLine,
  printTable,
  printVerdict,
  processor,
  rate,
  times,
} from "./measure/report.ts";
import { type Contender, type Effort, measure, medianRun, type Runs, ratio } from "./measure/rounds.ts";
import { startProgram } from "./measure/servers.ts";

/** Measures the same calls on catalogues of 10,000, 100,000 and 1,000,000 songs. */
const sizes = [10_000, 100_000, 1_000_000];
const list = "/api/v1/songs?limit=14";

type Size = { database: SongsDatabase; port: number; pids: number[] };
type Case = { name: string; pathsOf(url: string): Promise<string[]> };
type Result = { name: string; alone: Runs[]; crowded: Runs[] };

const cases: readonly Case[] = [
  { name: "list, newest 14", pathsOf: async () => [list] },
  { name: "list, 1,000 songs in", pathsOf: async () => [`${list}&offset=1000`] },
  { name: "search, common word", pathsOf: async (url) => searches((await readTerms(url)).common) },
  { name: "search, rare word", pathsOf: async (url) => searches((await readTerms(url)).rare) },
  {
    name: "search, misspelt",
    pathsOf: async (url) => searches((await readTerms(url)).misspelt.map(({ typed }) => typed)),
  },
  {
    name: "search, three letters of a word",
    pathsOf: async (url) => searches((await readTerms(url)).common.map((word) => word.slice(0, 3))),
  },
  {
    name: "search, two common words",
    pathsOf: async (url) => searches(pairsOf((await readTerms(url)).common.slice(0, 6))),
  },
];

await benchmark(async (effort, stops) => {
  const cluster = await openCluster(stops);
  const all: Size[] = [];
  for (const songs of sizes) {
    const database = await songsDatabase(cluster, songs);
    printLine(describeDatabase(database));
    const program = await startProgram({
      dataDir: join(cluster.folder, `program-${songs}`),
      databaseUrl: database.url,
    });
    stops(program.stop);
    all.push({ database, port: program.port, pids: [program.pid, cluster.postgres.pid] });
  }
  const results: Result[] = [];
  for (const testCase of cases) results.push(await measureSizes(testCase, all, effort));
  print(results);
});

/** Measures with one request at a time, which shows the response time, and with many, which shows the waiting time. */
async function measureSizes({ name, pathsOf }: Case, all: readonly Size[], effort: Effort): Promise<Result> {
  const contenders: Contender[] = [];
  for (const { database, port, pids } of all) {
    contenders.push({ name: String(database.songs), port, pids, next: inTurn(await pathsOf(database.url)) });
  }
  const alone = await measure(contenders, { ...effort, connections: 1, seconds: effort.seconds / 2 });
  return { name, alone, crowded: await measure(contenders, effort) };
}

function pairsOf(words: readonly string[]): string[] {
  return words.flatMap((first, at) => words.slice(at + 1).map((second) => `${first} ${second}`));
}

function searches(words: readonly string[]): string[] {
  return words.map((word) => `${list}&name~~${encodeURIComponent(word)}`);
}

function print(results: readonly Result[]): void {
  const rows = results.flatMap(({ name, alone, crowded }) =>
    sizes.map((songs, at) => {
      const [single, many] = [medianRun(alone[at] ?? []), medianRun(crowded[at] ?? [])];
      const growth = ratio(alone[at] ?? [], alone[0] ?? [], ({ p50 }) => p50);
      return [
        `${name}: ${songs.toLocaleString("en")} songs`,
        milliseconds(single.p50),
        milliseconds(single.p99),
        at === 0 ? "" : times(growth),
        rate(many.perSecond),
        milliseconds(many.p50),
        milliseconds(many.p99),
        processor(many.cpu),
      ];
    }),
  );
  printTable(["what", "one: p50", "p99", "p50 grew", "many: answers", "p50", "p99", "processor"], rows);
  for (const { name, crowded } of results.filter((result) => result.name.startsWith("search"))) {
    const { p99 } = medianRun(crowded.at(-1) ?? []);
    printVerdict({ what: `${name}, p99 at 1,000,000 songs`, value: p99, max: 50, show: milliseconds });
  }
}
