import { MAX_COUNTED } from "@wrapsody/shared/api/page.ts";
import type { FoundAlbum, FoundArtist, FoundTag } from "@wrapsody/shared/catalogue/search.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import type { Rows } from "../../../platform/database/list-query.ts";
import { imageColumn } from "../../artwork/index.ts";
import { isPublicArtist } from "../restrictions.data.ts";
import type { SongRow } from "../songs/song-presenter.ts";
import { songColumns, songTables } from "../songs/songs.data.ts";
import { hiddenFromPlanner, type Page, type Sql } from "./pagination.data.ts";
import type { SearchQuery } from "./search-query.ts";

/** Candidates of each search. Totals count up to this number. */
const candidates = sql`limit ${sql.lit(MAX_COUNTED)}`;
/** Lyrics are long, so fewer are compared with the typed text. */
const lyricCandidates = sql`limit 200`;

/** What a search compares of a kind: the text, its folded form, and the words of that form, as an index has them. */
type SearchedText = { text: Sql; folded: Sql; words: Sql; own: Sql };

/**
 * Names the columns of `alias` that a search compares. `own` has the words of a text if they are not those of its folded form, which `words`
 * computes.
 */
export function searchedText(
  alias: string,
  column: string,
  folded: Sql,
  words = sql`words_of(${folded})`,
): SearchedText {
  const [text, own] = [sql.ref(`${alias}.${column}`), sql.ref(`${alias}.words`)];
  return { text, folded, words, own };
}

/** Matches the words of a text, or words that they may stand for. */
export function containsWords(searched: SearchedText, { wide }: SearchQuery): Sql {
  return hasWords(searched, wide);
}

function hasWords({ words, own }: SearchedText, query: string): Sql {
  const tsquery = hiddenFromPlanner(query, "tsquery");
  return sql`(${own} @@ ${tsquery} or (${own} is null and ${words} @@ ${tsquery}))`;
}

/** Ranks names: 0 for the typed text, 1 for the same without signs and accents, 2 for names with its words, 3 for others. */
export function nameRank(searched: SearchedText, { folded, literal, close }: SearchQuery): Sql {
  const isClose = close === undefined ? sql`false` : hasWords(searched, close);
  const isFolded =
    folded === "" ? sql`false` : sql`${searched.folded} = ${hiddenFromPlanner(folded, "text")}`;
  return sql`case when lower(${searched.text}) = ${hiddenFromPlanner(literal, "text")} then 0 when ${isFolded} then 1
    when ${isClose} then 2 else 3 end`;
}

/**
 * Returns a page of what a search found. `found` selects `id` and `place`, by which rows are sorted; `shown` selects a row
 * of `page.id`.
 */
export async function readFound<Row>(
  db: Executor,
  { found, shown, page }: { found: Sql; shown: Sql; page: Page },
): Promise<Rows<Row>> {
  const { rows } = await sql<{ data: Row[]; total: number }>`
    with found as materialized (${found})
    select (select count(*) from found) as total, coalesce((
      select json_agg(to_json(shown) order by page.place)
      from (select * from found order by place limit ${page.limit} offset ${page.offset}) page
      cross join lateral (${shown}) shown
    ), '[]') as data`.execute(db);
  return rows[0] ?? { data: [], total: 0 };
}

/** Finds artists with a public song by their names. */
export function findArtists(db: Executor, query: SearchQuery, page: Page): Promise<Rows<FoundArtist>> {
  const name = searchedText("a", "name", sql`a.name_folded`);
  return readFound(db, {
    page,
    found: sql`
      select a.id, row_number() over (order by ${nameRank(name, query)}, a.name_folded, a.id) as place
      from (select * from artist a where ${containsWords(name, query)} ${candidates}) a
      where ${isPublicArtist} and exists (select from song s where s.artist_id = a.id and s.status = 'ACTIVE')`,
    shown: sql`
      select a.id, a.artist_clean_id, a.name, ${imageColumn(sql`i`)} as image
      from artist a left join image i on i.id = a.image_id where a.id = page.id`,
  });
}

