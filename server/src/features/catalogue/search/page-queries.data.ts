import { type Filter, type ListQuery, MAX_COUNTED } from "@wrapsody/shared/api/page.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { buildOrderBy, countUpTo, type Rows } from "../../../platform/database/list-query.ts";
import type { SongRow } from "../songs/song-presenter.ts";
import { filterColumns, type IndexSource, orderedIndex } from "./filter-indexes.data.ts";
import {
  isCommonPage,
  limitOffset,
  limitThroughPage,
  type PageQuery,
  readPage,
  readPreparedPage,
  type Sql,
} from "./pagination.data.ts";

/** Returns a page of all public songs. */
export async function listAllSongs(db: Executor, list: ListQuery): Promise<Rows<SongRow>> {
  const parts = () => ({
    page: pageByIndexOrder(list, []),
    total: sql`(select sum(songs)::bigint from catalogue_total)`,
  });
  const page = isCommonPage(list)
    ? await readPreparedPage(db, `all ${list.sortKey} ${list.sortDir} ${list.limit}`, parts)
    : await readPage(db, parts());
  return page.rows;
}

/** Returns a page by filters that the index of the order covers. */
export async function listByIndexOrder(
  db: Executor,
  list: ListQuery,
  filters: readonly Filter[],
): Promise<Rows<SongRow>> {
  const counted = orderedIndex(list, filters).select(sql`s.id`, limitSql(MAX_COUNTED));
  const total = countUpTo(sql`select from (${counted}) s`);
  return (await readPage(db, { page: pageByIndexOrder(list, filters), total })).rows;
}

/** Selects index columns only, so that rows of skipped pages are never fetched. */
function pageByIndexOrder(list: ListQuery, filters: readonly Filter[]): Sql {
  const { sortValue, order } = requestedOrder(list);
  const rows = orderedIndex(list, filters).select(sql`s.id, ${sortValue} as sorted`, limitThroughPage(list));
  return numberRows(sql`select id, sorted from (${rows}) s`, order, list);
}

/** The sort value, computed once for each song as `sorted`, and the order by it. */
export type SongOrder = { sortValue: Sql; order: Sql };

export function requestedOrder(list: ListQuery): SongOrder {
  return {
    sortValue: filterColumns[list.sortKey] ?? sql`null`,
    order: buildOrderBy(list, { [list.sortKey]: sql`s.sorted` }, sql`s.id`),
  };
}

export function limitSql(limit: number): Sql {
  return sql`limit ${sql.lit(limit)}`;
}

function numberRows(rows: Sql, order: Sql, list: ListQuery): Sql {
  return sql`select s.id, row_number() over (order by ${order}) as place
    from (select * from (${rows}) s order by ${order} ${limitOffset(list)}) s`;
}

/**
 * Selects a page of the songs that pass among the first `limit` rows of a source; complete if `scanned` is less
 * than `limit`.
 */
export function filterThenSort(
  list: ListQuery,
  { sortValue, order }: SongOrder,
  source: IndexSource,
  limit: number,
): PageQuery {
  const selected = sql`s.id, s.created_at, ${sortValue} as sorted, ${source.residual} as passes`;
  const distinct = source.hasDuplicates === true ? sql`distinct` : sql``;
  return {
    cte: sql`with scanned as materialized (${source.select(selected, limitSql(limit))}),
      hit as (select ${distinct} id, created_at, sorted from scanned where passes)`,
    page: numberRows(sql`select * from hit`, order, list),
    total: sql`(select least(count(*), ${sql.lit(MAX_COUNTED)}) from hit)`,
    scanned: sql`(select count(*) from scanned)`,
  };
}

/**
 * Selects a page of the songs that pass among the first `limit` rows in list order; complete if it is full. Rows
 * arrive in order, so the limit ends the scan without a sort.
 */
export function orderedScan(
  list: ListQuery,
  filters: readonly Filter[],
  passes: Sql,
  limit: number,
): PageQuery {
  const { sortValue, order } = requestedOrder(list);
  const selected = sql`s.id, s.created_at, s.name, s.artist, s.artist_id, s.name_folded, s.name_words, s.artist_words, ${sortValue} as sorted`;
  const rows = orderedIndex(list, filters).select(selected, limitSql(limit));
  const passingRows = sql`select s.id, s.created_at, s.sorted from (select * from (${rows}) s order by ${order} ${limitSql(limit)}) s
    where ${passes} ${limitThroughPage(list)}`;
  return { page: numberRows(passingRows, order, list), total: sql`0` };
}

export type PassingCount = { passing: number; isWhole: boolean };

/**
 * Counts the songs that pass among the first `limit` rows of a source, and returns whether the source has no more.
 */
export async function countPassing(
  db: Executor,
  { select, residual, hasDuplicates }: IndexSource,
  limit: number,
): Promise<PassingCount> {
  const { rows } = await sql<{ passing: number; scanned: number }>`
    select count(${hasDuplicates === true ? sql`distinct id` : sql`*`}) filter (where passes) as passing, count(*) as scanned
    from (${select(sql`s.id, ${residual} as passes`, limitSql(limit))}) scanned`.execute(db);
  const { passing = 0, scanned = 0 } = rows[0] ?? {};
  return { passing, isWhole: scanned < limit };
}
