import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { benchmark, type Stops } from "./measure/command.ts";
import { temporaryFolder } from "./measure/folder.ts";
import { kinds, writeLayers } from "./measure/layers.ts";
import {
  kilobytes,
  megabytes,
  milliseconds,
  printLine,
  printTable,
  printVerdict,
  times,
} from "./measure/report.ts";
import { median } from "./measure/rounds.ts";
import { fetchHashlips } from "./peers/hashlips/fetch.ts";
import type { PictureRequest, RunResult } from "./peers/pictures.ts";

/**
 * Measures how many pictures of 900 by 900 pixels are composed per second from nine layers each: by our renderer as the
 * program runs it, by the HashLips Art Engine and by sharp alone. Each contender composes as many pictures of the same
 * files and writes each to disk as PNG.
 */
const script = fileURLToPath(new URL("peers/pictures.ts", import.meta.url));
/** Pictures per run. The engine's library frees decoded layers late, so more would take gigabytes of memory. */
const pictures = { flat: 100, busy: 40 };
const targets = { hashlips: 10, sharp: 3 };

type Contender = { name: "wrapsody" | keyof typeof targets; label: string };
/** The runs of a contender, one for each round. */
type Runs = Contender & { child: ChildProcess; results: RunResult[] };

await benchmark(async ({ rounds }, stops) => {
  const engine = await fetchHashlips(stops);
  for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) {
    const folder = join(await temporaryFolder(stops), "layers");
    await writeLayers(kind, folder);
    const runs = await Promise.all(
      contenders(engine).map((contender) => start(contender, [folder, engine ?? ""], stops)),
    );
    // Excludes reading and compiling, which happen once, from the measurement.
    for (const { child } of runs) await requestPictures(child, pictures[kind]);
    for (let round = 0; round < rounds; round++)
      for (const { child, results } of runs) results.push(await requestPictures(child, pictures[kind]));
    print(kind, runs);
    for (const { child } of runs) child.kill();
  }
});

function contenders(engine: string | undefined): Contender[] {
  return [
    { name: "wrapsody", label: "Wrapsody, one thread" },
    ...(engine === undefined ? [] : [{ name: "hashlips", label: "HashLips' engine" } as const]),
    { name: "sharp", label: `sharp alone, ${availableParallelism()} pictures at a time` },
  ];
}

async function start(contender: Contender, args: string[], stops: Stops): Promise<Runs> {
  // Ignores stdout, because the engine prints a line for each picture.
  const child = fork(script, [contender.name, ...args], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  stops(() => void child.kill());
  await waitForMessage(child);
  return { ...contender, child, results: [] };
}

async function requestPictures(child: ChildProcess, pictures: number): Promise<RunResult> {
  child.send({ pictures } satisfies PictureRequest);
  return (await waitForMessage(child)) as RunResult;
}

async function waitForMessage(child: ChildProcess): Promise<unknown> {
  const ended = once(child, "exit").then(() => Promise.reject(new Error("A contender ended.")));
  const [message] = await Promise.race([once(child, "message"), ended]);
  return message;
}

function print(kind: keyof typeof kinds, runs: readonly Runs[]): void {
  const medianOf = ({ results }: Runs, read: (result: RunResult) => number) => median(results.map(read));
  // Compares round by round, because other load disturbs both contenders of a round.
  const beside = ({ results }: Runs, read: (result: RunResult) => number) =>
    median((runs[0]?.results ?? []).map((ours, round) => read(results[round] ?? ours) / read(ours)));
  const rate = (run: Runs) => beside(run, ({ seconds }) => seconds);
  const processor = (run: Runs) => beside(run, ({ cpu }) => cpu);
  const rows = runs.map((run) => [
    run.label,
    medianOf(run, ({ seconds }) => pictures[kind] / seconds).toFixed(1),
    milliseconds(medianOf(run, ({ cpu }) => cpu)),
    ...[rate, processor].map((ratio) => (run.name === "wrapsody" ? "" : times(ratio(run)))),
    kilobytes(medianOf(run, ({ bytes }) => bytes)),
    megabytes(medianOf(run, ({ resident }) => resident)),
  ]);
  printLine(`Nine layers, ${kind} art, ${pictures[kind]} pictures`);
  const head = ["", "pictures/s", "processor", "Wrapsody beside it", "by processor", "PNG", "memory"];
  printTable(head, rows);
  for (const run of runs) {
    if (run.name === "wrapsody") continue;
    printVerdict({
      what: `${kind} art, beside ${run.label}`,
      // On a busy machine, a short run is disturbed least, so the rate alone would flatter it.
      value: Math.min(rate(run), processor(run)),
      min: targets[run.name],
      show: times,
    });
  }
  printLine("");
}
