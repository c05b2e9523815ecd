import type { ServerResponse } from "node:http";
import { givePiece } from "./buffer-pool.ts";
import type { ByteRange, OpenFile } from "./storage.ts";

/** Up to this many bytes an answer is read in one piece, which is about twice as fast as streaming it. */
const onePiece = 1 << 20;

/**
 * Bytes that answers in one piece may hold together. Slow clients keep theirs for as long as they like, so
 * beyond this answers are streamed.
 */
const heldAtMost = 96 << 20;
let held = 0;

/** Whether a range is to be read in one piece, as things are now. */
export function fitsInOnePiece({ start, end }: ByteRange): boolean {
  const length = end - start + 1;
  return length <= onePiece && held + length <= heldAtMost;
}

/**
 * Reads a range in one piece for an answer, which may send it until it closes: then its buffer serves the next one.
 * Undefined when the answer has closed already. Releases the file unless it throws.
 */
export async function readHeld(
  response: ServerResponse,
  file: OpenFile,
  range: ByteRange,
): Promise<Buffer | undefined> {
  const length = range.end - range.start + 1;
  held += length;
  whenClosed(response, () => {
    held -= length;
  });
  const bytes = length === 0 ? Buffer.alloc(0) : await file.read(range);
  file.release();
  const gone = response.closed;
  whenClosed(response, () => givePiece(bytes));
  return gone ? undefined : bytes;
}

/**
 * An answer closes when the system has taken its last byte, or when its socket has closed, which no longer holds anything
 * then either.
 */
function whenClosed(response: ServerResponse, then: () => void): void {
  if (response.closed) then();
  else response.once("close", then);
}
