import { type Filter, type ListQuery, MAX_COUNTED } from "@wrapsody/shared/api/page.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import type { Rows } from "../../../platform/database/list-query.ts";
import type { SongRow } from "../songs/song-presenter.ts";
import { filterSources, type IndexSource, orderedIndex, passesFilters } from "./filter-indexes.data.ts";
import {
  closenessOrder,
  exactTitlesPage,
  isExactTitle,
  matchesQuery,
  searchSource,
} from "./match-conditions.data.ts";
import {
  countPassing,
  filterThenSort,
  listByIndexOrder,
  orderedScan,
  requestedOrder,
  type SongOrder,
} from "./page-queries.data.ts";
import { readIds, readPage, readSongsById, type Sql } from "./pagination.data.ts";
import { type MatchEstimate, searchPlan } from "./search-plan.ts";
import type { SearchQuery } from "./search-query.ts";

/** Smallest power of two that can count up to `MAX_COUNTED`. */
const MIN_COUNT_ROWS = 2 ** Math.ceil(Math.log2(MAX_COUNTED));

/** Assumed size of a filter until more is known; most filters select one artist. */
const UNKNOWN_SOURCE_SIZE = 256;

/** Returns a page of public songs by exact filters. */
export async function listSongs(
  db: Executor,
  list: ListQuery,
  filters: readonly Filter[],
): Promise<Rows<SongRow>> {
  if (orderedIndex(list, filters).isExact) return listByIndexOrder(db, list, filters);
  return findPage(db, list, {
    filters,
    condition: passesFilters(filters),
    sources: filterSources(filters, sql`true`),
    order: requestedOrder(list),
  });
}

/**
 * Returns a page of public songs that match the searches and filters: closest first for one search, else
 * newest first, or in the requested order.
 */
export async function searchSongs(
  db: Executor,
  list: ListQuery,
  searches: readonly SearchQuery[],
  filters: readonly Filter[],
): Promise<Rows<SongRow>> {
  const [ranked, second] = list.sortRequested === true ? [] : searches;
  const question = toSearchRequest(searches, filters);
  return ranked === undefined || second !== undefined
    ? findPage(db, list, { ...question, order: requestedOrder(list) })
    : findPage(db, list, { ...question, order: closenessOrder(ranked), ranked });
}

type SearchRequest = {
  filters: readonly Filter[];
  /** The condition that all songs must pass. */
  condition: Sql;
  /** Each contains all matching songs and others. */
  sources: readonly IndexSource[];
  order: SongOrder;
  /** The search to rank by, if any. */
  ranked?: SearchQuery;
  estimate?: MatchEstimate;
};

function toSearchRequest(
  searches: readonly SearchQuery[],
  filters: readonly Filter[],
): Omit<SearchRequest, "order"> {
  const matchesAll = sql.join(
    searches.map((search) => matchesQuery(search, "wide")),
    sql` and `,
  );
  const filtered = passesFilters(filters);
  const bySearch = searches.map((search) => {
    const others = searches.filter((other) => other !== search).map((other) => matchesQuery(other, "wide"));
    return searchSource(search, "wide", sql.join([filtered, ...others], sql` and `));
  });
  return {
    filters,
    condition: sql`${matchesAll} and ${filtered}`,
    sources: [...bySearch, ...filterSources(filters, matchesAll)],
    ...(filters.length === 0 ? { estimate: estimateMatches(searches) } : {}),
  };
}

/** Assumes that words of artists and titles are independent. */
function estimateMatches(searches: readonly SearchQuery[]): MatchEstimate {
  const songs = Math.max(1, ...searches.map((search) => search.songs));
  return {
    songs,
    matches: searches.reduce((product, search) => (product * search.wideCount) / songs, songs),
  };
}

/**
 * Returns a page by whichever strategy finishes first. No planner estimate decides it, because the joint
 * frequency of artists and names is unknown.
 */
