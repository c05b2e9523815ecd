import { close, fstat, open, type Stats } from "node:fs";
import { promisify } from "node:util";
import { getErrorCode } from "./spool.ts";

const openFile = promisify(open);
const closeFile = promisify(close);
const statFile = promisify(fstat);

/** An open file that several readers share. */
export type Descriptor = { fd: number; size: number; modifiedAt: Date };

type Entry = {
  opening: Promise<Descriptor | undefined>;
  opened: Descriptor | undefined;
  readers: number;
  openedAt: number;
  /** No longer shared: the last reader closes it. */
  retired: boolean;
};

export type Lease = Descriptor & { release(): void };

/**
 * Keeps recently read files open, because opening one costs more than reading a range. A descriptor that is
 * evicted while in use is closed by its last reader.
 */
export class Descriptors {
  readonly #entries = new Map<string, Entry>();
  readonly #limit: number;
  readonly #maxAge: number;
  readonly #sweep: NodeJS.Timeout;
  readonly #closing = new Set<Promise<void>>();
  #open = 0;
  #readers = 0;

  /**
   * @param limit maximum number of idle open files
   * @param maxAge milliseconds after which a file is reopened: another process may have deleted it
   */
  constructor(limit = 512, maxAge = 60_000) {
    this.#limit = limit;
    this.#maxAge = maxAge;
    this.#sweep = setInterval(() => this.#retireOld(), maxAge).unref();
  }

  /** Descriptors open now, and leases not yet released. */
  count(): { open: number; readers: number } {
    return { open: this.#open, readers: this.#readers };
  }

  /** Returns undefined if there is no such file. */
  async lease(path: string): Promise<Lease | undefined> {
    const entry = this.#entryOf(path);
    const release = this.#enter(entry);
    try {
      const descriptor = await entry.opening;
      if (descriptor !== undefined) return { ...descriptor, release };
    } catch (error) {
      this.#retire(path, entry);
      release();
      throw error;
    }
    this.#retire(path, entry);
    release();
    return undefined;
  }

  /** Leases a file synchronously if it is open. */
  leaseOpened(path: string): Lease | undefined {
    const entry = this.#entries.get(path);
    if (entry?.opened === undefined || Date.now() - entry.openedAt >= this.#maxAge) return undefined;
    this.#renew(path, entry);
    return { ...entry.opened, release: this.#enter(entry) };
  }

  /** Retires a deleted file. */
  forget(path: string): void {
    const entry = this.#entries.get(path);
    if (entry !== undefined) this.#retire(path, entry);
  }

  /** Closes idle descriptors; the others are closed by their readers. */
  async close(): Promise<void> {
    clearInterval(this.#sweep);
    for (const [path, entry] of this.#entries) this.#retire(path, entry);
    await Promise.all(this.#closing);
  }

  /** Registers a reader and returns its release function. */
  #enter(entry: Entry): () => void {
    entry.readers += 1;
    this.#readers += 1;
    this.#trim();
    let leased = true;
    return () => {
      if (!leased) return;
      leased = false;
      this.#leave(entry);
    };
  }

  #entryOf(path: string): Entry {
    const known = this.#entries.get(path);
    if (known !== undefined && Date.now() - known.openedAt < this.#maxAge) {
      this.#renew(path, known);
      return known;
    }
    if (known !== undefined) this.#retire(path, known);
    const entry: Entry = {
      opening: this.#openFile(path),
      opened: undefined,
      readers: 0,
      openedAt: Date.now(),
      retired: false,
    };
    const note = (opened: Descriptor | undefined) => {
      entry.opened = opened;
    };
    // The lessee gets the error; without this a failure between two leases would end the process.
    entry.opening.then(note).catch(() => undefined);
    this.#entries.set(path, entry);
    return entry;
  }

  /** Moves an entry to the end of the map, so that the least recently read file is the first. */
  #renew(path: string, entry: Entry): void {
    this.#entries.delete(path);
    this.#entries.set(path, entry);
  }

  /** Retires the least recently read idle entry. */
  #trim(): void {
    if (this.#entries.size <= this.#limit) return;
    for (const [oldest, entry] of this.#entries) {
      if (entry.readers === 0) this.#retire(oldest, entry);
      if (this.#entries.size <= this.#limit) return;
    }
  }

  async #openFile(path: string): Promise<Descriptor | undefined> {
    let fd: number;
    try {
      fd = await openFile(path, "r");
    } catch (error) {
      if (getErrorCode(error) === "ENOENT") return undefined;
      throw error;
    }
    this.#open += 1;
    try {
      const found: Stats = await statFile(fd);
      return { fd, size: found.size, modifiedAt: found.mtime };
    } catch (error) {
      await this.#closeFile(fd);
      throw error;
    }
  }

  #leave(entry: Entry): void {
    entry.readers -= 1;
    this.#readers -= 1;
    if (entry.retired && entry.readers === 0) this.#closeEntry(entry);
    else this.#trim();
  }

  #retire(path: string, entry: Entry): void {
    if (this.#entries.get(path) === entry) this.#entries.delete(path);
    if (entry.retired) return;
    entry.retired = true;
    if (entry.readers === 0) this.#closeEntry(entry);
  }

  #retireOld(): void {
    const limit = Date.now() - this.#maxAge;
    for (const [path, entry] of this.#entries) if (entry.openedAt <= limit) this.#retire(path, entry);
  }

  #closeEntry(entry: Entry): void {
    const closing = entry.opening
      .then((descriptor) => (descriptor === undefined ? undefined : this.#closeFile(descriptor.fd)))
      .catch(() => undefined)
      .finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }

  async #closeFile(fd: number): Promise<void> {
    this.#open -= 1;
    await closeFile(fd);
  }
}
