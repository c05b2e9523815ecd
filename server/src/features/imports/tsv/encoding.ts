/** What text files of spreadsheets are written in. */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** Bytes at the start that tell UTF-16 without a mark: the heading is there, and it is plain letters. */
const SAMPLE_BYTES = 4_096;

/**
 * Finds out what a text is written in. A byte order mark decides. Without one, a start that has a zero in every second
 * byte is UTF-16, what is valid UTF-8 from end to end is that, and everything else is Windows-1252, which older
 * spreadsheets write and in which no bytes are invalid.
 */
export async function detectEncoding(bytes: AsyncIterable<Uint8Array>): Promise<Encoding> {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  let start = Buffer.alloc(0);
  let isUtf8 = true;
  for await (const piece of bytes) {
    if (start.length < SAMPLE_BYTES)
      start = Buffer.concat([start, piece.subarray(0, SAMPLE_BYTES - start.length)]);
    else if (!isUtf8) break;
    isUtf8 = isUtf8 && isValid(utf8, piece);
  }
  return detectUtf16(start) ?? (isUtf8 && isValid(utf8) ? "utf-8" : "windows-1252");
}

function detectUtf16(start: Uint8Array): Encoding | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be";
  const zeros = [0, 0];
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const half = start.length / 2;
  if (odd > half * 0.4 && even < half * 0.1) return "utf-16le";
  if (even > half * 0.4 && odd < half * 0.1) return "utf-16be";
  return undefined;
}

function isValid(utf8: InstanceType<typeof TextDecoder>, piece?: Uint8Array): boolean {
  try {
    utf8.decode(piece, { stream: piece !== undefined });
    return true;
  } catch {
    return false;
  }
}

/**
 * The text of bytes, piece by piece, without its byte order mark. NULs, which the database does not hold, are left out;
 * halves of surrogate pairs become the sign for a broken letter.
 */
export async function* decode(bytes: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const piece of bytes) yield decoder.decode(piece, { stream: true }).replaceAll("\0", "");
  yield decoder.decode();
}
