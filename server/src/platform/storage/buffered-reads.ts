import type { ServerResponse } from "node:http";
import { releaseBuffer } from "./buffer-pool.ts";
import type { ByteRange, OpenFile } from "./storage.ts";

/** Responses up to this size are read into one buffer, which is about twice as fast as streaming. */
const MAX_BUFFERED_RESPONSE_BYTES = 1 << 20;

/**
 * Maximum bytes of all buffered responses. Slow clients hold theirs indefinitely, so beyond this responses
 * are streamed.
 */
const MAX_BUFFERED_BYTES = 96 << 20;
let bufferedBytes = 0;

/** Whether a range can be buffered now. */
export function fitsInBuffer({ start, end }: ByteRange): boolean {
  const length = end - start + 1;
  return length <= MAX_BUFFERED_RESPONSE_BYTES && bufferedBytes + length <= MAX_BUFFERED_BYTES;
}

/**
 * Reads a range into a buffer for a response, and releases the buffer when the response closes. Returns
 * undefined if it has closed already. Releases the file unless it throws.
 */
export async function readBuffered(
  response: ServerResponse,
  file: OpenFile,
  range: ByteRange,
): Promise<Buffer | undefined> {
  const length = range.end - range.start + 1;
  bufferedBytes += length;
  whenClosed(response, () => {
    bufferedBytes -= length;
  });
  const bytes = length === 0 ? Buffer.alloc(0) : await file.read(range);
  file.release();
  const isClosed = response.closed;
  whenClosed(response, () => releaseBuffer(bytes));
  return isClosed ? undefined : bytes;
}

/** Calls back when the response closes: the system has taken its last byte, or its socket is closed. */
function whenClosed(response: ServerResponse, then: () => void): void {
  if (response.closed) then();
  else response.once("close", then);
}
