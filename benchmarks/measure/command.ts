import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { printLine } from "./report.ts";
import type { Effort } from "./rounds.ts";

/** Registers a cleanup. Cleanups run in reverse order. */
export type Stops = (stop: () => Promise<void> | void) => void;

/**
 * Runs a benchmark: reads `--rounds`, `--seconds` and `--connections`, and runs the cleanups, even if it fails.
 */
export async function benchmark(work: (effort: Effort, stops: Stops) => Promise<void>): Promise<void> {
  const stops: (() => Promise<void> | void)[] = [];
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const) {
    // Exit listeners of the servers stop them.
    process.once(signal, () => process.exit(code));
  }
  warnOfOtherLoad();
  try {
    await work(readEffort(), (stop) => stops.push(stop));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/** Warns that rates are worth little on a busy machine. Ratios and processor time stay meaningful. */
function warnOfOtherLoad(): void {
  const [load = 0] = loadavg();
  const cores = availableParallelism();
  if (load < cores / 2) return;
  printLine(`The machine is busy with something else (load ${load.toFixed(1)} on ${cores} cores):`);
  printLine("rates and waiting times will look worse than they are; compare ratios and processor time.");
}

function readEffort(): Effort {
  const { values } = parseArgs({
    options: {
      rounds: { type: "string", default: "3" },
      seconds: { type: "string", default: "2" },
      connections: { type: "string", default: "50" },
    },
  });
  const effort = {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    connections: Number(values.connections),
  };
  for (const [name, value] of Object.entries(effort)) {
    if (!(value > 0)) throw new Error(`--${name} must be a number above 0`);
  }
  return effort;
}
