import { type Filter, type ListQuery, mostCounted } from "@wrapsody/shared/page.ts";
import { type Executor, sql } from "../../platform/database.ts";
import { type Rows, whereOf } from "../../platform/list.ts";
import { attempts, type Expected } from "./attempts.ts";
import type { SongRow } from "./nouns.ts";
import type { Search } from "./search.ts";
import { columns, type Source, sourcesOf, walkOf } from "./song-filters.data.ts";
import { countPassing, gathered, listInOrder, type Order, orderGiven, walked } from "./song-list.data.ts";
import { readIds, readPage, readSongs, type Sql } from "./song-page.data.ts";
import { byCloseness, isSame, matching, sameTitles, sourceOf } from "./song-search.data.ts";

/** The least power of two by which `mostCounted` songs can be counted. */
const fewest = 2 ** Math.ceil(Math.log2(mostCounted));

/** Songs that a filter is thought to let through until more is known: most are for one artist. */
const sizeOfUnknown = 256;

/** Public songs by exact filters. */
export async function listSongs(
  db: Executor,
  list: ListQuery,
  filters: readonly Filter[],
): Promise<Rows<SongRow>> {
  if (walkOf(list, filters).isExact) return listInOrder(db, list, filters);
  return findPage(db, list, {
    filters,
    passes: whereOf(filters, columns),
    sources: sourcesOf(filters, sql`true`),
    order: orderGiven(list),
  });
}

/**
 * Public songs that match one search or several and pass exact filters: with one the closest first and then the newest,
 * with several the newest first, or in the order that was asked for.
 */
export async function searchSongs(
  db: Executor,
  list: ListQuery,
  searches: readonly Search[],
  filters: readonly Filter[],
): Promise<Rows<SongRow>> {
  const [ranked, second] = list.sortGiven === true ? [] : searches;
  const question = questionOf(searches, filters);
  return ranked === undefined || second !== undefined
    ? findPage(db, list, { ...question, order: orderGiven(list) })
    : findPage(db, list, { ...question, order: byCloseness(ranked), ranked });
}

type Question = {
  filters: readonly Filter[];
  /** All that songs must pass. */
  passes: Sql;
  /** Each finds all songs that pass, and others. */
  sources: readonly Source[];
  order: Order;
  /** The search whose closest songs come first, where they do. */
  ranked?: Search;
  expected?: Expected;
};

function questionOf(searches: readonly Search[], filters: readonly Filter[]): Omit<Question, "order"> {
  const found = sql.join(
    searches.map((search) => matching(search, "wide")),
    sql` and `,
  );
  const filtered = whereOf(filters, columns);
  const bySearch = searches.map((search) => {
    const others = searches.filter((other) => other !== search).map((other) => matching(other, "wide"));
    return sourceOf(search, "wide", sql.join([filtered, ...others], sql` and `));
  });
  return {
    filters,
    passes: sql`${found} and ${filtered}`,
    sources: [...bySearch, ...sourcesOf(filters, found)],
    ...(filters.length === 0 ? { expected: expectedOf(searches) } : {}),
  };
}

/** As if the words of artists and titles were independent of each other. */
function expectedOf(searches: readonly Search[]): Expected {
  const songs = Math.max(1, ...searches.map((search) => search.songs));
  return { songs, found: searches.reduce((found, search) => (found * search.wideCount) / songs, songs) };
}

/**
 * A page of the songs that pass, found by whichever way is shorter. Nothing that is planned by frequencies decides it:
 * those of artists and names together are not known to anybody.
 */
