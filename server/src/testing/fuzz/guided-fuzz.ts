import { compareCost, measureMs } from "@wrapsody/shared/testing/processor-time.ts";
import { startCoverage } from "./coverage.ts";
import { type Corpus, MAX_BYTES, mutate } from "./mutate.ts";
import { createRandom, readSeed, scaleRuns } from "./random.ts";
import { saveFailure } from "./save-failure.ts";

/** An input may take this many times the processor time of a harmless one of its size and of the first seed. */
const MAX_COST_RATIO = 10;
const SMALL_BYTES = 4_000;
const LARGE_BYTES = MAX_BYTES;
/** Harmless inputs that take longer than in proportion to their size, by this factor, are read by a super-linear reader. */
const MAX_GROWTH = 2;
/** Code that runs often is optimized, and no longer counted. */
const RUNS_OF_COVERAGE = 50;

export type FuzzTarget = {
  /** For the names of files. */
  name: string;
  /** The ends of the paths of the files whose coverage counts. */
  files: readonly string[];
  seeds: Corpus;
  /** Byte sequences that the format knows. */
  tokens: Corpus;
  /** Builds an input of about this size which is read, not refused: the costliest one that an honest user has. */
  harmless(bytes: number): Buffer;
  /** Reads an input and checks the result. @throws Error for an input that is refused, AssertionError for a wrong result */
  read(input: Buffer): unknown;
  /** Returns whether an error is a refusal with a message for the user. */
  isRefusal(error: unknown): boolean;
  runs: number;
};

export type FuzzReport = { runs: number; corpus: number; blocks: number; blocksOfSeeds: number };

/**
 * Coverage-guided fuzzing: changes inputs that executed something new and keeps them if they do so again. Each input must be read
 * or refused at a cost that is in proportion to that of harmless inputs, in the same process. The same seed repeats a run.
 *
 * @throws Error with the seed and the file of the input for any other outcome
 */
export async function fuzz(target: FuzzTarget): Promise<FuzzReport> {
  const seed = readSeed();
  const random = createRandom(seed);
  const corpus: [Buffer, ...Buffer[]] = [target.seeds[0]];
  const known = new Set<string>();
  // Loads all code before its coverage starts.
  for (const input of target.seeds) await readOrRefuse(target, input, seed);
  const coverage = await startCoverage(target.files);
  const runInput = async (input: Buffer, budget: Budget): Promise<boolean> => {
    await readWithin(budget, target, input, seed);
    const before = known.size;
    for (const found of await coverage.take()) known.add(found);
    return known.size > before;
  };
  try {
    const budget = await measureBudget(target);
    await coverage.restart();
    for (const input of target.seeds) {
      await runInput(input, budget);
      corpus.push(input);
    }
    const blocksOfSeeds = known.size;
    const runs = scaleRuns(target.runs);
    for (let run = 0; run < runs; run += 1) {
      if (run % RUNS_OF_COVERAGE === 0) await coverage.restart();
      const parent = random.chance(0.5)
        ? random.pick(corpus)
        : (corpus.at(-1 - random.integer(8)) ?? corpus[0]);
      const input = mutate(random, parent, { corpus, tokens: target.tokens });
      if (await runInput(input, budget)) corpus.push(input);
    }
    return { runs, corpus: corpus.length, blocks: known.size, blocksOfSeeds };
  } finally {
    await coverage.stop();
  }
}

/** Costs of harmless inputs in milliseconds of processor time. */
type Budget = { seedMs: number; smallMs: number; largeMs: number };

/** @throws Error if harmless inputs are refused, or already take longer than in proportion to their size */
async function measureBudget(target: FuzzTarget): Promise<Budget> {
  const [small, large] = [target.harmless(SMALL_BYTES), target.harmless(LARGE_BYTES)];
  const limit = (MAX_GROWTH * LARGE_BYTES) / SMALL_BYTES;
  const growth = await compareCost({
    operation: () => target.read(large),
    reference: () => target.read(small),
    limit,
  });
  if (growth > limit)
    throw new Error(
      `A harmless input of ${large.length} bytes takes ${growth.toFixed()} times as long as one of ${small.length} bytes.`,
    );
  return {
    seedMs: await measureMs(() => target.read(target.seeds[0])),
    smallMs: await measureMs(() => target.read(small)),
    largeMs: await measureMs(() => target.read(large)),
  };
}

async function readWithin(budget: Budget, target: FuzzTarget, input: Buffer, seed: number): Promise<void> {
  const before = process.threadCpuUsage();
  await readOrRefuse(target, input, seed);
  const { user, system } = process.threadCpuUsage(before);
  const { seedMs, smallMs, largeMs } = budget;
  const share = (input.length - SMALL_BYTES) / (LARGE_BYTES - SMALL_BYTES);
  const harmlessMs = Math.max(0, smallMs + share * (largeMs - smallMs)) + seedMs;
  if ((user + system) / 1_000 <= MAX_COST_RATIO * harmlessMs) return;
  const harmless = target.harmless(input.length);
  const ratio = await compareCost({
    operation: () => readOrRefuse(target, input, seed),
    async reference() {
      await target.read(harmless);
      await target.read(target.seeds[0]);
    },
    limit: MAX_COST_RATIO,
  });
  if (ratio > MAX_COST_RATIO)
    throw describeFailure(
      target,
      input,
      seed,
      `it takes ${ratio.toFixed()} times as long as a harmless input of its size`,
    );
}

async function readOrRefuse(target: FuzzTarget, input: Buffer, seed: number): Promise<void> {
  try {
    await target.read(input);
  } catch (error) {
    if (!target.isRefusal(error)) throw describeFailure(target, input, seed, "it failed", error);
  }
}

function describeFailure(
  { name }: FuzzTarget,
  input: Buffer,
  seed: number,
  what: string,
  cause?: unknown,
): Error {
  const path = saveFailure(`${name}-seed-${seed}.bin`, input);
  return new Error(`FUZZ_SEED=${seed}, an input of ${input.length} bytes in ${path}: ${what}.`, { cause });
}
