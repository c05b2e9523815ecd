import { promisify } from "node:util";
import { type BrotliOptions, brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import { LruCache } from "../cache/lru-cache.ts";
import type { Encoding } from "../http/content-encoding.ts";
import { computeEtag } from "../http/etag.ts";

/** A rendered answer, ready to be sent any number of times. */
export type CachedPage = {
  status: number;
  etag: string;
  content: string;
  /** Milliseconds of the epoch. */
  renderedAt: number;
  /** The page as it is, or in an encoding. */
  encoded(encoding: Encoding | undefined): EncodedPage;
  /** For who holds this very rendering already. */
  notModifiedHeaders: string[];
  size: number;
};

/** The bytes of a page in one encoding, and the header lines that go with them. */
type EncodedPage = { body: Buffer; headers: string[] };

type Entry = { page: CachedPage; freshUntil: number; generation: number };

export type PageCache = {
  /** The page if it is fresh. */
  get(key: string, now: number): CachedPage | undefined;
  /** The page, fresh or not: a rendering that turns out the same goes on under the tag of the last one. */
  getStale(key: string): CachedPage | undefined;
  /** Keeps what was rendered for a moment, unless pages were dropped since the rendering began. */
  set(key: string, page: CachedPage, freshUntil: number, generation: number): void;
  /** Forgets all pages: what they show has changed. */
  invalidate(): void;
  /** Counts the drops. */
  generation(): number;
  stats(): { pages: number; bytes: number };
};

export function createPageCache(mostBytes: number): PageCache {
  const kept = new LruCache<Entry>(mostBytes);
  let generation = 0;
  return {
    get(key, now) {
      const entry = kept.get(key);
      if (entry === undefined || entry.generation !== generation) return undefined;
      return entry.freshUntil > now ? entry.page : undefined;
    },
    getStale: (key) => kept.get(key)?.page,
    set(key, page, freshUntil, renderedIn) {
      if (renderedIn !== generation) return;
      kept.set(key, { page, freshUntil, generation }, page.size + 2 * key.length);
    },
    invalidate() {
      generation += 1;
    },
    generation: () => generation,
    stats: () => ({ pages: kept.size, bytes: kept.bytes }),
  };
}

export type RenderedPage = {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** Of two renderings for the same address with the same content, either can stand for the other. */
  content: string;
};

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Makes the page ready to be sent: what most readers ask for is made when the first of them does. */
export function toCachedPage(rendered: RenderedPage, renderedAt: number): CachedPage {
  const { status, headers, body, content } = rendered;
  const etag = computeEtag(body);
  const cacheControl = status === 200 ? "public, max-age=0, must-revalidate" : "no-store";
  const caching = [
    "etag",
    etag,
    "vary",
    "accept-encoding, accept-language, cookie",
    "cache-control",
    cacheControl,
  ];
  const shared = [...Object.entries(headers).flat(), ...caching];
  const formOf = (bytes: Buffer, encoding?: Encoding): EncodedPage => ({
    body: bytes,
    headers: [
      ...shared,
      ...(encoding === undefined ? [] : ["content-encoding", encoding]),
      ...["content-length", String(bytes.length)],
    ],
  });
  const plain = formOf(body);
  const encoded: Record<Encoding, () => EncodedPage> = {
    gzip: compressedForm(body, "gzip", formOf),
    br: compressedForm(body, "br", formOf),
  };
  const form = (encoding: Encoding | undefined) => (encoding === undefined ? plain : encoded[encoding]());
  // The compressed forms together take less than the page itself.
  return {
    status,
    etag,
    content,
    renderedAt,
    encoded: form,
    notModifiedHeaders: caching,
    size: 2 * body.length + 4_096,
  };
}

/**
 * The first reader gets a form that is made at once, in a fraction of a millisecond, because many pages have no second one
 * before they change. With the second the dense form is begun beside, and replaces it.
 */
function compressedForm(
  body: Buffer,
  encoding: Encoding,
  formOf: (bytes: Buffer, encoding: Encoding) => EncodedPage,
): () => EncodedPage {
  let form: EncodedPage | undefined;
  let begun = false;
  return () => {
    if (form === undefined) {
      form = formOf(compressQuickly(encoding, body), encoding);
    } else if (!begun) {
      begun = true;
      const note = (bytes: Buffer) => {
        form = formOf(bytes, encoding);
      };
      // Without memory for it the quick form goes on.
      compressDensely(encoding, body).then(note, () => undefined);
    }
    return form;
  };
}

function compressQuickly(encoding: Encoding, body: Buffer): Buffer {
  return encoding === "gzip"
    ? gzipSync(body, { level: 3 })
    : brotliCompressSync(body, brotliOptions(body, 2));
}

function compressDensely(encoding: Encoding, body: Buffer): Promise<Buffer> {
  return encoding === "gzip" ? zip(body, { level: 6 }) : brotli(body, brotliOptions(body, 5));
}

function brotliOptions(body: Buffer, quality: number): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  };
}
