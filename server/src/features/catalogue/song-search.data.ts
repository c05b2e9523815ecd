import { sql } from "../../platform/database.ts";
import type { Search, Word } from "./search.ts";
import type { Source } from "./song-filters.data.ts";
import type { Order } from "./song-list.data.ts";
import { cutTo, type Parts, type Sql, unseen } from "./song-page.data.ts";

/** Which songs of a search: those with the very words, or all. */
export type Closeness = "close" | "wide";

/** Songs that match a search: by one word from the list of its songs, by several from the index of all words of a song. */
export function sourceOf(search: Search, closeness: Closeness, rest: Sql): Source {
  const [meaning, another] = search.meanings;
  const expected = closeness === "close" ? search.closeCount : search.wideCount;
  if (meaning !== undefined && another === undefined) {
    const rows = songsWith(search, meaning[closeness]);
    const select = (selected: Sql, limit: Sql) => sql`select ${selected} from (${rows} ${limit}) k
      cross join lateral (select * from song s where s.id = k.song_id offset 0) s`;
    return { select, rest, expected, repeats: true };
  }
  const where = sql`s.status = 'ACTIVE' and ${matching(search, closeness)}`;
  const select = (selected: Sql, limit: Sql) => sql`
    select * from (select ${selected} from song s where ${where} offset 0) s ${limit}`;
  return { select, rest, expected };
}

function songsWith({ field }: Search, words: readonly Word[]): Sql {
  const isField = field === "name" ? sql`k.field = 'n'` : sql`k.field = 'a'`;
  const beginning = words.find((word) => word.beginning);
  if (beginning !== undefined) {
    const begins = unseen(beginning.word, "text");
    return sql`select k.song_id from song_word k
      where ${isField} and k.word >= ${begins} and k.word < ${begins} || chr(1114111)`;
  }
  const exact = unseen(
    words.map(({ word }) => word),
    "text[]",
  );
  return sql`select k.song_id from unnest(${exact}) w(word)
    cross join lateral (select k.song_id from song_word k where ${isField} and k.word = w.word offset 0) k`;
}

/** Whether a song has the words. Nothing is close when a word is known from its errors alone. */
export function matching({ field, close, wide }: Search, closeness: Closeness): Sql {
  const query = closeness === "close" ? close : wide;
  if (query === undefined) return sql`false`;
  return field === "name"
    ? sql`s.name_words @@ ${unseen(query, "tsquery")}`
    : sql`s.artist_words @@ ${unseen(query, "tsquery")}`;
}

/** Whether the title is what was typed, and nothing else. Artists are many songs each, so there it tells nothing. */
export function isSame({ field, folded }: Search): Sql {
  return field === "name" ? sql`s.name_folded = ${unseen(folded, "text")}` : sql`false`;
}

/** The closest first, then the newest. */
export function byCloseness(search: Search): Order {
  return {
    sorted: sql`case when ${isSame(search)} then 2 when ${matching(search, "close")} then 1 else 0 end`,
    order: sql`s.sorted desc, s.created_at desc, s.id desc`,
  };
}

/** The newest songs whose title is what was typed, and that pass. */
export function sameTitles(search: Search, passes: Sql, wanted: number): Parts {
  const page = sql`select s.id, row_number() over (order by s.created_at desc, s.id desc) as place from song s
    where s.status = 'ACTIVE' and ${isSame(search)} and ${passes}
    order by s.created_at desc, s.id desc ${cutTo({ limit: wanted, offset: 0 })}`;
  return { page, total: sql`0` };
}
