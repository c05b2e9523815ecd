/** Rows that are too many to be held at once, a page at a time. Sent, they are one array of all rows. */
export class PagedRows<Row = unknown> {
  readonly read: () => AsyncIterable<Row[]>;

  constructor(read: () => AsyncIterable<Row[]>) {
    this.read = read;
  }
}

/** Rows of one query: none holds up the database or this process for more than a moment. */
const pageSize = 1_000;

/** `page` answers up to `limit` rows in a fixed order, those that follow `after`; it is asked once there is room for them. */
export function pagedRows<Row>(
  page: (limit: number, after: Row | undefined) => Promise<Row[]>,
): PagedRows<Row> {
  return new PagedRows(async function* () {
    let rows: Row[] = [];
    do {
      rows = await page(pageSize, rows.at(-1));
      yield rows;
    } while (rows.length === pageSize);
  });
}

/** What a handler answers that is too long to be held at once; objects in it may have `Pages` in place of arrays. */
export class StreamedJson {
  readonly body: object;

  constructor(body: object) {
    this.body = body;
  }
}

/** The JSON text of a value, in pieces. */
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