async function findPage(db: Executor, list: ListQuery, question: Question): Promise<Rows<SongRow>> {
  const { sources, order, filters, passes, ranked } = question;
  const tooLarge = new Map<Source, number>();
  let total = 0;
  const countAll = async () => (total === mostCounted ? total : countSongs(db, sources));
  for (const { way, most } of attempts(list.offset + list.limit, question.expected)) {
    if (way === "gather") {
      for (const source of smallSources(sources, most, tooLarge)) {
        const { rows, looked } = await readPage(db, gathered(list, order, source, most));
        if (looked < most) return rows;
        tooLarge.set(source, most);
        total = Math.max(total, rows.total);
      }
    } else if (ranked !== undefined) {
      return { data: await closestSongs(db, list, ranked, filters), total: await countAll() };
    } else {
      const { data } = (await readPage(db, walked(list, filters, passes, most))).rows;
      if (data.length === list.limit) return { data, total: await countAll() };
    }
  }
  return { data: [], total: 0 };
}

/**
 * The sources that can be gathered within a bound, those first that should be the smallest; what was found too large is
 * known to be so the next time.
 */
function smallSources(sources: readonly Source[], most: number, tooLarge: Map<Source, number>): Source[] {
  const sizeOf = (source: Source) => Math.max(source.expected ?? sizeOfUnknown, tooLarge.get(source) ?? 0);
  return sources.filter((source) => sizeOf(source) * 0.8 < most).toSorted((a, b) => sizeOf(a) - sizeOf(b));
}

/**
 * Counts up to `mostCounted`: sooner or later that many pass, or one source has no more. The source goes on of which the
 * greatest share has passed.
 */
async function countSongs(db: Executor, sources: readonly Source[]): Promise<number> {
  const counts = sources.map((source) => ({ source, most: fewest / 2, share: 1 }));
  for (;;) {
    const best = counts.reduce((a, b) => (b.share > a.share ? b : a));
    best.most *= 2;
    const { passing, isWhole } = await countPassing(db, best.source, best.most);
    if (isWhole || passing >= mostCounted) return Math.min(passing, mostCounted);
    best.share = passing / best.most;
  }
}

/** Of a search that finds many songs: same titles, songs with the very words, and the rest, each the newest first. */
async function closestSongs(
  db: Executor,
  list: ListQuery,
  ranked: Search,
  filters: readonly Filter[],
): Promise<SongRow[]> {
  const wanted = list.offset + list.limit;
  const filtered = whereOf(filters, columns);
  const { ids } = await readIds(db, sameTitles(ranked, filtered, wanted));
  const isOther = sql`${filtered} and not ${isSame(ranked)}`;
  const kinds = [
    { closeness: "close", count: ranked.closeCount, rest: isOther },
    {
      closeness: "wide",
      count: ranked.wideCount,
      rest: sql`${isOther} and not ${matching(ranked, "close")}`,
    },
  ] as const;
  for (const { closeness, count, rest } of kinds) {
    if (ids.length >= wanted || (closeness === "close" && ranked.close === undefined)) continue;
    const passes = sql`${matching(ranked, closeness)} and ${rest}`;
    const sources = [sourceOf(ranked, closeness, rest), ...sourcesOf(filters, passes)];
    const expected = filters.length === 0 ? { expected: { found: count, songs: ranked.songs } } : {};
    const newest = await newestIds(db, wanted - ids.length, { filters, passes, sources, ...expected });
    ids.push(...newest);
  }
  return readSongs(db, ids.slice(list.offset, wanted));
}

async function newestIds(db: Executor, wanted: number, question: Omit<Question, "order">): Promise<number[]> {
  const { sources, filters, passes } = question;
  const tooLarge = new Map<Source, number>();
  const newest: ListQuery = { limit: wanted, offset: 0, sortKey: "created_at", sortDir: "DESC", filters: [] };
  for (const { way, most } of attempts(wanted, question.expected)) {
    if (way === "gather") {
      for (const source of smallSources(sources, most, tooLarge)) {
        const { ids, looked } = await readIds(db, gathered(newest, orderGiven(newest), source, most));
        if (looked < most) return ids;
        tooLarge.set(source, most);
      }
    } else {
      const { ids } = await readIds(db, walked(newest, filters, passes, most));
      if (ids.length === wanted) return ids;
    }
  }
  return [];
}
