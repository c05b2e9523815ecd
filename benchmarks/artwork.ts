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
import type { Made, PictureRequest } from "./peers/pictures.ts";

/**
 * Pictures of 900 by 900 pixels made in a second out of nine layers each: by our renderer as the program runs it, by the
 * HashLips Art Engine itself and by sharp alone, as many pictures each, of the same files, each written to disk as PNG.
 */
const script = fileURLToPath(new URL("peers/pictures.ts", import.meta.url));
/** Of one run. The engine's library lets go of decoded layers late, so more would take it gigabytes of memory. */
const pictures = { flat: 100, busy: 40 };
const targets = { hashlips: 10, sharp: 3 };

type Contender = { name: "wrapsody" | keyof typeof targets; shown: string };
/** The runs of a contender, one for each round. */
type Runs = Contender & { child: ChildProcess; made: Made[] };

await benchmark(async ({ rounds }, stops) => {
  const engine = await fetchHashlips(stops);
  for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) {
    const folder = join(await temporaryFolder(stops), "layers");
    await writeLayers(kind, folder);
    const runs = await Promise.all(
      contenders(engine).map((one) => start(one, [folder, engine ?? ""], stops)),
    );
    // What is read or compiled once is not what is measured.
    for (const { child } of runs) await requestPictures(child, pictures[kind]);
    for (let round = 0; round < rounds; round++)
      for (const { child, made } of runs) made.push(await requestPictures(child, pictures[kind]));
    print(kind, runs);
    for (const { child } of runs) child.kill();
  }
});

function contenders(engine: string | undefined): Contender[] {
  return [
    { name: "wrapsody", shown: "Wrapsody, one thread" },
    ...(engine === undefined ? [] : [{ name: "hashlips", shown: "HashLips' engine" } as const]),
    { name: "sharp", shown: `sharp alone, ${availableParallelism()} pictures at a time` },
  ];
}

async function start(one: Contender, args: string[], stops: Stops): Promise<Runs> {
  // The engine tells of each picture.
  const child = fork(script, [one.name, ...args], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  stops(() => void child.kill());
  await reported(child);
  return { ...one, child, made: [] };
}

async function requestPictures(child: ChildProcess, pictures: number): Promise<Made> {
  child.send({ pictures } satisfies PictureRequest);
  return (await reported(child)) as Made;
}

async function reported(child: ChildProcess): Promise<unknown> {
  const ended = once(child, "exit").then(() => Promise.reject(new Error("A contender ended.")));
  const [message] = await Promise.race([once(child, "message"), ended]);
  return message;
}

function print(kind: keyof typeof kinds, runs: readonly Runs[]): void {
  const of = (made: readonly Made[], read: (one: Made) => number) => median(made.map(read));
  // Round by round, because what disturbs one disturbs both.
  const beside = (their: readonly Made[], read: (one: Made) => number) =>
    median((runs[0]?.made ?? []).map((ours, round) => read(their[round] ?? ours) / read(ours)));
  const rate = ({ made }: Runs) => beside(made, ({ seconds }) => seconds);
  const processor = ({ made }: Runs) => beside(made, ({ cpu }) => cpu);
  const rows = runs.map((one) => [
    one.shown,
    of(one.made, ({ seconds }) => pictures[kind] / seconds).toFixed(1),
    milliseconds(of(one.made, ({ cpu }) => cpu)),
    ...[rate, processor].map((ratio) => (one.name === "wrapsody" ? "" : times(ratio(one)))),
    kilobytes(of(one.made, ({ bytes }) => bytes)),
    megabytes(of(one.made, ({ resident }) => resident)),
  ]);
  printLine(`Nine layers, ${kind} art, ${pictures[kind]} pictures`);
  const head = ["", "pictures/s", "processor", "Wrapsody beside it", "by processor", "PNG", "memory"];
  printTable(head, rows);
  for (const one of runs) {
    if (one.name === "wrapsody") continue;
    printVerdict({
      what: `${kind} art, beside ${one.shown}`,
      // On a busy machine, a short run is disturbed least, so the rate alone would flatter it.
      value: Math.min(rate(one), processor(one)),
      least: targets[one.name],
      show: times,
    });
  }
  printLine("");
}
