/** Runs work while its total weight stays below a limit, first come, first served. */
export type WeightedSemaphore = {
  /** Waits for the weight, runs the work and releases the weight. Work heavier than the limit runs alone. */
  run<Result>(size: number, work: () => Promise<Result>): Promise<Result>;
};

/** `most` is the limit in the unit of the weights. */
export function createWeightedSemaphore(most: number): WeightedSemaphore {
  let taken = 0;
  const waiting: { size: number; start: () => void }[] = [];
  const letIn = () => {
    for (let next = waiting[0]; next !== undefined && taken + next.size <= most; next = waiting[0]) {
      waiting.shift();
      taken += next.size;
      next.start();
    }
  };
  return {
    async run(given, work) {
      const size = Math.min(given, most);
      await new Promise<void>((start) => {
        waiting.push({ size, start });
        letIn();
      });
      try {
        return await work();
      } finally {
        taken -= size;
        letIn();
      }
    },
  };
}
