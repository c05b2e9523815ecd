import { close, fstat, fstatSync, open } from "node:fs";
import { promisify } from "node:util";
import { LRUCache } from "lru-cache";
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
  /** No longer shared: the last reader closes it. */
  retired: boolean;
};

export type Lease = Descriptor & { release(): void };

/**
 * Keeps recently read files open, because opening one costs more than reading a range. A descriptor that is
 * evicted while in use is closed by its last reader.
 */
export class Descriptors {
  readonly #entries: LRUCache<string, Entry>;
  readonly #closing = new Set<Promise<void>>();
  #open = 0;
  #readers = 0;

  /** A file is reopened after `maxAgeMs`, because another process may have deleted it. */
  constructor(maxFiles = 512, maxAgeMs = 60_000) {
    this.#entries = new LRUCache({
      max: maxFiles,
      ttl: maxAgeMs,
      ttlAutopurge: true,
      dispose: (entry) => this.#retire(entry),
    });
  }

  /** Descriptors open now, and leases not yet released. */
  count(): { open: number; readers: number } {
    return { open: this.#open, readers: this.#readers };
  }

  /** Returns undefined if there is no such file. */
  async lease(path: string): Promise<Lease | undefined> {
    this.#forgetDeleted(path);
    const entry = this.#entries.get(path) ?? this.#addEntry(path);
    const release = this.#enter(entry);
    try {
      const descriptor = await entry.opening;
      if (descriptor !== undefined) return { ...descriptor, release };
    } catch (error) {
      this.#forgetEntry(path, entry);
      release();
      throw error;
    }
    this.#forgetEntry(path, entry);
    release();
    return undefined;
  }

  /** Leases a file synchronously if it is open. */
  leaseOpened(path: string): Lease | undefined {
    this.#forgetDeleted(path);
    const entry = this.#entries.get(path);
    return entry?.opened && { ...entry.opened, release: this.#enter(entry) };
  }

  /** Retires a deleted file. */
  forget(path: string): void {
    this.#entries.delete(path);
  }

  /** Closes idle descriptors; the others are closed by their readers. */
  async close(): Promise<void> {
    this.#entries.clear();
    await Promise.all(this.#closing);
  }

  /** Retires a file that another process deleted: it has no name any more. The call takes about a microsecond. */
  #forgetDeleted(path: string): void {
    const opened = this.#entries.get(path)?.opened;
    if (opened !== undefined && fstatSync(opened.fd).nlink === 0) this.#entries.delete(path);
  }

  #addEntry(path: string): Entry {
    const entry: Entry = { opening: this.#openFile(path), opened: undefined, readers: 0, retired: false };
    const note = (opened: Descriptor | undefined) => {
      entry.opened = opened;
    };
    // The lessee gets the error; without this a failure between two leases would end the process.
    entry.opening.then(note).catch(() => undefined);
    this.#entries.set(path, entry);
    return entry;
  }

  /** Forgets a file that could not be opened, unless it was opened again meanwhile. */
  #forgetEntry(path: string, entry: Entry): void {
    if (this.#entries.peek(path) === entry) this.#entries.delete(path);
  }

  /** Registers a reader and returns its release function. */
  #enter(entry: Entry): () => void {
    entry.readers += 1;
    this.#readers += 1;
    let leased = true;
    return () => {
      if (!leased) return;
      leased = false;
      entry.readers -= 1;
      this.#readers -= 1;
      if (entry.retired && entry.readers === 0) this.#closeEntry(entry);
    };
  }

  #retire(entry: Entry): void {
    entry.retired = true;
    if (entry.readers === 0) this.#closeEntry(entry);
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
      const { size, mtime } = await statFile(fd);
      return { fd, size, modifiedAt: mtime };
    } catch (error) {
      await this.#closeFile(fd);
      throw error;
    }
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
