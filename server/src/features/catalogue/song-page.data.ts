import type { ListQuery } from "@wrapsody/shared/page.ts";
import type { RawBuilder } from "kysely";
import { type Executor, type Statement, sql, statement } from "../../platform/database.ts";
import type { Rows } from "../../platform/list.ts";
import type { SongRow } from "./nouns.ts";
import { songColumns, songTables } from "./songs.data.ts";

export type Sql = RawBuilder<unknown>;
export type Page = Pick<ListQuery, "limit" | "offset">;

/**
 * A page of songs before they are read whole. `page` selects `id` and `place`, `total` and `looked` are one number
 * each. `looked` tells how many rows were looked at, where a page is only right when they were all.
 */
export type Parts = { before?: Sql; page: Sql; total: Sql; looked?: Sql };

/** A page, and how many rows were looked at for it where its parts tell. */
export type Found = { rows: Rows<SongRow>; looked: number };

type PageRow = SongRow & { total: number; looked: number; id: number | null };

/**
 * One statement for a page and its total; a page past the end is one row that holds the total alone. `offset 0`
 * keeps the planner, which cannot know how small a page is, from reading the whole table to join it.
 */
function pageText({ before = sql``, page, total, looked = sql`0` }: Parts): RawBuilder<PageRow> {
  return sql<PageRow>`
    ${before}
    select shown.*, total, looked
    from (select ${total} as total, ${looked} as looked) counted left join (${page}) page on true
    left join lateral (select ${songColumns} from ${songTables} where s.id = page.id offset 0) shown on true
    order by page.place`;
}

export async function readPage(db: Executor, parts: Parts): Promise<Found> {
  const { rows } = await pageText(parts).execute(db);
  return foundIn(rows);
}

/** The numbers of a page's songs alone. */
export async function readIds(
  db: Executor,
  { before = sql``, page, looked = sql`0` }: Parts,
): Promise<{ ids: number[]; looked: number }> {
  const { rows } = await sql<{ ids: number[] | null; looked: number }>`
    ${before}
    select array(select id from (${page}) page order by place) as ids, ${looked} as looked`.execute(db);
  return { ids: rows[0]?.ids ?? [], looked: rows[0]?.looked ?? 0 };
}

/** Pages whose text is told by a key of few values. */
const fixedPages = new Map<string, Statement<PageRow>>();

/** A page that is asked for all the time: its text is put together once. `values` stand for its parameters in turn. */
export async function readFixedPage(
  db: Executor,
  key: string,
  parts: () => Parts,
  ...values: readonly unknown[]
): Promise<Found> {
  const known = fixedPages.get(key) ?? statement(pageText(parts()));
  fixedPages.set(key, known);
  return foundIn(await known(db, ...values));
}

function foundIn(found: readonly PageRow[]): Found {
  const data = found.filter((row) => row.id !== null).map(({ total: _, looked: __, ...row }): SongRow => row);
  return { rows: { data, total: found[0]?.total ?? 0 }, looked: found[0]?.looked ?? 0 };
}

/** The songs of these numbers, in this order. */
export async function readSongs(db: Executor, ids: readonly number[]): Promise<SongRow[]> {
  if (ids.length === 0) return [];
  const page = sql`select id, place from unnest(${ids}::int[]) with ordinality page(id, place)`;
  const { rows } = await readPage(db, { page, total: sql`0` });
  return rows.data;
}

/**
 * The pages that nearly everybody asks for are written out: a statement without parameters is planned once. The
 * rest are parameters, because a text for each would fill the memory of every connection.
 */
export function cut(page: Page): Sql {
  return isWrittenOut(page)
    ? sql`limit ${sql.lit(page.limit)}`
    : sql`limit ${unseen(page.limit, "bigint")} offset ${unseen(page.offset, "bigint")}`;
}

export function isWrittenOut({ limit, offset }: Page): boolean {
  return offset === 0 && limit <= 24;
}

/** The limit that holds a page and all before it. */
export function cutTo(page: Page): Sql {
  const wanted = page.limit + page.offset;
  return isWrittenOut(page) ? sql`limit ${sql.lit(wanted)}` : sql`limit ${unseen(wanted, "bigint")}`;
}

/**
 * A value that the planner does not look at. It would plan anew for each value, which takes longer than the search
 * itself, and this way finds out that there is nothing to gain.
 */
export function unseen(value: unknown, type: "text" | "text[]" | "int[]" | "bigint" | "tsquery"): Sql {
  return sql`(select ${value}::${sql.raw(type)})`;
}
