import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import type { ByteRange, OpenFile } from "./storage.ts";

/** The body of a multipart/byteranges response: RFC 9110, section 14.6. */
export type Byteranges = { contentType: string; length: number; stream: Readable };

/** Reads nothing before the stream is read. `contentType` is that of the file. */
export function buildByteranges(
  file: OpenFile,
  ranges: readonly ByteRange[],
  contentType: string,
): Byteranges {
  const boundary = randomBytes(18).toString("hex");
  const parts = ranges.map((range, index) => ({
    range,
    heading: Buffer.from(
      `${index === 0 ? "" : "\r\n"}--${boundary}\r\nContent-Type: ${contentType}\r\n` +
        `Content-Range: bytes ${range.start}-${range.end}/${file.size}\r\n\r\n`,
    ),
  }));
  const ending = Buffer.from(`\r\n--${boundary}--\r\n`);
  const length = parts.reduce(
    (sum, { range, heading }) => sum + heading.length + range.end - range.start + 1,
    ending.length,
  );
  async function* body(): AsyncGenerator<Buffer> {
    for (const { range, heading } of parts) {
      yield heading;
      yield* await file.stream(range);
    }
    yield ending;
  }
  const stream = Readable.from(body(), { objectMode: false });
  return { contentType: `multipart/byteranges; boundary=${boundary}`, length, stream };
}
