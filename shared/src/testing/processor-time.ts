/**
 * Comparisons of processor time. A machine may be slow and busy, so the time of an operation only has a meaning next to that of
 * another one which the same process has just run.
 */
type Operation = () => unknown;

export type CostComparison = {
  operation: Operation;
  reference: Operation;
  /** The comparison ends as soon as the ratio is at most this. */
  limit: number;
};

/** Load, compilation and garbage collection slow some measurements down, so the fastest counts. */
const MAX_ROUNDS = 8;
/** Nothing slows a measurement down by this factor, so a ratio so far above the limit is not measured again. */
const EVIDENT_FACTOR = 10;
/** Short operations are repeated for this time, because clocks of processor time may be coarse. */
const MIN_MEASURED_MS = 20;
const MAX_REPETITIONS = 1_000;

/**
 * Returns how many times the processor time of `reference` on this thread `operation` takes. Measures both alternately and compares the
 * fastest of each.
 */
export async function compareCost({ operation, reference, limit }: CostComparison): Promise<number> {
  // Compiles the code, so that the reference is not slower than the operation for that.
  await measureMs(reference);
  let referenceMs = Number.POSITIVE_INFINITY;
  let operationMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    referenceMs = Math.min(referenceMs, await measureMs(reference));
    operationMs = Math.min(operationMs, await measureMs(operation));
    const ratio = operationMs / referenceMs;
    if (ratio <= limit || ratio > EVIDENT_FACTOR * limit) break;
  }
  return operationMs / referenceMs;
}

/** Returns the milliseconds of processor time of this thread that an operation takes now. */
export async function measureMs(operation: Operation): Promise<number> {
  const before = process.threadCpuUsage();
  for (let count = 1; ; count += 1) {
    await operation();
    const { user, system } = process.threadCpuUsage(before);
    const spentMs = (user + system) / 1_000;
    if (spentMs >= MIN_MEASURED_MS || count === MAX_REPETITIONS) return spentMs / count;
  }
}
