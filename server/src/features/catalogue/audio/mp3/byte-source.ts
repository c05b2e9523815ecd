/** Bytes that can be read from anywhere, so that nothing has to be held whole. */
export type ByteSource = {
  size: number;
  /** Bytes `start` up to, but not including, `end`; both lie within the size. */
  read(start: number, end: number): Promise<Uint8Array>;
};

export function toByteSource(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: async (start, end) => bytes.subarray(start, end) };
}

/** Bytes that are read at once. */
const CHUNK_BYTES = 1 << 18;

/** The part of a source that is looked at, moved along as it is needed. */
export class SlidingWindow {
  readonly source: ByteSource;
  bytes: Uint8Array = new Uint8Array(0);
  /** Where in the source `bytes` begins. */
  start = 0;

  constructor(source: ByteSource) {
    this.source = source;
  }

  /** Whether so many bytes from `at` on are here, or all that there are. */
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

  /** The bytes from `at` on, at most `length`, of what is here. */
  slice(at: number, length: number): Uint8Array {
    return this.bytes.subarray(at - this.start, at - this.start + length);
  }
}
