/** Lets work in as long as there is room for it, in the order it came. */
export type WeightedSemaphore = {
  /** Waits for so much room, and gives it back when the work is done. What is larger than all the room has it for itself. */
  run<Result>(size: number, work: () => Promise<Result>): Promise<Result>;
};

/** `most` is in whatever unit the sizes are given in. */
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
