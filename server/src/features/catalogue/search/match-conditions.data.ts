import { sql } from "../../../platform/database/database.ts";
import type { IndexSource } from "./filter-indexes.data.ts";
import type { SongOrder } from "./page-queries.data.ts";
import { hiddenFromPlanner, limitThroughPage, type PageQuery, type Sql } from "./pagination.data.ts";
import type { SearchQuery, WordMatch } from "./search-query.ts";

/** Which songs of a search: those with the very words, or all. */
export type Closeness = "close" | "wide";

/** Songs that match a search: by one word from the list of its songs, by several from the index of all words of a song. */
export function searchSource(search: SearchQuery, closeness: Closeness, residual: Sql): IndexSource {
  const [meaning, another] = search.words;
  const estimatedSize = closeness === "close" ? search.closeCount : search.wideCount;
  if (meaning !== undefined && another === undefined) {
    const rows = selectByWords(search, meaning[closeness]);
    const select = (selected: Sql, limit: Sql) => sql`select ${selected} from (${rows} ${limit}) k
      cross join lateral (select * from song s where s.id = k.song_id offset 0) s`;
    return { select, residual, estimatedSize, hasDuplicates: true };
  }
  const where = sql`s.status = 'ACTIVE' and ${matchesQuery(search, closeness)}`;
  const select = (selected: Sql, limit: Sql) => sql`
    select * from (select ${selected} from song s where ${where} offset 0) s ${limit}`;
  return { select, residual, estimatedSize };
}

function selectByWords({ field }: SearchQuery, words: readonly WordMatch[]): Sql {
  const isField = field === "name" ? sql`k.field = 'n'` : sql`k.field = 'a'`;
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

/** Whether a song has the words. Nothing is close when a word is known from its errors alone. */
export function matchesQuery({ field, close, wide }: SearchQuery, closeness: Closeness): Sql {
  const query = closeness === "close" ? close : wide;
  if (query === undefined) return sql`false`;
  return field === "name"
    ? sql`s.name_words @@ ${hiddenFromPlanner(query, "tsquery")}`
    : sql`s.artist_words @@ ${hiddenFromPlanner(query, "tsquery")}`;
}

/** Whether the title is what was typed, and nothing else. Artists are many songs each, so there it tells nothing. */
export function isExactTitle({ field, folded }: SearchQuery): Sql {
  return field === "name" ? sql`s.name_folded = ${hiddenFromPlanner(folded, "text")}` : sql`false`;
}

/** The closest first, then the newest. */
export function closenessOrder(search: SearchQuery): SongOrder {
  return {
    sortValue: sql`case when ${isExactTitle(search)} then 2 when ${matchesQuery(search, "close")} then 1 else 0 end`,
    order: sql`s.sorted desc, s.created_at desc, s.id desc`,
  };
}

/** The newest songs whose title is what was typed, and that pass. */
export function exactTitlesPage(search: SearchQuery, passes: Sql, wanted: number): PageQuery {
  const page = sql`select s.id, row_number() over (order by s.created_at desc, s.id desc) as place from song s
    where s.status = 'ACTIVE' and ${isExactTitle(search)} and ${passes}
    order by s.created_at desc, s.id desc ${limitThroughPage({ limit: wanted, offset: 0 })}`;
  return { page, total: sql`0` };
}
