import type { ListQuery } from "@wrapsody/shared/page.ts";
import type { RawBuilder } from "kysely";
import { type Executor, type Statement, sql, statement } from "../../../platform/database/database.ts";
import type { Rows } from "../../../platform/database/list-query.ts";
import type { SongRow } from "../songs/song-presenter.ts";
import { songColumns, songTables } from "../songs/songs.data.ts";

export type Sql = RawBuilder<unknown>;
export type Page = Pick<ListQuery, "limit" | "offset">;

/**
 * A page of songs before they are read whole. `page` selects `id` and `place`, `total` and `looked` are one number
 * each. `looked` tells how many rows were looked at, where a page is only right when they were all.
 */
export type PageQuery = { cte?: Sql; page: Sql; total: Sql; scanned?: Sql };

/** A page, and how many rows were looked at for it where its parts tell. */
export type FoundPage = { rows: Rows<SongRow>; scanned: number };

type PageRow = SongRow & { total: number; looked: number; id: number | null };

/**
 * One statement for a page and its total; a page past the end is one row that holds the total alone. `offset 0`
 * keeps the planner, which cannot know how small a page is, from reading the whole table to join it.
 */
function pageSql({ cte = sql``, page, total, scanned = sql`0` }: PageQuery): RawBuilder<PageRow> {
  return sql<PageRow>`
    ${cte}
    select shown.*, total, looked
    from (select ${total} as total, ${scanned} as looked) counted left join (${page}) page on true
    left join lateral (select ${songColumns} from ${songTables} where s.id = page.id offset 0) shown on true
    order by page.place`;
}

export async function readPage(db: Executor, parts: PageQuery): Promise<FoundPage> {
  const { rows } = await pageSql(parts).execute(db);
  return toFoundPage(rows);
}

/** The numbers of a page's songs alone. */
export async function readIds(
  db: Executor,
  { cte = sql``, page, scanned = sql`0` }: PageQuery,
): Promise<{ ids: number[]; looked: number }> {
  const { rows } = await sql<{ ids: number[] | null; looked: number }>`
    ${cte}
    select array(select id from (${page}) page order by place) as ids, ${scanned} as looked`.execute(db);
  return { ids: rows[0]?.ids ?? [], looked: rows[0]?.looked ?? 0 };
}

/** Pages whose text is told by a key of few values. */
const preparedPages = new Map<string, Statement<PageRow>>();

/** A page that is asked for all the time: its text is put together once. `values` stand for its parameters in turn. */
export async function readPreparedPage(
  db: Executor,
  key: string,
  parts: () => PageQuery,
  ...values: readonly unknown[]
): Promise<FoundPage> {
  const known = preparedPages.get(key) ?? statement(pageSql(parts()));
  preparedPages.set(key, known);
  return toFoundPage(await known(db, ...values));
}

function toFoundPage(found: readonly PageRow[]): FoundPage {
  const data = found.filter((row) => row.id !== null).map(({ total: _, looked: __, ...row }): SongRow => row);
  return { rows: { data, total: found[0]?.total ?? 0 }, scanned: found[0]?.looked ?? 0 };
}

/** The songs of these numbers, in this order. */
export async function readSongsById(db: Executor, ids: readonly number[]): Promise<SongRow[]> {
  if (ids.length === 0) return [];
  const page = sql`select id, place from unnest(${ids}::int[]) with ordinality page(id, place)`;
  const { rows } = await readPage(db, { page, total: sql`0` });
  return rows.data;
}

/**
 * The pages that nearly everybody asks for are written out: a statement without parameters is planned once. The
 * rest are parameters, because a text for each would fill the memory of every connection.
 */
export function limitOffset(page: Page): Sql {
  return isCommonPage(page)
    ? sql`limit ${sql.lit(page.limit)}`
    : sql`limit ${hiddenFromPlanner(page.limit, "bigint")} offset ${hiddenFromPlanner(page.offset, "bigint")}`;
}

export function isCommonPage({ limit, offset }: Page): boolean {
  return offset === 0 && limit <= 24;
}

/** The limit that holds a page and all before it. */
export function limitThroughPage(page: Page): Sql {
  const wanted = page.limit + page.offset;
  return isCommonPage(page)
    ? sql`limit ${sql.lit(wanted)}`
    : sql`limit ${hiddenFromPlanner(wanted, "bigint")}`;
}

/**
 * A value that the planner does not look at. It would plan anew for each value, which takes longer than the search
 * itself, and this way finds out that there is nothing to gain.
 */
export function hiddenFromPlanner(
  value: unknown,
  type: "text" | "text[]" | "int[]" | "bigint" | "tsquery",
): Sql {
  return sql`(select ${value}::${sql.raw(type)})`;
}
