import { type ListQuery, MAX_COUNTED } from "@wrapsody/shared/api/page.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { countUpTo, type Rows } from "../../../platform/database/list-query.ts";
import type { SongRow } from "../songs/song-presenter.ts";
import type { WordField } from "./dictionary.data.ts";
import { isCommonPage, type PageQuery, readPreparedPage, type Sql } from "./pagination.data.ts";
import type { PlanStep } from "./search-plan.ts";

/**
 * A search for one typed word. `song_word` stores the songs of each word by age, so a page merges the head of
 * each word's list.
 */
export type WordSearch = {
  field: Exclude<WordField, "other">;
  /** Songs with this title as typed come first, then those with this folded title. */
  title: { folded: string; literal: string } | undefined;
  /** Words of the catalogue; rank 1 comes before rank 2. */
  words: readonly { word: string; rank: number }[];
  /** A prefix of further words, whose songs come last. */
  prefix: string | undefined;
  /** The total, if it is certain without counting. */
  total: number | undefined;
};

export type AgeOrder = "closest" | "newest" | "oldest";

/** Returns a page of the songs with one of the words. The total includes songs with the prefix. */
export async function readWordPage(
  db: Executor,
  list: ListQuery,
  order: AgeOrder,
  search: WordSearch,
): Promise<Rows<SongRow>> {
  const counted = search.prefix !== undefined ? "prefixed" : search.words.length > 1 ? "several" : "single";
  const parts = (): PageQuery => ({
    cte: sql`with ${parametersCte()}`,
    page: mergeStreams(list, order, [...selectTitles(list, order), selectByWord(list, order)]),
    total: totalSql(counted),
  });
  const key = `words ${counted} ${queryShape(list, order)}`;
  return (await readPreparedPage(db, key, parts, ...toParameters(list, search))).rows;
}

/**
 * Like `readWordPage`, with the songs of the prefix. Returns undefined if the step ended before the page was
 * certain.
 */
export async function readPrefixPage(
  db: Executor,
  list: ListQuery,
  order: AgeOrder,
  search: WordSearch,
  { strategy, maxRows }: PlanStep,
): Promise<Rows<SongRow> | undefined> {
  const parts = () =>
    strategy === "filter-then-sort"
      ? filterThenSort(list, order, maxRows)
      : orderedScan(list, order, search, maxRows);
  const key = `prefixed ${strategy} ${maxRows} ${search.field} ${queryShape(list, order)}`;
  const { rows, scanned } = await readPreparedPage(db, key, parts, ...toParameters(list, search));
  const isCertain = strategy === "filter-then-sort" ? scanned < maxRows : rows.data.length === list.limit;
  return isCertain ? rows : undefined;
}

function filterThenSort(list: ListQuery, order: AgeOrder, limit: number): PageQuery {
  const rank = sql`case when k.word = ${parameter.beginning} then 1 else 2 end`;
  return {
    cte: sql`with ${parametersCte()}, prefixed as materialized (
      select k.song_id as id, k.created_at, ${rank} as rank from song_word k where ${hasPrefix} limit ${sql.lit(limit)})`,
    page: mergeStreams(list, order, [
      ...selectTitles(list, order),
      sql`(select id, created_at, rank from prefixed)`,
    ]),
    total: sql`(select least(count(distinct id), ${sql.lit(MAX_COUNTED)}) from prefixed)`,
    scanned: sql`(select count(*) from prefixed)`,
  };
}

/** Merges the songs of the words with a scan of all songs that tests the prefix. */
function orderedScan(list: ListQuery, order: AgeOrder, { field }: WordSearch, limit: number): PageQuery {
  const words = field === "name" ? sql`s.name_words` : sql`s.artist_words`;
  // Words of signs may contain quotes and backslashes.
  const quoted = sql`replace(replace(beginning, '\\', '\\\\'), '''', '''''')`;
  const beginning = sql`(select ('''' || ${quoted} || ''':*')::tsquery from params)`;
  const met = sql`(select s.id, s.created_at, 2 as rank from (
      select s.id, s.created_at, ${words} as words from song s where s.status = 'ACTIVE'
      order by ${byAge(order, sql`s.created_at`, sql`s.id`)} limit ${sql.lit(limit)}) s
    where s.words @@ ${beginning} ${limitThroughPage(list)})`;
  return {
    cte: sql`with ${parametersCte()}`,
    page: mergeStreams(list, order, [...selectTitles(list, order), selectByWord(list, order), met]),
    total: totalSql("prefixed"),
  };
}

/**
 * Puts the parameters into a materialized row that the planner cannot see into: it would plan again for each
 * value.
 */
function parametersCte(): Sql {
  return sql`params as materialized (
    select ${null}::"char" as field, ${null}::text as title, ${null}::text as literal, ${null}::text[] as words, ${null}::int[] as ranks,
      ${null}::text as beginning, ${null}::bigint as total, ${null}::bigint as shown, ${null}::bigint as skipped)`;
}

