import { createHash } from "node:crypto";

/** A pseudorandom generator in [0, 1), deterministic by seed on every machine. */
export type Prng = () => number;

/** sfc32 by Chris Doty-Humphrey, seeded with the SHA-256 of a text; passes PractRand. */
export function createPrng(seed: string): Prng {
  const hash = createHash("sha256").update(seed).digest();
  let a = hash.readInt32LE(0);
  let b = hash.readInt32LE(4);
  let c = hash.readInt32LE(8);
  let counter = hash.readInt32LE(12);
  const next = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  for (let i = 0; i < 12; i += 1) next();
  return next;
}

/** Returns a random integer in [0, count). */
export function randomIndex(chance: Prng, count: number): number {
  return Math.floor(chance() * count);
}

/** Returns a uniform random permutation. */
export function shuffle<Item>(chance: Prng, items: readonly Item[]): Item[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = randomIndex(chance, last + 1);
    const [lastItem, otherItem] = [order[last], order[other]];
    if (lastItem === undefined || otherItem === undefined) continue;
    order[last] = otherItem;
    order[other] = lastItem;
  }
  return order;
}
