import { segmentWords } from "@wrapsody/shared/text/segment-words.ts";
import { type Database, type Executor, sql, statement } from "../../../platform/database/database.ts";

/**
 * The words that `search_word` knows: of titles, of credited artists, and of names of artists, albums and experiences, of
 * lyrics and of credits.
 */
export type WordField = "name" | "artist" | "other";

/**
 * A typed word with the number of public songs that contain it (`exact`) or longer words beginning with it
 * (`longer`). `commonest` is the highest count among those, `completions` lists them if they are few.
 */
export type KnownWord = {
  /** What stands between spaces, by its place; part 0 is all of it as one word, the others are what signs in it separate. */
  chunk: number;
  part: number;
  word: string;
  last: boolean;
  exact: number;
  longer: number;
  commonest: number;
  completions: string[] | null;
  /** Spelling candidates for a word that the catalogue does not contain. */
  corrections: Correction[] | null;
};

/** A spelling candidate. `distance`: 0 for the typed word, 2 per wrong letter, 1 per missing one. */
export type Correction = { typed: string; word: string; songs: number; distance: number };

/** `literal` is the typed text in lower case. */
export type KnownText = { folded: string; literal: string; songs: number; words: KnownWord[] };

/** Further words hardly narrow a search. */
const MAX_CHUNKS = 8;
const MAX_PARTS = 8;
/** A prefix shared by more words is common, whatever the exact number. */
const MAX_COUNTED_COMPLETIONS = 500;
/** Completions up to this number are searched word by word. */
const MAX_LISTED_COMPLETIONS = 32;

/** Hidden from the index of fields, of which a search for few words would read a third. */
const isOfField = sql`k.field || '' = params.field`;

/** Words near a typed one: `a.word`, `a.last` while it is being typed, in `params.field`. */
const nearbyWords = sql`
    select word, max(songs) as songs, min(distance) as distance
    from (
      select k.word, k.songs, levenshtein(a.word, k.word, 1, 1, 2) as distance
      from search_word k
      where length(a.word) >= 3 and ${isOfField} and spelling_forms(k.word) && spelling_forms(a.word)
      union all
      select k.word, k.songs, 1 + (
        select min(levenshtein(a.word, left(k.word, length(a.word) + longer), 1, 1, 2)) from generate_series(-1, 1) longer)
      from search_word k
      where a.last and length(a.word) >= 4 and ${isOfField}
        and beginning_forms(k.word) && array(
          select left(a.word, 7) union select without_a_letter(left(a.word, 7)))
    ) found
    where distance <= case when length(a.word) < 7 then 3 else 5 end
    group by word
    order by min(distance), max(songs) desc, word
    limit 32`;

/**
 * Returns the folded text, each word with its frequencies, and the number of songs. Signs between spaces count only in a text of signs. A row
 * holds the parameters, so that one plan serves all texts: planning takes longer than the look-ups.
 */
export async function lookUpWords(db: Executor, field: WordField, text: string): Promise<KnownText> {
  const [found] = await knownWords(db, text, segmentWords(text), field);
  return found ?? { folded: "", literal: "", songs: 0, words: [] };
}

const knownWords = statement(sql<KnownText>`
    with params as materialized (
      select fold_name(typed) as folded, lower(btrim(typed)) as literal, segmented, field
      from (select ${null}::text as typed, ${null}::text as segmented, ${null}::text as field) given
    ), typed_parts as materialized (
      select t.chunk, t.part, t.word collate "C" as word, t.is_sign, bool_and(t.is_sign) over () as are_signs,
        max(t.part) over (partition by t.chunk) as parts
      from params, text_parts(segmented) t
    ), typed_words as (
      select chunk, part, word,
        chunk = max(chunk) over () and part in (0, parts) as last
      from typed_parts
      where (are_signs or not is_sign) and chunk <= ${sql.lit(MAX_CHUNKS)} and part <= ${sql.lit(MAX_PARTS)}
    )
    select params.folded, params.literal,
      (select sum(songs)::bigint from catalogue_total) as songs,
      coalesce((
        select json_agg(json_build_object('chunk', a.chunk, 'part', a.part, 'word', a.word, 'last', a.last, 'exact', coalesce(exact, 0),
          'longer', coalesce(longer, 0), 'commonest', coalesce(commonest, 0), 'completions', completions,
          'corrections', case when exact is null and longer is null then (
            select json_agg(json_build_object('typed', a.word, 'word', c.word, 'songs', c.songs, 'distance', c.distance))
            from (${nearbyWords}) c) end) order by a.chunk, a.part)
        from typed_words a
        cross join lateral (
          select max(k.songs) as exact from search_word k where k.field = params.field and k.word = a.word) known
        cross join lateral (
          select sum(l.songs) as longer, max(l.songs) as commonest,
            case when count(*) <= ${sql.lit(MAX_LISTED_COMPLETIONS)} then array_agg(distinct l.word) end as completions
          from (
            select k.word, k.songs from search_word k
            where k.field = params.field and k.word > a.word and k.word < a.word || chr(1114111) limit ${sql.lit(MAX_COUNTED_COMPLETIONS)}) l) completions
      ), '[]') as words
    from params`);

/** Returns the spelling candidates of each word, closest first, at most 32 each. */
export async function lookUpCorrections(
  db: Executor,
  field: WordField,
  words: readonly { word: string; last: boolean }[],
): Promise<Correction[]> {
  return corrections(
    db,
    field,
    words.map(({ word }) => word),
    words.map(({ last }) => last),
  );
}

const corrections = statement(sql<Correction>`
    select a.word as typed, c.word, c.songs, c.distance
    from (select ${null}::text as field offset 0) params,
      unnest((select ${null}::text[]), (select ${null}::boolean[])) a(word, last)
    cross join lateral (${nearbyWords}) c`);

/**
 * Recounts the public songs of each word, inserts missing words and deletes duplicates. Keeps words without
 * songs, because a song being published may need them.
 */
export async function refreshWordCounts(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // A million songs take longer than the usual timeout.
    await sql`set local statement_timeout = '30min'`.execute(tx);
    await replaceWordCounts(tx);
  });
}

async function replaceWordCounts(tx: Executor): Promise<void> {
  await sql`
    with counted as (
      select case field when 'n' then 'name' else 'artist' end as field, word, count(*) as songs
      from song_word group by song_word.field, word
    ), doubled as (
      delete from search_word k using search_word first
      where first.field = k.field and first.word = k.word and first.ctid < k.ctid
    ), missing as (
      insert into search_word (field, word, songs)
      select field, word, songs from counted c
      where not exists (select from search_word k where k.field = c.field and k.word = c.word)
    )
    update search_word k set songs = c.songs from counted c
    where c.field = k.field and c.word = k.word and c.songs <> k.songs`.execute(tx);
}
