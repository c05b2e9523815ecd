/** A random-access source of bytes, so that no file has to be loaded whole. */
export type ByteSource = {
  size: number;
  /** Reads the bytes in `[start, end)`; both lie within the size. */
  read(start: number, end: number): Promise<Uint8Array>;
};

export function toByteSource(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: async (start, end) => bytes.subarray(start, end) };
}

/** Bytes of one read. */
const CHUNK_BYTES = 1 << 18;

/** The chunk of a source that is loaded, moved along as needed. */
export class SlidingWindow {
  readonly source: ByteSource;
  bytes: Uint8Array = new Uint8Array(0);
  /** Offset of `bytes` in the source. */
  start = 0;

  constructor(source: ByteSource) {
    this.source = source;
  }

  /** Returns whether `length` bytes from `at` on, or all that exist, are loaded. */
  holds(at: number, length: number): boolean {
    const end = Math.min(at + length, this.source.size);
    return at >= this.start && end <= this.start + this.bytes.length;
  }

  async move(at: number): Promise<void> {
    const start = Math.min(at, this.source.size);
    this.bytes = await this.source.read(start, Math.min(start + CHUNK_BYTES, this.source.size));
    this.start = start;
  }

  async load(at: number, length: number): Promise<void> {
    if (!this.holds(at, length)) await this.move(at);
  }

  /** Returns up to `length` loaded bytes from `at` on. */
  slice(at: number, length: number): Uint8Array {
    return this.bytes.subarray(at - this.start, at - this.start + length);
  }
}
