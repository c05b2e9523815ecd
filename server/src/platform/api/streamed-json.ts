import type { Readable } from "node:stream";

/** Rows that do not fit in memory together, read page by page and sent as one JSON array. */
export class PagedRows<Row = unknown> {
  readonly read: () => AsyncIterable<Row[]>;

  constructor(read: () => AsyncIterable<Row[]>) {
    this.read = read;
  }
}

/** Rows per query. */
const PAGE_SIZE = 1_000;

/** `page` returns up to `limit` rows after the row `after`, in a fixed order. It is called as the response drains. */
export function pagedRows<Row>(
  page: (limit: number, after: Row | undefined) => Promise<Row[]>,
  pageSize = PAGE_SIZE,
): PagedRows<Row> {
  return new PagedRows(async function* () {
    let rows: Row[] = [];
    do {
      rows = await page(pageSize, rows.at(-1));
      yield rows;
    } while (rows.length === pageSize);
  });
}

/** A response body that is streamed. Its objects may contain `PagedRows` in place of arrays. */
export class StreamedJson {
  readonly body: object;

  constructor(body: object) {
    this.body = body;
  }
}

/** Yields the JSON text of a value in chunks. */
export async function* streamJson(value: unknown): AsyncGenerator<string> {
  if (value instanceof PagedRows) yield* writeRows(value);
  else if (isPlain(value)) yield* writeObject(value);
  else yield JSON.stringify(value ?? null);
}

async function* writeRows(pages: PagedRows): AsyncGenerator<string> {
  let before = "[";
  for await (const rows of pages.read()) {
    if (rows.length === 0) continue;
    yield before + JSON.stringify(rows).slice(1, -1);
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}

async function* writeObject(value: object): AsyncGenerator<string> {
  let before = "{";
  for (const [key, inner] of Object.entries(value)) {
    yield `${before}${JSON.stringify(key)}:`;
    yield* streamJson(inner);
    before = ",";
  }
  yield before === "{" ? "{}" : "}";
}

function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** A handler result that is sent as a file instead of JSON, generated while it is sent. */
export class FileDownload {
  readonly contentType: string;
  /** The suggested file name. */
  readonly name: string;
  /** Bytes; undefined if they are not known before the end. */
  readonly size: number | undefined;
  readonly content: Readable;

  constructor(options: { contentType: string; name: string; size?: number; content: Readable }) {
    this.contentType = options.contentType;
    this.name = options.name;
    this.size = options.size;
    this.content = options.content;
  }
}
