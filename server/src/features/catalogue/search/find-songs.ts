import type { Filter, ListQuery } from "@wrapsody/shared/api/page.ts";
import type { Executor } from "../../../platform/database/database.ts";
import type { Rows } from "../../../platform/database/list-query.ts";
import { Failure } from "../../../platform/failure.ts";
import type { SongRow } from "../songs/song-presenter.ts";
import { listAllSongs } from "./page-queries.data.ts";
import { listSongs, searchSongs } from "./ranked-search.data.ts";
import { resolveLooseQuery, resolveQuery, type SearchQuery } from "./search-query.ts";
import { findByWord } from "./word-search.ts";

const noSongs: Rows<SongRow> = { data: [], total: 0 };

/**
 * Returns a page of the public songs that pass every filter of `getSongs`.
 *
 * @throws Failure E0007 for a filter by tag other than `==`
 */
export async function findSongs(db: Executor, list: ListQuery): Promise<Rows<SongRow>> {
  // An empty search is no filter.
  const filters = list.filters
    .filter(({ operator, value }) => operator !== "~~" || String(value).trim() !== "")
    .map(compareTitle);
  if (filters.some(({ key, operator }) => key === "tag" && operator !== "=="))
    throw new Failure("E0007", { errors: [{ field: "tag", message: "This filter only supports ==." }] });
  const fuzzy = filters.filter(({ operator }) => operator === "~~");
  const others = filters.filter(({ operator }) => operator !== "~~");
  if (filters.length === 0) return listAllSongs(db, list);
  if (fuzzy.length === 0) return listSongs(db, list, filters);
  const page = await runSearch(db, list, await resolveAll(db, fuzzy, resolveQuery), others);
  if (page.total > 0) return page;
  return runSearch(db, list, await resolveAll(db, fuzzy, resolveLooseQuery), others);
}

/** Only a search reads title and artist together; the other operators compare `text` with the title. */
function compareTitle(filter: Filter): Filter {
  return filter.key === "text" && filter.operator !== "~~" ? { ...filter, key: "name" } : filter;
}

/** Returns a page of the public songs whose titles and credited artists contain the words together, closest first. */
export async function findSongsByText(
  db: Executor,
  text: string,
  page: Pick<ListQuery, "limit" | "offset">,
): Promise<Rows<SongRow>> {
  const list: ListQuery = { ...page, sortKey: "created_at", sortDir: "DESC", filters: [] };
  for (const resolve of [resolveQuery, resolveLooseQuery]) {
    const found = await runSearch(db, list, [await resolve(db, "song", text)], []);
    if (found.total > 0) return found;
  }
  return noSongs;
}

type Resolve = (db: Executor, field: SearchQuery["field"], text: string) => Promise<SearchQuery | undefined>;

/** What a filter `~~` searches: `text` is the title and the credited artist together. */
const fuzzyFields: Readonly<Record<string, SearchQuery["field"]>> = {
  name: "name",
  artist: "artist",
  text: "song",
};

function resolveAll(
  db: Executor,
  fuzzy: readonly Filter[],
  read: Resolve,
): Promise<(SearchQuery | undefined)[]> {
  return Promise.all(fuzzy.map(({ key, value }) => read(db, fuzzyFields[key] ?? "name", String(value))));
}

async function runSearch(
  db: Executor,
  list: ListQuery,
  meant: readonly (SearchQuery | undefined)[],
  filters: readonly Filter[],
): Promise<Rows<SongRow>> {
  const searches = meant.filter((query) => query !== undefined);
  const [first, second] = searches;
  if (first === undefined || searches.length < meant.length) return noSongs;
  const isOneWord = second === undefined && filters.length === 0;
  const page = isOneWord ? await findByWord(db, list, first) : undefined;
  return page ?? searchSongs(db, list, searches, filters);
}
