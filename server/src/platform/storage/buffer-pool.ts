/** Below this and above `most` a buffer is made and forgotten: smaller ones are cheap, and larger ones are streamed. */
const least = 64 << 10;
const most = 1 << 20;
/** Bytes of buffers that wait to be used again. */
const keptAtMost = 32 << 20;

/** By size, which is a power of two. */
const free = new Map<number, Buffer[]>();
/** What is in use, by what was handed out of it. Whoever forgets to give it back leaves it to the collector. */
const lent = new WeakMap<Buffer, Buffer>();
let kept = 0;

/**
 * A buffer of so many bytes with anything in them. A new one of this size lies outside the heap, and V8 collects the
 * whole heap to be rid of a few hundred of them; those that are given back are used again instead.
 */
export function takePiece(length: number): Buffer {
  if (length < least || length > most) return Buffer.allocUnsafeSlow(length);
  const size = 2 ** Math.ceil(Math.log2(length));
  const known = free.get(size)?.pop();
  if (known !== undefined) kept -= size;
  const whole = known ?? Buffer.allocUnsafeSlow(size);
  const piece = whole.subarray(0, length);
  lent.set(piece, whole);
  return piece;
}

/**
 * Gives a buffer back once nobody reads or writes it any more, neither the program nor a socket: its next user fills
 * it with another file. Giving it back again, or one that was not taken here, changes nothing.
 */
export function givePiece(piece: Buffer): void {
  const whole = lent.get(piece);
  if (whole === undefined) return;
  lent.delete(piece);
  if (kept + whole.length > keptAtMost) return;
  kept += whole.length;
  const same = free.get(whole.length);
  if (same === undefined) free.set(whole.length, [whole]);
  else same.push(whole);
}