/** Finds albums with a public track by their names. */
export function findAlbums(db: Executor, query: SearchQuery, page: Page): Promise<Rows<FoundAlbum>> {
  const name = searchedText("al", "name", sql`fold_text(al.name)`);
  return readFound(db, {
    page,
    found: sql`
      select al.id, row_number() over (order by ${nameRank(name, query)}, al.release_date desc nulls last, al.id desc) as place
      from (select * from album al where ${containsWords(name, query)} ${candidates}) al
      where exists (select from song_album t join song s on s.id = t.song_id where t.album_id = al.id and s.status = 'ACTIVE')`,
    shown: sql`
      select al.id, al.pretty_id, al.name, a.name as artist, al.type, ${imageColumn(sql`i`)} as image
      from album al join artist a on a.id = al.artist_id left join image i on i.id = coalesce(al.image_id, (
        select s.image_id from song_album t join song s on s.id = t.song_id
        where t.album_id = al.id and s.status = 'ACTIVE' order by t.track_number, s.id limit 1))
      where al.id = page.id`,
  });
}

/** Finds tags of public songs by their words. A tag that was added since they were counted comes after the others. */
export function findTags(db: Executor, query: SearchQuery, page: Page): Promise<Rows<FoundTag>> {
  const name = searchedText("t", "name", sql`t.folded`);
  return readFound(db, {
    page,
    found: sql`
      select t.folded, t.songs, row_number() over (order by ${nameRank(name, query)}, t.songs desc, t.folded) as place
      from (
        select distinct on (folded) * from known_tag t where ${containsWords(name, query)} order by folded, songs desc ${candidates}
      ) t
      where exists (
        select from song_tag o join song s on s.id = o.song_id where fold_name(o.tag) = t.folded and s.status = 'ACTIVE')`,
    shown: sql`
      select replace(page.folded, ' ', '-') as key, page.songs, (
        select o.tag from song_tag o join song s on s.id = o.song_id and s.status = 'ACTIVE'
        where fold_name(o.tag) = page.folded order by o.song_id limit 1) as name`,
  });
}

type FoundSong<Also> = { song: SongRow } & Also;

/** Selects the public song of `page.id` as JSON, and more columns. */
const songWith = (also: Sql, from: Sql) => sql`
  select to_json(s) as song, ${also}
  from (select ${songColumns} from ${songTables} where s.id = page.id and s.status = 'ACTIVE') s cross join ${from}`;

/** Finds public songs by their lyrics: those with the typed phrase first, then newest first. */
export function findLyrics(
  db: Executor,
  query: SearchQuery,
  page: Page,
): Promise<Rows<FoundSong<{ lyric: string }>>> {
  const lyric = searchedText("l", "lyric", sql`fold_text(l.lyric)`, sql`lyric_words(l.lyric)`);
  const hasPhrase = sql`position(${hiddenFromPlanner(query.folded, "text")} in fold_text(l.lyric)) > 0`;
  return readFound(db, {
    page,
    found: sql`
      select s.id, row_number() over (order by (${hasPhrase}) desc, s.created_at desc, s.id desc) as place
      from (select * from song_lyric l where ${containsWords(lyric, query)} ${lyricCandidates}) l
      join song s on s.id = l.song_id and s.status = 'ACTIVE'`,
    shown: songWith(
      sql`l.lyric`,
      sql`(select left(lyric, 20000) as lyric from song_lyric where song_id = page.id) l`,
    ),
  });
}

/** Finds public songs by the names in their credits, each song once, newest first. */
export function findCredits(
  db: Executor,
  query: SearchQuery,
  page: Page,
): Promise<Rows<FoundSong<{ role: string; value: string }>>> {
  const value = searchedText("c", "value", sql`fold_text(c.value)`);
  return readFound(db, {
    page,
    found: sql`
      select s.id, c.position, row_number() over (order by c.rank, s.created_at desc, s.id desc) as place
      from (
        select distinct on (song_id) song_id, position, rank from (
          select song_id, position, ${nameRank(value, query)} as rank
          from song_credit c where ${containsWords(value, query)} ${candidates}
        ) matching order by song_id, rank, position
      ) c join song s on s.id = c.song_id and s.status = 'ACTIVE'`,
    shown: songWith(
      sql`c.role, c.value`,
      sql`(select role, value from song_credit where song_id = page.id and position = page.position) c`,
    ),
  });
}
