import { Failure } from "../../../platform/failure.ts";

/** Encodings of spreadsheet exports. */
type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** Bytes that reveal UTF-16 without a byte order mark: the heading is plain ASCII. */
const SAMPLE_BYTES = 4_096;

/**
 * Detects the encoding. A byte order mark decides. Otherwise zeros in every second byte mean UTF-16, valid
 * UTF-8 is UTF-8, and everything else is Windows-1252, which older spreadsheets write and in which every byte
 * is valid.
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
 * Decodes chunks without byte order mark. Drops NULs, which PostgreSQL cannot store; lone surrogates become
 * U+FFFD.
 */
export async function* decode(bytes: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const piece of bytes) yield decoder.decode(piece, { stream: true }).replaceAll("\0", "");
  yield decoder.decode();
}

/** Returns the error of a file that cannot be read row by row. */
export function invalidFile(message: string, cause?: unknown): Failure {
  return new Failure("E0007", { errors: [{ field: "tsvImport", message }], cause });
}
