import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";

export type Encoding = "br" | "gzip";

const known = new Map<string, Encoding | undefined>();
const MAX_CACHED_HEADERS = 200;

/** Selects an encoding by the `Accept-Encoding` header; undefined for identity. Prefers Brotli in a tie. */
export function negotiateEncoding(header: string | undefined): Encoding | undefined {
  if (header === undefined || header === "") return undefined;
  if (known.has(header)) return known.get(header);
  const chosen = chooseEncoding(header);
  // Browsers send a handful of values; the limit bounds memory against made-up ones.
  if (known.size < MAX_CACHED_HEADERS && header.length < 200) known.set(header, chosen);
  return chosen;
}

function chooseEncoding(header: string): Encoding | undefined {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0);
  }
  const others = weights.get("*") ?? 0;
  const br = weights.get("br") ?? others;
  const zipped = weights.get("gzip") ?? weights.get("x-gzip") ?? others;
  if (br <= 0 && zipped <= 0) return undefined;
  return br >= zipped ? "br" : "gzip";
}

/** Bytes below which synchronous compression is faster than the thread pool. */
const ASYNC_THRESHOLD_BYTES = 32_768;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Compresses at a low quality: a fraction of a millisecond for a list. */
export function compress(encoding: Encoding, content: Buffer): Buffer | Promise<Buffer> {
  const isAsync = content.length >= ASYNC_THRESHOLD_BYTES;
  if (encoding === "gzip") return isAsync ? zip(content, { level: 3 }) : gzipSync(content, { level: 3 });
  const options = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 3,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  };
  return isAsync ? brotli(content, options) : brotliCompressSync(content, options);
}
