/** Keys per window. Further keys are not counted, to bound memory. */
const MAX_KEYS = 200_000;

/** Counts by key in fixed windows shared by all keys, so that nothing has to be cleaned up. */
export class FixedWindowCounter {
  readonly #length: number;
  #counts = new Map<string, number>();
  #end = 0;

  /** `length` is in milliseconds. */
  constructor(length: number) {
    this.#length = length;
  }

  /** Increments the key and returns its count in this window. */
  add(key: string, now: number): number {
    if (now >= this.#end) {
      this.#counts = new Map();
      this.#end = now + this.#length;
    }
    const count = (this.#counts.get(key) ?? 0) + 1;
    if (count > 1 || this.#counts.size < MAX_KEYS) this.#counts.set(key, count);
    return count;
  }

  /** Milliseconds until the window ends. */
  left(now: number): number {
    return Math.max(0, this.#end - now);
  }
}
