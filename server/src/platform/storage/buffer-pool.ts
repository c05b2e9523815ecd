/** Smaller or larger buffers are not pooled: smaller ones are cheap, and larger ranges are streamed. */
const MIN_POOLED_BYTES = 64 << 10;
const MAX_POOLED_BYTES = 1 << 20;
/** Maximum bytes of free buffers. */
const MAX_FREE_BYTES = 32 << 20;

/** Free buffers by size, a power of two. */
const free = new Map<number, Buffer[]>();
/**
 * Pooled buffers in use, by the slice that was handed out. One that is never released is left to the garbage
 * collector.
 */
const lent = new WeakMap<Buffer, Buffer>();
let freeBytes = 0;

/**
 * Returns an uninitialised buffer. A new one of this size lies outside the heap, and V8 collects the whole
 * heap to free a few hundred of them, so released ones are reused.
 */
export function acquireBuffer(length: number): Buffer {
  if (length < MIN_POOLED_BYTES || length > MAX_POOLED_BYTES) return Buffer.allocUnsafeSlow(length);
  const size = 2 ** Math.ceil(Math.log2(length));
  const reused = free.get(size)?.pop();
  if (reused !== undefined) freeBytes -= size;
  const whole = reused ?? Buffer.allocUnsafeSlow(size);
  const piece = whole.subarray(0, length);
  lent.set(piece, whole);
  return piece;
}

/**
 * Releases a buffer once neither the program nor a socket uses it: its next user overwrites it. Releasing it
 * again, or a buffer from elsewhere, has no effect.
 */
export function releaseBuffer(piece: Buffer): void {
  const whole = lent.get(piece);
  if (whole === undefined) return;
  lent.delete(piece);
  if (freeBytes + whole.length > MAX_FREE_BYTES) return;
  freeBytes += whole.length;
  const same = free.get(whole.length);
  if (same === undefined) free.set(whole.length, [whole]);
  else same.push(whole);
}
