import { startCoverage } from "./coverage.ts";
import { type Corpus, mutate } from "./mutate.ts";
import { createRandom, readSeed, scaleRuns } from "./random.ts";

/** CPU time for one input: many times what a linear reader needs while its coverage is counted. */
const CPU_BUDGET_MS = 250;
const CPU_BUDGET_MS_PER_KB = 10;
/** Other threads, compilation and garbage collection may slow one run down. */
const MEASUREMENTS = 3;

export type FuzzTarget = {
  /** The ends of the paths of the files whose coverage counts. */
  files: readonly string[];
  seeds: Corpus;
  /** Byte sequences that the format knows. */
  tokens: Corpus;
  /** Reads an input and checks the result. @throws Error for an input that is refused, AssertionError for a wrong result */
  read(input: Buffer): unknown;
  /** Returns whether an error is a refusal with a message for the user. */
  isRefusal(error: unknown): boolean;
  runs: number;
};

export type FuzzReport = { runs: number; corpus: number; blocks: number; blocksOfSeeds: number };

/**
 * Coverage-guided fuzzing: changes inputs that executed something new and keeps them if they do so again. Each input must be read
 * or refused within its CPU budget. The same seed repeats a run.
 *
 * @throws Error with the seed and the input in base64 for any other outcome
 */
export async function fuzz(target: FuzzTarget): Promise<FuzzReport> {
  const seed = readSeed();
  const random = createRandom(seed);
  const corpus: [Buffer, ...Buffer[]] = [target.seeds[0]];
  const known = new Set<string>();
  // Loads all code before its coverage starts.
  for (const input of target.seeds) await readOnce(target, input, seed);
  const coverage = await startCoverage(target.files);
  const runInput = async (input: Buffer): Promise<boolean> => {
    await readOnce(target, input, seed);
    const before = known.size;
    for (const found of await coverage.take()) known.add(found);
    return known.size > before;
  };
  try {
    for (const input of target.seeds) {
      await runInput(input);
      corpus.push(input);
    }
    const blocksOfSeeds = known.size;
    const runs = scaleRuns(target.runs);
    for (let run = 0; run < runs; run += 1) {
      const parent = random.chance(0.5)
        ? random.pick(corpus)
        : (corpus.at(-1 - random.integer(8)) ?? corpus[0]);
      const input = mutate(random, parent, { corpus, tokens: target.tokens });
      if (await runInput(input)) corpus.push(input);
    }
    return { runs, corpus: corpus.length, blocks: known.size, blocksOfSeeds };
  } finally {
    await coverage.stop();
  }
}

async function readOnce(target: FuzzTarget, input: Buffer, seed: number): Promise<void> {
  const budgetMs = CPU_BUDGET_MS + (input.length / 1000) * CPU_BUDGET_MS_PER_KB;
  let fastestMs = Number.POSITIVE_INFINITY;
  for (let measurement = 0; measurement < MEASUREMENTS; measurement += 1) {
    const before = process.threadCpuUsage();
    try {
      await target.read(input);
    } catch (error) {
      if (!target.isRefusal(error)) throw describeFailure(input, seed, "it failed", error);
    }
    const { user, system } = process.threadCpuUsage(before);
    fastestMs = Math.min(fastestMs, (user + system) / 1000);
    if (fastestMs <= budgetMs) return;
  }
  throw describeFailure(input, seed, `it took ${fastestMs.toFixed()} ms of CPU time`);
}

function describeFailure(input: Buffer, seed: number, what: string, cause?: unknown): Error {
  const text = input.toString("base64");
  return new Error(`FUZZ_SEED=${seed}, an input of ${input.length} bytes: ${what}\n${text}`, { cause });
}
