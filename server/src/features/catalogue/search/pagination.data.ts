import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { RawBuilder } from "kysely";
import { type Executor, type Statement, sql, statement } from "../../../platform/database/database.ts";
import type { Rows } from "../../../platform/database/list-query.ts";
import type { SongRow } from "../songs/song-presenter.ts";
import { songColumns, songTables } from "../songs/songs.data.ts";

export type Sql = RawBuilder<unknown>;
export type Page = Pick<ListQuery, "limit" | "offset">;

/**
 * The SQL of a page of song ids. `page` selects `id` and `place`; `total` and `scanned` are scalars.
 * `scanned` is the number of rows read, for pages that are only right if the source was exhausted.
 */
export type PageQuery = { cte?: Sql; page: Sql; total: Sql; scanned?: Sql };

/** A page, and the number of rows scanned for it. */
export type FoundPage = { rows: Rows<SongRow>; scanned: number };

type PageRow = SongRow & { total: number; scanned: number; id: number | null };

/**
 * Builds one statement for a page and its total; a page past the end is one row with the total. `offset 0` is
 * an optimisation fence: the planner does not know how small a page is and would join the whole table.
 */
function pageSql({ cte = sql``, page, total, scanned = sql`0` }: PageQuery): RawBuilder<PageRow> {
  return sql<PageRow>`
    ${cte}
    select shown.*, total, scanned
    from (select ${total} as total, ${scanned} as scanned) counted left join (${page}) page on true
    left join lateral (select ${songColumns} from ${songTables} where s.id = page.id offset 0) shown on true
    order by page.place`;
}

export async function readPage(db: Executor, parts: PageQuery): Promise<FoundPage> {
  const { rows } = await pageSql(parts).execute(db);
  return toFoundPage(rows);
}

/** Returns only the ids of a page. */
export async function readIds(
  db: Executor,
  { cte = sql``, page, scanned = sql`0` }: PageQuery,
): Promise<{ ids: number[]; scanned: number }> {
  const { rows } = await sql<{ ids: number[] | null; scanned: number }>`
    ${cte}
    select array(select id from (${page}) page order by place) as ids, ${scanned} as scanned`.execute(db);
  return { ids: rows[0]?.ids ?? [], scanned: rows[0]?.scanned ?? 0 };
}

/** Prepared statements by a key of few values. */
const preparedPages = new Map<string, Statement<PageRow>>();

/**
 * Returns a frequently requested page from a statement that is built once. `values` are its parameters in
 * order.
 */
export async function readPreparedPage(
  db: Executor,
  key: string,
  parts: () => PageQuery,
  ...values: readonly unknown[]
): Promise<FoundPage> {
  const prepared = preparedPages.get(key) ?? statement(pageSql(parts()));
  preparedPages.set(key, prepared);
  return toFoundPage(await prepared(db, ...values));
}

function toFoundPage(rows: readonly PageRow[]): FoundPage {
  const data = rows.filter((row) => row.id !== null);
  return { rows: { data, total: rows[0]?.total ?? 0 }, scanned: rows[0]?.scanned ?? 0 };
}

/** Returns songs by id, in the given order. */
export async function readSongsById(db: Executor, ids: readonly number[]): Promise<SongRow[]> {
  if (ids.length === 0) return [];
  const page = sql`select id, place from unnest(${ids}::int[]) with ordinality page(id, place)`;
  const { rows } = await readPage(db, { page, total: sql`0` });
  return rows.data;
}

/**
 * Writes limits of common pages as literals, because statements without parameters are planned once. Others
 * are parameters: a statement for each would fill the memory of every connection.
 */
export function limitOffset(page: Page): Sql {
  return isCommonPage(page)
    ? sql`limit ${sql.lit(page.limit)}`
    : sql`limit ${hiddenFromPlanner(page.limit, "bigint")} offset ${hiddenFromPlanner(page.offset, "bigint")}`;
}

export function isCommonPage({ limit, offset }: Page): boolean {
  return offset === 0 && limit <= 24;
}

/** Returns the limit that covers a page and all before it. */
export function limitThroughPage(page: Page): Sql {
  const rowsThroughPage = page.limit + page.offset;
  return isCommonPage(page)
    ? sql`limit ${sql.lit(rowsThroughPage)}`
    : sql`limit ${hiddenFromPlanner(rowsThroughPage, "bigint")}`;
}

/**
 * Wraps a value in a subquery, so that the planner ignores it. Otherwise it would plan again for each value,
 * which takes longer than the search.
 */
export function hiddenFromPlanner(
  value: unknown,
  type: "text" | "text[]" | "int[]" | "bigint" | "tsquery",
): Sql {
  return sql`(select ${value}::${sql.raw(type)})`;
}
