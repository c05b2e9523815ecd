import { type Filter, type ListQuery, mostCounted } from "@wrapsody/shared/page.ts";
import { type Executor, sql } from "../../platform/database.ts";
import { countUpTo, orderOf, type Rows } from "../../platform/list.ts";
import type { SongRow } from "./nouns.ts";
import { columns, type Source, walkOf } from "./song-filters.data.ts";
import { cut, cutTo, isWrittenOut, type Parts, readFixedPage, readPage, type Sql } from "./song-page.data.ts";

/** All public songs, in any order. */
export async function listAllSongs(db: Executor, list: ListQuery): Promise<Rows<SongRow>> {
  const parts = () => ({
    page: pageInOrder(list, []),
    total: sql`(select sum(songs)::bigint from catalogue_total)`,
  });
  const found = isWrittenOut(list)
    ? await readFixedPage(db, `all ${list.sortKey} ${list.sortDir} ${list.limit}`, parts)
    : await readPage(db, parts());
  return found.rows;
}

/** Public songs by filters that the index of their order tells. */
export async function listInOrder(
  db: Executor,
  list: ListQuery,
  filters: readonly Filter[],
): Promise<Rows<SongRow>> {
  const counted = walkOf(list, filters).select(sql`s.id`, limitOf(mostCounted));
  const total = countUpTo(sql`select from (${counted}) s`);
  return (await readPage(db, { page: pageInOrder(list, filters), total })).rows;
}

/** Nothing but the columns of the index is selected, so that the rows of skipped pages are never fetched. */
function pageInOrder(list: ListQuery, filters: readonly Filter[]): Sql {
  const { sorted, order } = orderGiven(list);
  const rows = walkOf(list, filters).select(sql`s.id, ${sorted} as sorted`, cutTo(list));
  return placed(sql`select id, sorted from (${rows}) s`, order, list);
}

/** What songs are sorted by, computed once for each of them as `sorted`, and the order by it. */
export type Order = { sorted: Sql; order: Sql };

export function orderGiven(list: ListQuery): Order {
  return {
    sorted: columns[list.sortKey] ?? sql`null`,
    order: orderOf(list, { [list.sortKey]: sql`s.sorted` }, sql`s.id`),
  };
}

export function limitOf(most: number): Sql {
  return sql`limit ${sql.lit(most)}`;
}

function placed(rows: Sql, order: Sql, list: ListQuery): Sql {
  return sql`select s.id, row_number() over (order by ${order}) as place
    from (select * from (${rows}) s order by ${order} ${cut(list)}) s`;
}

/** A page of the songs that pass among at most `most` of a source; right when these were all, which `looked` tells. */
export function gathered(list: ListQuery, { sorted, order }: Order, source: Source, most: number): Parts {
  const selected = sql`s.id, s.created_at, ${sorted} as sorted, ${source.rest} as passes`;
  const once = source.repeats === true ? sql`distinct` : sql``;
  return {
    before: sql`with looked as materialized (${source.select(selected, limitOf(most))}),
      hit as (select ${once} id, created_at, sorted from looked where passes)`,
    page: placed(sql`select * from hit`, order, list),
    total: sql`(select least(count(*), ${sql.lit(mostCounted)}) from hit)`,
    looked: sql`(select count(*) from looked)`,
  };
}

/**
 * A page of the songs that pass among the first `most` of a list's order; right when it is full. The rows come in order
 * and are only let through or not, so the outer limit ends the walk without another sort.
 */
export function walked(list: ListQuery, filters: readonly Filter[], passes: Sql, most: number): Parts {
  const { sorted, order } = orderGiven(list);
  const selected = sql`s.id, s.created_at, s.name, s.artist, s.artist_id, s.name_folded, s.name_words, s.artist_words, ${sorted} as sorted`;
  const rows = walkOf(list, filters).select(selected, limitOf(most));
  const met = sql`select s.id, s.created_at, s.sorted from (select * from (${rows}) s order by ${order} ${limitOf(most)}) s
    where ${passes} ${cutTo(list)}`;
  return { page: placed(met, order, list), total: sql`0` };
}

export type Counted = { passing: number; isWhole: boolean };

/** How many songs pass among at most `most` of a source, and whether these were all it has. */
export async function countPassing(
  db: Executor,
  { select, rest, repeats }: Source,
  most: number,
): Promise<Counted> {
  const { rows } = await sql<{ passing: number; looked: number }>`
    select count(${repeats === true ? sql`distinct id` : sql`*`}) filter (where passes) as passing, count(*) as looked
    from (${select(sql`s.id, ${rest} as passes`, limitOf(most))}) looked`.execute(db);
  const { passing = 0, looked = 0 } = rows[0] ?? {};
  return { passing, isWhole: looked < most };
}
