/** Seeded generator (mulberry32 on an FNV-1a hash): the same seed plays the same take on every machine. */
export class Random {
  #state: number;
  readonly #seed: string;

  constructor(seed: string) {
    this.#seed = seed;
    let hash = 0x811c9dc5;
    for (let i = 0; i < seed.length; i++) hash = Math.imul(hash ^ seed.charCodeAt(i), 0x01000193);
    this.#state = hash >>> 0;
  }

  /** Its own stream per player, so that changing one part leaves the others as they were. */
  fork(name: string): Random {
    return new Random(`${this.#seed}/${name}`);
  }

  /** Uniform in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** White noise in [-1, 1). */
  noise(): number {
    return this.next() * 2 - 1;
  }

  /** Roughly normal with deviation 1, and never beyond 3: no player is ever late by a bar. */
  wobble(): number {
    return (this.next() + this.next() + this.next() - 1.5) * 2;
  }
}
