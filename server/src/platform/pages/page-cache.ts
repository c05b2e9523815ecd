import { promisify } from "node:util";
import { type BrotliOptions, brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import type { Encoding } from "../http/content-encoding.ts";
import { computeEtag } from "../http/etag.ts";

/** A rendered page with its encoded bodies. */
export type CachedPage = {
  status: number;
  etag: string;
  content: string;
  /** Milliseconds of the epoch. */
  renderedAt: number;
  /** Returns the body in an encoding, or as is. */
  encoded(encoding: Encoding | undefined): EncodedPage;
  /** Headers of a 304 response. */
  notModifiedHeaders: string[];
  size: number;
};

/** Records that a page shows; undefined: unknown, so that every change may affect it. */
export type ShownEntities = readonly string[] | undefined;

/** The body of a page in one encoding, with its headers. */
type EncodedPage = { body: Buffer; headers: string[] };

type Entry = {
  page: CachedPage;
  shows: ShownEntities;
  freshUntil: number;
  /** When the page became stale, if its freshness was extended. */
  staleSince?: number;
  /** No invalidation up to this generation affects the page. */
  generation: number;
};

export type PageCache = {
  /** Returns the page if it is fresh. */
  get(key: string, now: number): CachedPage | undefined;
  /** Returns the page even if it is stale, so that an unchanged rendering keeps its ETag. */
  getStale(key: string): CachedPage | undefined;
  /** Makes a page fresh for another pause, even if it was invalidated, unless it has been stale for too long; returns it. */
  keepStale(key: string, now: number, limits: { maxAgeMs: number; pauseMs: number }): CachedPage | undefined;
  /** Stores a page, unless an entity that it shows was invalidated since its rendering began, in `generation`. */
  set(
    key: string,
    page: CachedPage,
    rendering: { shows: ShownEntities; freshUntil: number; generation: number },
  ): void;
  /** Makes the pages that show one of the entities stale; without entities, all pages. */
  invalidate(entities?: readonly string[]): void;
  /** The number of invalidations. */
  generation(): number;
  stats(): { pages: number; bytes: number };
};

/** With more entities, all pages become stale and their generations are forgotten. */
const MAX_INVALIDATED = 20_000;

export function createPageCache(maxBytes: number): PageCache {
  const cache = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    // One large page must not evict all others.
    maxEntrySize: Math.floor(maxBytes / 8),
    sizeCalculation: ({ page, shows = [] }, key) => page.size + 2 * key.length + 32 * shows.length,
  });
  let generation = 0;
  /** The generation in which all pages became stale. */
  let allInvalidatedIn = 0;
  /** The last generation in which an entity was invalidated. */
  const invalidatedIn = new Map<string, number>();

  function isCurrent(shows: ShownEntities, since: number): boolean {
    if (since === generation) return true;
    if (since < allInvalidatedIn || shows === undefined) return false;
    return shows.every((entity) => (invalidatedIn.get(entity) ?? 0) <= since);
  }

  return {
    get(key, now) {
      const entry = cache.get(key);
      if (entry === undefined || entry.freshUntil <= now) return undefined;
      if (!isCurrent(entry.shows, entry.generation)) return undefined;
      entry.generation = generation;
      return entry.page;
    },
    getStale: (key) => cache.get(key)?.page,
    keepStale(key, now, { maxAgeMs, pauseMs }) {
      const entry = cache.get(key);
      if (entry === undefined || entry.page.status !== 200) return undefined;
      const { page, shows, staleSince = entry.freshUntil } = entry;
      if (now - staleSince > maxAgeMs) return undefined;
      cache.set(key, { page, shows, freshUntil: now + pauseMs, staleSince, generation });
      return page;
    },
    set(key, page, { shows, freshUntil, generation: renderedIn }) {
      if (isCurrent(shows, renderedIn)) cache.set(key, { page, shows, freshUntil, generation });
    },
    invalidate(entities) {
      generation += 1;
      for (const entity of entities ?? []) invalidatedIn.set(entity, generation);
      if (entities !== undefined && invalidatedIn.size <= MAX_INVALIDATED) return;
      allInvalidatedIn = generation;
      invalidatedIn.clear();
    },
    generation: () => generation,
    stats: () => ({ pages: cache.size, bytes: cache.calculatedSize }),
  };
}

export type RenderedPage = {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** A hash of the data: renderings of the same path and hash are interchangeable. */
  content: string;
  shows: ShownEntities;
};

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Prepares a page for sending; encodings are created on first use. */
export function toCachedPage(rendered: Omit<RenderedPage, "shows">, renderedAt: number): CachedPage {
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
  // The compressed bodies together are smaller than the page.
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
 * Compresses quickly for the first request, because many pages change before the second. The second request starts a
 * dense compression in the background, which replaces the quick one.
 */
function compressedForm(
  body: Buffer,
  encoding: Encoding,
  formOf: (bytes: Buffer, encoding: Encoding) => EncodedPage,
): () => EncodedPage {
  let form: EncodedPage | undefined;
  let started = false;
  return () => {
    if (form === undefined) {
      form = formOf(compressQuickly(encoding, body), encoding);
    } else if (!started) {
      started = true;
      const note = (bytes: Buffer) => {
        form = formOf(bytes, encoding);
      };
      // If it fails, the quick compression stays.
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
