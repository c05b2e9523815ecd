import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { Failure, notFound } from "../failure.ts";
import type { ByteRange, OpenFile } from "./storage.ts";

/** Streams a file that is being opened, and releases it when the stream ends, fails or is destroyed. */
export async function streamOpened(
  opening: Promise<OpenFile | undefined>,
  range: ByteRange | undefined,
): Promise<Readable> {
  const file = await opening;
  if (file === undefined) throw notFound();
  try {
    const { start, end } = range ?? { start: 0, end: file.size - 1 };
    if (range !== undefined && !isWithin(range, file.size)) throw new Failure("E0012");
    const stream = await file.stream({ start, end });
    return stream.once("close", file.release);
  } catch (error) {
    file.release();
    throw error;
  }
}

function isWithin({ start, end }: ByteRange, size: number): boolean {
  return Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start <= end && end < size;
}

/** Streams a range by successive reads, at most one ahead. */
export function streamOf(read: OpenFile["read"], { start, end }: ByteRange, pieceSize: number): Readable {
  async function* pieces(): AsyncGenerator<Buffer> {
    for (let at = start; at <= end; at += pieceSize) {
      yield await read({ start: at, end: Math.min(at + pieceSize - 1, end) });
    }
  }
  return Readable.from(pieces(), { objectMode: false, highWaterMark: pieceSize });
}

/**
 * Streams a temporary file. Opens it with the first read: a stream that nobody reads would fail without a listener, and end the
 * process, once its file is removed.
 */
export async function* readTemporaryFile(path: string): AsyncGenerator<Buffer> {
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 18 })) yield piece;
}
