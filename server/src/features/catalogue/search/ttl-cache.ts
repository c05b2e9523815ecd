/** Remembers what was found for a short while, the newest up to a number of them. */
export class TtlCache<Value> {
  readonly #held = new Map<string, { value: Value; until: number }>();
  readonly #life: number;
  readonly #most: number;

  /** @param life milliseconds */
  constructor(life: number, most: number) {
    this.#life = life;
    this.#most = most;
  }

  /** `now` in milliseconds of any clock that only goes forward. */
  get(key: string, now: number): Value | undefined {
    const found = this.#held.get(key);
    return found !== undefined && now < found.until ? found.value : undefined;
  }

  set(key: string, value: Value, now: number): void {
    this.#held.delete(key);
    this.#held.set(key, { value, until: now + this.#life });
    const oldest = this.#held.keys().next().value;
    if (this.#held.size > this.#most && oldest !== undefined) this.#held.delete(oldest);
  }
}
