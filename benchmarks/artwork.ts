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
  printTable,
  printVerdict,
  say,
  times,
} from "./measure/report.ts";
import { median } from "./measure/rounds.ts";
import type { Made } from "./peers/pictures.ts";

/**
 * Pictures of 900 by 900 pixels made in a second out of nine layers each: by our renderer as the program runs it, by the
 * HashLips engine's loop and by sharp alone, of the same files, each picture written to disk as PNG.
 */
const script = fileURLToPath(new URL("peers/pictures.ts", import.meta.url));
const contenders = [
  { name: "wrapsody", shown: "Wrapsody, one thread" },
  { name: "hashlips", shown: "HashLips' loop, one picture at a time" },
  { name: "sharp", shown: `sharp alone, ${availableParallelism()} pictures at a time` },
] as const;

await benchmark(async ({ rounds, seconds }, stops) => {
  for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) {
    const folder = join(await temporaryFolder(stops), "layers");
    await writeLayers(kind, folder);
    const processes = await Promise.all(contenders.map(({ name }) => start(name, folder, stops)));
    // What is read or compiled once is not what is measured.
    for (const child of processes) await ask(child, 2 * seconds);
    const runs = contenders.map((): Made[] => []);
    for (let round = 0; round < rounds; round++)
      for (const [at, child] of processes.entries()) runs[at]?.push(await ask(child, seconds));
    print(kind, runs);
    for (const child of processes) child.kill();
  }
});

async function start(name: string, folder: string, stops: Stops): Promise<ChildProcess> {
  const child = fork(script, [name, folder]);
  stops(() => void child.kill());
  await once(child, "message");
  return child;
}

async function ask(child: ChildProcess, seconds: number): Promise<Made> {
  const ended = once(child, "exit").then(() => Promise.reject(new Error("A contender ended.")));
  child.send({ seconds });
  const [made] = (await Promise.race([once(child, "message"), ended])) as [Made];
  return made;
}

function print(kind: string, runs: readonly (readonly Made[])[]): void {
  const of = (made: readonly Made[], read: (one: Made) => number) => median(made.map(read));
  const perSecond = ({ pictures, seconds }: Made) => pictures / seconds;
  // Round by round, because what disturbs one disturbs both.
  const beside = (at: number, read: (one: Made) => number) =>
    median((runs[0] ?? []).map((ours, round) => read(ours) / read(runs[at]?.[round] ?? ours)));
  const rows = contenders.map(({ shown }, at) => {
    const made = runs[at] ?? [];
    return [
      shown,
      of(made, perSecond).toFixed(1),
      milliseconds(of(made, ({ cpu }) => cpu)),
      at === 0 ? "" : times(beside(at, perSecond)),
      at === 0 ? "" : times(1 / beside(at, ({ cpu }) => cpu)),
      kilobytes(of(made, ({ bytes, pictures }) => bytes / pictures)),
      megabytes(of(made, ({ resident }) => resident)),
    ];
  });
  say(`Nine layers, ${kind} art`);
  const head = ["", "pictures/s", "processor", "Wrapsody beside it", "by processor", "PNG", "memory"];
  printTable(head, rows);
  printVerdict({
    what: `${kind} art, beside HashLips' loop`,
    value: beside(1, perSecond),
    least: 10,
    show: times,
  });
  printVerdict({
    what: `${kind} art, beside sharp alone`,
    value: beside(2, perSecond),
    least: 3,
    show: times,
  });
  say("");
}
