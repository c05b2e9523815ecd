import { type ListQuery, MAX_COUNTED } from "@wrapsody/shared/api/page.ts";
import type { Executor } from "../../../platform/database/database.ts";
import type { Rows } from "../../../platform/database/list-query.ts";
import type { SongRow } from "../songs/song-presenter.ts";
import { type AgeOrder, readPrefixPage, readWordPage, type WordSearch } from "./inverted-index.data.ts";
import { searchPlan } from "./search-plan.ts";
import type { SearchQuery, TypedWord } from "./search-query.ts";

/** Counts are as old as their job, so a total that skips counting needs this margin. */
const CERTAIN_OVERFLOW = MAX_COUNTED * 1.15;

/** Returns the order if word lists, which are sorted by age, can serve it. */
function toAgeOrder({ sortRequested, sortKey, sortDir }: ListQuery): AgeOrder | undefined {
  if (sortRequested !== true) return "closest";
  if (sortKey !== "created_at") return undefined;
  return sortDir === "ASC" ? "oldest" : "newest";
}

/** Returns songs by one typed word; undefined if the request needs more than word lists. */
export async function findByWord(
  db: Executor,
  list: ListQuery,
  search: SearchQuery,
): Promise<Rows<SongRow> | undefined> {
  const order = toAgeOrder(list);
  const { field, word: meaning } = search;
  if (order === undefined || meaning === undefined) return undefined;
  // The lists are of one field each.
  if (field === "song" || field === "any") return undefined;
  const wordSearch = toWordSearch(field, search, meaning);
  const rowsThroughPage = list.offset + list.limit;
  const isCounted = wordSearch.prefix === undefined && wordSearch.total === undefined;
  if (order === "closest" && search.closeCount >= rowsThroughPage && !isCounted) {
    // Enough songs have the exact word, so completions come after the page. Counts may be outdated, hence the
    // length check.
    const page = await readWordPage(db, list, order, {
      ...wordSearch,
      words: wordSearch.words.filter(({ rank }) => rank === 1),
    });
    if (page.data.length === list.limit) return page;
  }
  if (wordSearch.prefix === undefined) return readWordPage(db, list, order, wordSearch);
  const estimate = { matches: search.wideCount, songs: search.songs };
  for (const step of searchPlan(rowsThroughPage, estimate)) {
    const page = await readPrefixPage(db, list, order, wordSearch, step);
    if (page !== undefined) return page;
  }
}

function toWordSearch(
  field: WordSearch["field"],
  { folded, literal }: SearchQuery,
  { typed, close, wide }: TypedWord,
): WordSearch {
  const isClose = (candidate: string) => close.some(({ word }) => word === candidate);
  const prefixed = wide.find((word) => word.isPrefix);
  const far = prefixed === undefined ? wide.map(({ word }) => word) : (prefixed.completions ?? []);
  const words = [...close.map(({ word }) => word), ...far.filter((word) => !isClose(word))];
  const isUncounted = [...wide, ...close].some(({ commonest }) => commonest >= CERTAIN_OVERFLOW);
  return {
    field,
    prefix: prefixed?.completions === undefined ? prefixed?.word : undefined,
    title: field === "name" && isClose(typed) ? { folded, literal } : undefined,
    words: words.map((word) => ({ word, rank: isClose(word) ? 1 : 2 })),
    total: isUncounted ? MAX_COUNTED : undefined,
  };
}
