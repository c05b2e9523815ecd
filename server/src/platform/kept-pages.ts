import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Encoding } from "./encoding.ts";
import { Recent } from "./recent.ts";
import { entityTag } from "./tags.ts";

/** A rendered answer, ready to be sent any number of times. */
export type KeptPage = {
  status: number;
  etag: string;
  content: string;
  /** Milliseconds of the epoch. */
  renderedAt: number;
  forms: Record<Encoding | "identity", Form>;
  /** For who holds this very rendering already. */
  unchanged: string[];
  size: number;
};

/** The bytes of a page in one encoding, and the header lines that go with them. */
type Form = { body: Buffer; headers: string[] };

type Entry = { page: KeptPage; freshUntil: number; generation: number };

export type PageStore = {
  /** The page if it is fresh. */
  get(key: string, now: number): KeptPage | undefined;
  /** The page, fresh or not: a rendering that turns out the same goes on under the tag of the last one. */
  last(key: string): KeptPage | undefined;
  /** Keeps what was rendered for a moment, unless pages were dropped since the rendering began. */
  set(key: string, page: KeptPage, freshUntil: number, generation: number): void;
  /** Forgets all pages: what they show has changed. */
  drop(): void;
  /** Counts the drops. */
  generation(): number;
  stats(): { pages: number; bytes: number };
};

export function createPageStore(mostBytes: number): PageStore {
  const kept = new Recent<Entry>(mostBytes);
  let generation = 0;
  return {
    get(key, now) {
      const entry = kept.get(key);
      if (entry === undefined || entry.generation !== generation) return undefined;
      return entry.freshUntil > now ? entry.page : undefined;
    },
    last: (key) => kept.get(key)?.page,
    set(key, page, freshUntil, renderedIn) {
      if (renderedIn !== generation) return;
      kept.set(key, { page, freshUntil, generation }, page.size + 2 * key.length);
    },
    drop() {
      generation += 1;
    },
    generation: () => generation,
    stats: () => ({ pages: kept.size, bytes: kept.bytes }),
  };
}

export type Rendered = {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** Of two renderings for the same address with the same content, either can stand for the other. */
  content: string;
};

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Makes everything ready that sending the page would otherwise do each time. */
export async function keepable(rendered: Rendered, renderedAt: number): Promise<KeptPage> {
  const { status, headers, body, content } = rendered;
  const [zipped, br] = await Promise.all([
    compressGzip(body, { level: 6 }),
    compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  ]);
  const etag = entityTag(body);
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
  const form = (bytes: Buffer, encoding?: Encoding): Form => ({
    body: bytes,
    headers: [
      ...shared,
      ...(encoding === undefined ? [] : ["content-encoding", encoding]),
      ...["content-length", String(bytes.length)],
    ],
  });
  const size = body.length + zipped.length + br.length + 4_096;
  const forms = { identity: form(body), gzip: form(zipped, "gzip"), br: form(br, "br") };
  return { status, etag, content, renderedAt, forms, unchanged: caching, size };
}
