import { cpuMilliseconds } from "./cpu.ts";
import { type Load, type Run as LoadRun, run } from "./load.ts";

/** A server that is measured beside others. */
export type Contender = Pick<Load, "port" | "next" | "rate"> & {
  name: string;
  /** The processes that answer, children apart: the server, and its database where it has one. */
  pids: readonly number[];
};

/** `cpu`: milliseconds of processor time per response, of server and database together; NaN if unknown. */
export type Run = LoadRun & { cpu: number };

export type Effort = { rounds: number; seconds: number; connections: number };

/** The runs of one contender, one for each round. */
export type Runs = readonly Run[];

/**
 * Measures contenders in turn over several rounds, so that other load on the machine meets them all. The order rotates
 * with every round. Warms each up first.
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
  const result = await run({ ...contender, connections, seconds });
  const after = await cpuMilliseconds(contender.pids);
  const used = before === undefined || after === undefined ? Number.NaN : after - before;
  return { ...result, cpu: used / result.answers };
}

/** Returns the median of each figure separately. */
export function medianRun(runs: Runs): Run {
  const medianOf = (read: (run: Run) => number) => median(runs.map(read));
  return {
    cpu: medianOf((run) => run.cpu),
    answers: medianOf((run) => run.answers),
    perSecond: medianOf((run) => run.perSecond),
    bytesPerSecond: medianOf((run) => run.bytesPerSecond),
    p50: medianOf((run) => run.p50),
    p99: medianOf((run) => run.p99),
  };
}

/** Returns how many times as much `ours` does as `theirs`, round by round, because other load disturbs both of a round. */
export function ratio(
  ours: Runs,
  theirs: Runs,
  read: (run: Run) => number = ({ perSecond }) => perSecond,
): number {
  return median(ours.map((run, round) => read(run) / read(theirs[round] ?? run)));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
