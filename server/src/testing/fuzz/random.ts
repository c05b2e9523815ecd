/** A reproducible source of choices. */
export type Random = {
  /** An integer from 0 to `below` - 1. */
  integer(below: number): number;
  /** @throws Error for an empty list */
  pick<Item>(items: readonly Item[]): Item;
  chance(probability: number): boolean;
};

/** Mulberry32: the same seed makes the same choices on every machine. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    integer: (below) => Math.floor(next() * below),
    pick: <Item>(items: readonly Item[]) => {
      if (items.length === 0) throw new Error("There is nothing to pick from.");
      return items[Math.floor(next() * items.length)] as Item;
    },
    chance: (probability) => next() < probability,
  };
}

/** Returns the seed of this run: `FUZZ_SEED`, or 1, so that a test does the same each time. */
export function readSeed(): number {
  return Number(process.env.FUZZ_SEED ?? 1);
}

/** Returns a number of runs, multiplied by `FUZZ_FACTOR` for long runs. */
export function scaleRuns(runs: number): number {
  return Math.round(runs * Number(process.env.FUZZ_FACTOR ?? 1));
}
