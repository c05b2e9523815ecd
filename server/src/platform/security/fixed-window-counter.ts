/** Keys that one window counts; beyond, new ones pass uncounted rather than fill the memory. */
const mostKeys = 200_000;

/** Counts by key in windows of a fixed length that begin for all keys together, so that nothing has to be tidied up. */
export class FixedWindowCounter {
  readonly #length: number;
  #counts = new Map<string, number>();
  #end = 0;

  /** `length` is in milliseconds. */
  constructor(length: number) {
    this.#length = length;
  }

  /** How often the key came up in this window, this time included. */
  add(key: string, now: number): number {
    if (now >= this.#end) {
      this.#counts = new Map();
      this.#end = now + this.#length;
    }
    const count = (this.#counts.get(key) ?? 0) + 1;
    if (count > 1 || this.#counts.size < mostKeys) this.#counts.set(key, count);
    return count;
  }

  /** Milliseconds until the window ends. */
  left(now: number): number {
    return Math.max(0, this.#end - now);
  }
}
