/** Runs work while its total weight stays below a limit, first come, first served. `p-limit` counts, but does not weigh. */
export type WeightedSemaphore = {
  /** Waits for the weight, runs the work and releases the weight. Work heavier than the limit runs alone. */
  run<Result>(size: number, work: () => Promise<Result>): Promise<Result>;
};

/** `limit` is in the unit of the weights. */
export function createWeightedSemaphore(limit: number): WeightedSemaphore {
  let running = 0;
  const waiting: { size: number; start: () => void }[] = [];
  const startNext = () => {
    for (let next = waiting[0]; next !== undefined && running + next.size <= limit; next = waiting[0]) {
      waiting.shift();
      running += next.size;
      next.start();
    }
  };
  return {
    async run(requested, work) {
      const size = Math.min(requested, limit);
      await new Promise<void>((start) => {
        waiting.push({ size, start });
        startNext();
      });
      try {
        return await work();
      } finally {
        running -= size;
        startNext();
      }
    },
  };
}