function toParameters({ limit, offset }: ListQuery, search: WordSearch): unknown[] {
  const [words, ranks] = [search.words.map(({ word }) => word), search.words.map(({ rank }) => rank)];
  const { field, title, prefix = null, total = null } = search;
  const [folded, literal] = [title?.folded ?? null, title?.literal ?? null];
  return [field === "name" ? "n" : "a", folded, literal, words, ranks, prefix, total, limit, offset];
}

const parameter = {
  field: sql`(select field from params)`,
  title: sql`(select title from params)`,
  literal: sql`(select literal from params)`,
  beginning: sql`(select beginning from params)`,
};

/** Returns the values that the SQL text depends on besides the parameters. */
function queryShape(list: ListQuery, order: AgeOrder): string {
  return `${order} ${isCommonPage(list) ? list.limit : "any"}`;
}

function limitThroughPage(list: ListQuery): Sql {
  return isCommonPage(list)
    ? sql`limit ${sql.lit(list.limit)}`
    : sql`limit (select shown + skipped from params)`;
}

function byAge(order: AgeOrder, createdAt: Sql, id: Sql): Sql {
  return order === "oldest" ? sql`${createdAt}, ${id}` : sql`${createdAt} desc, ${id} desc`;
}

/** Titles of signs are all folded to nothing, so only those as typed are the same. */
function selectTitles(list: ListQuery, order: AgeOrder): Sql[] {
  const select = (rank: Sql, condition: Sql) => sql`(select s.id, s.created_at, ${rank} as rank from song s
    where s.status = 'ACTIVE' and s.name_folded = ${parameter.title} and ${condition}
    order by ${byAge(order, sql`s.created_at`, sql`s.id`)} ${limitThroughPage(list)})`;
  return [
    select(sql`-1`, sql`lower(s.name) = ${parameter.literal}`),
    select(sql`0`, sql`s.name_folded <> ''`),
  ];
}

function selectByWord(list: ListQuery, order: AgeOrder): Sql {
  return sql`(select k.id, k.created_at, w.rank
    from params, unnest(params.words, params.ranks) w(word, rank)
    cross join lateral (
      select k.song_id as id, k.created_at from song_word k where k.field = ${parameter.field} and k.word = w.word
      order by ${byAge(order, sql`k.created_at`, sql`k.song_id`)} ${limitThroughPage(list)}) k)`;
}

/**
 * Ranks each song by its best stream. Taking offset + limit rows of each stream suffices: whatever is missing
 * has that many rows before it.
 */
function mergeStreams(list: ListQuery, order: AgeOrder, streams: readonly Sql[]): Sql {
  const rank = order === "closest" ? sql`min(rank)` : sql`0`;
  const ordered = sql`rank, ${byAge(order, sql`created_at`, sql`id`)}`;
  const cut = isCommonPage(list)
    ? sql`limit ${sql.lit(list.limit)}`
    : sql`limit (select shown from params) offset (select skipped from params)`;
  return sql`select id, row_number() over (order by ${ordered}) as place from (
    select id, created_at, ${rank} as rank from (${sql.join(streams, sql` union all `)}) found
    group by id, created_at order by ${ordered} ${cut}) ranked`;
}

const hasPrefix = sql`k.field = ${parameter.field} and k.word >= ${parameter.beginning} and k.word < ${parameter.beginning} || chr(1114111)`;

/** More rows than this seldom contain fewer than `MAX_COUNTED` songs. */
const FEW_ROWS = MAX_COUNTED * 1.5;
/** A folded text of a thousand characters has no more words. */
const MAX_WORDS_PER_SONG = 500;

/** Returns the known total, or counts distinct songs up to `MAX_COUNTED`. */
function totalSql(counted: "single" | "several" | "prefixed"): Sql {
  const songsOf = (limit: number) => sql`select k.song_id from params, unnest(params.words) w(word)
    cross join lateral (
      select k.song_id from song_word k where k.field = ${parameter.field} and k.word = w.word limit ${sql.lit(limit)}) k`;
  const prefixedRows = sql`select k.song_id from song_word k where ${hasPrefix}`;
  const counts = {
    single: () => countUpTo(songsOf(MAX_COUNTED)),
    several: () => countDistinct(songsOf(MAX_COUNTED), songsOf(MAX_COUNTED)),
    prefixed: () =>
      countDistinct(prefixedRows, sql`${prefixedRows} limit ${sql.lit(MAX_COUNTED * MAX_WORDS_PER_SONG)}`),
  };
  return sql`(select case when total is not null then total else ${counts[counted]()} end from params)`;
}

/** Counting a few rows mostly suffices; `all` is only read if it does not. */
function countDistinct(few: Sql, all: Sql): Sql {
  const maxCount = sql.lit(MAX_COUNTED);
  return sql`(select case when songs >= ${maxCount} or read < ${sql.lit(FEW_ROWS)} then least(songs, ${maxCount})
      else (select least(count(distinct song_id), ${maxCount}) from (${all}) every) end
    from (select count(*) as read, count(distinct song_id) as songs from (${few} limit ${sql.lit(FEW_ROWS)}) few) counted)`;
}
