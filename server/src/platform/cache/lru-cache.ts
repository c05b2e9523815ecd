/** Holds values up to a number of bytes; those that were asked for longest ago go first. */
export class LruCache<Value> {
  readonly #held = new Map<string, { value: Value; size: number }>();
  readonly #mostBytes: number;
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get size(): number {
    return this.#held.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): Value | undefined {
    const found = this.#held.get(key);
    if (found === undefined) return undefined;
    this.#held.delete(key);
    this.#held.set(key, found);
    return found.value;
  }

  /** A value that alone takes more than an eighth of the room is not held. */
  set(key: string, value: Value, size: number): void {
    this.delete(key);
    if (size > this.#mostBytes / 8) return;
    this.#held.set(key, { value, size });
    this.#bytes += size;
    for (const oldest of this.#held.keys()) {
      if (this.#bytes <= this.#mostBytes) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const found = this.#held.get(key);
    if (found === undefined) return;
    this.#held.delete(key);
    this.#bytes -= found.size;
  }

  clear(): void {
    this.#held.clear();
    this.#bytes = 0;
  }
}
