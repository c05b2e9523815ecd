import { sql } from "../../../platform/database/database.ts";
import type { IndexSource } from "./filter-indexes.data.ts";
import type { SongOrder } from "./page-queries.data.ts";
import { hiddenFromPlanner, limitThroughPage, type PageQuery, type Sql } from "./pagination.data.ts";
import type { SearchField, SearchQuery, WordMatch } from "./search-query.ts";

/** `close`: songs with the typed words themselves; `wide`: all matches. */
export type Closeness = "close" | "wide";

/** Returns the source of a search: the word's list for one word, the full-text index for several. */
export function searchSource(search: SearchQuery, closeness: Closeness, residual: Sql): IndexSource {
  const estimatedSize = closeness === "close" ? search.closeCount : search.wideCount;
  if (search.word !== undefined) {
    const rows = selectByWords(search, search.word[closeness]);
    const select = (selected: Sql, limit: Sql) => sql`select ${selected} from (${rows} ${limit}) k
      cross join lateral (select * from song s where s.id = k.song_id offset 0) s`;
    return { select, residual, estimatedSize, hasDuplicates: true };
  }
  const where = sql`s.status = 'ACTIVE' and ${matchesQuery(search, closeness)}`;
  const select = (selected: Sql, limit: Sql) => sql`
    select * from (select ${selected} from song s where ${where} offset 0) s ${limit}`;
  return { select, residual, estimatedSize };
}

/** Selects the rows of `song_word k` that a search for one word reads. */
const songWordFields = {
  name: sql`k.field = 'n'`,
  artist: sql`k.field = 'a'`,
  song: sql`k.field in ('n', 'a')`,
  any: sql`k.field in ('n', 'a')`,
} satisfies Record<SearchField, Sql>;

function selectByWords({ field }: SearchQuery, words: readonly WordMatch[]): Sql {
  const isField = songWordFields[field];
  const beginning = words.find((word) => word.isPrefix);
  if (beginning !== undefined) {
    const begins = hiddenFromPlanner(beginning.word, "text");
    return sql`select k.song_id from song_word k
      where ${isField} and k.word >= ${begins} and k.word < ${begins} || chr(1114111)`;
  }
  const exact = hiddenFromPlanner(
    words.map(({ word }) => word),
    "text[]",
  );
  return sql`select k.song_id from unnest(${exact}) w(word)
    cross join lateral (select k.song_id from song_word k where ${isField} and k.word = w.word offset 0) k`;
}

const songWords = {
  name: sql`s.name_words`,
  artist: sql`s.artist_words`,
  song: sql`(s.name_words || s.artist_words)`,
  any: sql`(s.name_words || s.artist_words)`,
} satisfies Record<SearchField, Sql>;

/** Tests whether a song contains the words. Nothing is close if a word is only a correction. */
export function matchesQuery({ field, close, wide }: SearchQuery, closeness: Closeness): Sql {
  const query = closeness === "close" ? close : wide;
  if (query === undefined) return sql`false`;
  return sql`${songWords[field]} @@ ${hiddenFromPlanner(query, "tsquery")}`;
}

/**
 * Tests whether the title is the typed text, ignoring accents and signs; titles of signs are compared as they are. Artists have many songs, so
 * it does not apply to them.
 */
export function isExactTitle(search: SearchQuery): Sql {
  if (search.field === "artist") return sql`false`;
  if (search.folded === "") return isLiteralTitle(search);
  return hasFoldedTitle(search);
}

const hasFoldedTitle = ({ folded }: SearchQuery) => sql`s.name_folded = ${hiddenFromPlanner(folded, "text")}`;

/** The first condition is that of an index. */
function isLiteralTitle(search: SearchQuery): Sql {
  if (search.field === "artist") return sql`false`;
  return sql`(${hasFoldedTitle(search)} and lower(s.name) = ${hiddenFromPlanner(search.literal, "text")})`;
}

/** Closest first, then newest. */
export function closenessOrder(search: SearchQuery): SongOrder {
  return {
    sortValue: sql`case when ${isLiteralTitle(search)} then 3 when ${isExactTitle(search)} then 2
      when ${matchesQuery(search, "close")} then 1 else 0 end`,
    order: sql`s.sorted desc, s.created_at desc, s.id desc`,
  };
}

/** Selects the songs whose title is the typed text and that pass: those with its accents and signs first, then newest first. */
export function exactTitlesPage(search: SearchQuery, passes: Sql, limit: number): PageQuery {
  const order = sql`${isLiteralTitle(search)} desc, s.created_at desc, s.id desc`;
  const page = sql`select s.id, row_number() over (order by ${order}) as place from song s
    where s.status = 'ACTIVE' and ${isExactTitle(search)} and ${passes}
    order by ${order} ${limitThroughPage({ limit, offset: 0 })}`;
  return { page, total: sql`0` };
}
