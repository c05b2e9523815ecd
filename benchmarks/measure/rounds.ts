import { cpuMilliseconds } from "./cpu.ts";
import { type Load, type Run as Loaded, run } from "./load.ts";

/** One that is measured beside others. */
export type Contender = Pick<Load, "port" | "next"> & {
  name: string;
  /** The processes that answer, children apart: the server, and its database where it has one. */
  pids: readonly number[];
};

/** `cpu`: milliseconds of processor time for each answer, of server and database together; NaN where it is not told. */
export type Run = Loaded & { cpu: number };

export type Effort = { rounds: number; seconds: number; connections: number };

/** The runs of one contender, one for each round. */
export type Runs = readonly Run[];

/**
 * Measures contenders in turn, several times over, so that whatever else the machine does meets them all. The order
 * turns with every round. Each is warmed up first.
 */
export async function measure(
  contenders: readonly Contender[],
  { rounds, seconds, connections }: Effort,
): Promise<Runs[]> {
  const runs = contenders.map((): Run[] => []);
  for (const contender of contenders) await run({ ...contender, connections, seconds: Math.min(1, seconds) });
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      const at = (turn + round) % contenders.length;
      const contender = contenders[at];
      if (contender !== undefined) runs[at]?.push(await runOne(contender, connections, seconds));
    }
  }
  return runs;
}

async function runOne(contender: Contender, connections: number, seconds: number): Promise<Run> {
  const before = await cpuMilliseconds(contender.pids);
  const loaded = await run({ ...contender, connections, seconds });
  const after = await cpuMilliseconds(contender.pids);
  const used = before === undefined || after === undefined ? Number.NaN : after - before;
  return { ...loaded, cpu: used / loaded.answers };
}

/** The middle run by each figure by itself. */
export function middle(runs: Runs): Run {
  const of = (read: (one: Run) => number) => median(runs.map(read));
  return {
    cpu: of((one) => one.cpu),
    answers: of((one) => one.answers),
    perSecond: of((one) => one.perSecond),
    bytesPerSecond: of((one) => one.bytesPerSecond),
    p50: of((one) => one.p50),
    p99: of((one) => one.p99),
  };
}

/** How many times as much `ours` does as `theirs`: round by round, because what disturbs one round disturbs both. */
export function ratio(
  ours: Runs,
  theirs: Runs,
  read: (one: Run) => number = ({ perSecond }) => perSecond,
): number {
  return median(ours.map((one, round) => read(one) / read(theirs[round] ?? one)));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