async function findPage(db: Executor, list: ListQuery, question: SearchRequest): Promise<Rows<SongRow>> {
  const { sources, order, filters, condition, ranked } = question;
  const tooLarge = new Map<IndexSource, number>();
  let total = 0;
  const countAll = async () => (total === MAX_COUNTED ? total : countSongs(db, sources));
  for (const { strategy, maxRows } of searchPlan(list.offset + list.limit, question.estimate)) {
    if (strategy === "filter-then-sort") {
      for (const source of sourcesWithin(sources, maxRows, tooLarge)) {
        const { rows, scanned } = await readPage(db, filterThenSort(list, order, source, maxRows));
        if (scanned < maxRows) return rows;
        tooLarge.set(source, maxRows);
        total = Math.max(total, rows.total);
      }
    } else if (ranked !== undefined) {
      return { data: await rankByCloseness(db, list, ranked, filters), total: await countAll() };
    } else {
      const { data } = (await readPage(db, orderedScan(list, filters, condition, maxRows))).rows;
      if (data.length === list.limit) return { data, total: await countAll() };
    }
  }
  return { data: [], total: 0 };
}

/**
 * Returns the sources expected to fit into `limit` rows, smallest first; sources that proved too large are
 * excluded.
 */
function sourcesWithin(
  sources: readonly IndexSource[],
  limit: number,
  tooLarge: Map<IndexSource, number>,
): IndexSource[] {
  const sizeOf = (source: IndexSource) =>
    Math.max(source.estimatedSize ?? UNKNOWN_SOURCE_SIZE, tooLarge.get(source) ?? 0);
  return sources.filter((source) => sizeOf(source) * 0.8 < limit).toSorted((a, b) => sizeOf(a) - sizeOf(b));
}

/**
 * Counts up to `MAX_COUNTED`: until enough songs pass or one source is exhausted. Continues with the source
 * of the highest pass rate.
 */
async function countSongs(db: Executor, sources: readonly IndexSource[]): Promise<number> {
  const counts = sources.map((source) => ({ source, limit: MIN_COUNT_ROWS / 2, share: 1 }));
  for (;;) {
    const best = counts.reduce((a, b) => (b.share > a.share ? b : a));
    best.limit *= 2;
    const { passing, isWhole } = await countPassing(db, best.source, best.limit);
    if (isWhole || passing >= MAX_COUNTED) return Math.min(passing, MAX_COUNTED);
    best.share = passing / best.limit;
  }
}

/**
 * Ranks a search with many matches: exact titles, songs with the typed words, then the rest, each newest
 * first.
 */
async function rankByCloseness(
  db: Executor,
  list: ListQuery,
  ranked: SearchQuery,
  filters: readonly Filter[],
): Promise<SongRow[]> {
  const rowsThroughPage = list.offset + list.limit;
  const filtered = passesFilters(filters);
  const { ids } = await readIds(db, exactTitlesPage(ranked, filtered, rowsThroughPage));
  const isOther = sql`${filtered} and not ${isExactTitle(ranked)}`;
  const kinds = [
    { closeness: "close", count: ranked.closeCount, rest: isOther },
    {
      closeness: "wide",
      count: ranked.wideCount,
      rest: sql`${isOther} and not ${matchesQuery(ranked, "close")}`,
    },
  ] as const;
  for (const { closeness, count, rest } of kinds) {
    if (ids.length >= rowsThroughPage || (closeness === "close" && ranked.close === undefined)) continue;
    const passes = sql`${matchesQuery(ranked, closeness)} and ${rest}`;
    const sources = [searchSource(ranked, closeness, rest), ...filterSources(filters, passes)];
    const estimate = filters.length === 0 ? { estimate: { matches: count, songs: ranked.songs } } : {};
    const newest = await findNewestIds(db, rowsThroughPage - ids.length, {
      filters,
      condition: passes,
      sources,
      ...estimate,
    });
    ids.push(...newest);
  }
  return readSongsById(db, ids.slice(list.offset, rowsThroughPage));
}

async function findNewestIds(
  db: Executor,
  limit: number,
  question: Omit<SearchRequest, "order">,
): Promise<number[]> {
  const { sources, filters, condition } = question;
  const tooLarge = new Map<IndexSource, number>();
  const newest: ListQuery = { limit, offset: 0, sortKey: "created_at", sortDir: "DESC", filters: [] };
  for (const { strategy, maxRows } of searchPlan(limit, question.estimate)) {
    if (strategy === "filter-then-sort") {
      for (const source of sourcesWithin(sources, maxRows, tooLarge)) {
        const { ids, scanned } = await readIds(
          db,
          filterThenSort(newest, requestedOrder(newest), source, maxRows),
        );
        if (scanned < maxRows) return ids;
        tooLarge.set(source, maxRows);
      }
    } else {
      const { ids } = await readIds(db, orderedScan(newest, filters, condition, maxRows));
      if (ids.length === limit) return ids;
    }
  }
  return [];
}
