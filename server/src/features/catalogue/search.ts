import type { Executor } from "../../platform/database.ts";
import { BriefMemory } from "./brief-memory.ts";
import {
  type Correction,
  type KnownWord,
  readCorrections,
  readKnownWords,
  type SearchField,
} from "./search.data.ts";

/**
 * What a typed text means in the catalogue. `close` and `wide` are tsqueries: a song must match `wide`, and those
 * that match `close` come first. The counts are estimates of how many songs each finds.
 */
export type Search = {
  field: SearchField;
  folded: string;
  meanings: readonly Meaning[];
  close: string | undefined;
  closeCount: number;
  wide: string;
  wideCount: number;
  /** All public songs. */
  songs: number;
};

/** One typed word: the catalogue's words it may stand for, the closest apart. */
export type Meaning = { typed: string; close: readonly Word[]; wide: readonly Word[] };
/**
 * `beginning`: longer words count as well, `songs` is their sum then, and `begun` are those words where they are few.
 * `commonest`: songs of the most frequent of them.
 */
export type Word = {
  word: string;
  songs: number;
  commonest: number;
  beginning: boolean;
  begun?: readonly string[];
};

/**
 * Meanings of texts in a database. Many people type the same words, and for a moment a word goes on meaning the same:
 * what is found by it is read anew each time, and a text that means nothing is looked up again.
 */
const meanings = new WeakMap<Executor, BriefMemory<Search>>();
const meansFor = 5_000;
const mostMeanings = 2_000;
const longestRemembered = 200;

/**
 * Finds what a typed text means: every word as it stands, the last one also as the beginning of longer ones, and
 * words that the catalogue does not know corrected. Undefined when one of them means nothing.
 */
export async function readSearch(
  db: Executor,
  field: SearchField,
  text: string,
): Promise<Search | undefined> {
  const memory = meanings.get(db) ?? new BriefMemory(meansFor, mostMeanings);
  meanings.set(db, memory);
  const key = `${field} ${text}`;
  const known = memory.get(key, performance.now());
  if (known !== undefined) return known;
  const found = await findMeaning(db, field, text);
  if (found !== undefined && text.length <= longestRemembered) memory.set(key, found, performance.now());
  return found;
}

async function findMeaning(db: Executor, field: SearchField, text: string): Promise<Search | undefined> {
  const { folded, songs, words } = await readKnownWords(db, field, text);
  const corrections = words.flatMap((word) => word.corrections ?? []);
  return compose(
    { field, folded, songs },
    words.map((word) => meaningOf(word, corrections)),
  );
}

/** The same when the words are known but no song has them together: each may be a misspelling of another. */
export async function readWiderSearch(
  db: Executor,
  field: SearchField,
  text: string,
): Promise<Search | undefined> {
  const { folded, songs, words } = await readKnownWords(db, field, text);
  if (words.length < 2) return undefined;
  const corrections = await readCorrections(db, field, words);
  return compose(
    { field, folded, songs },
    words.map((word) => widened(word, corrections)),
  );
}

function meaningOf(known: KnownWord, corrections: readonly Correction[]): Meaning {
  const typed = known.word;
  const exact: Word = { word: typed, songs: known.exact, commonest: known.exact, beginning: false };
  const commonest = Math.max(known.exact, known.commonest);
  const begun: Word = {
    word: typed,
    songs: known.exact + known.longer,
    commonest,
    beginning: true,
    ...(known.begun === null ? {} : { begun: known.begun }),
  };
  const wide = known.last && known.longer > 0 ? [begun] : [exact];
  if (known.exact > 0) return { typed, close: [exact], wide };
  if (known.longer > 0) return { typed, close: [], wide };
  const meant = corrections.filter(({ typed }) => typed === known.word);
  const least = Math.min(...meant.map(({ distance }) => distance));
  return {
    typed,
    close: meant.filter(({ distance }) => distance === least).map(wordOf),
    wide: meant.map(wordOf),
  };
}

function widened(known: KnownWord, corrections: readonly Correction[]): Meaning {
  const plain = meaningOf(known, corrections);
  const meant = corrections.filter(({ typed, distance }) => typed === known.word && distance > 0);
  return { ...plain, wide: [...plain.wide, ...meant.map(wordOf)] };
}

function wordOf({ word, songs }: Correction): Word {
  return { word, songs, commonest: songs, beginning: false };
}

function compose(
  base: Pick<Search, "field" | "folded" | "songs">,
  meanings: readonly Meaning[],
): Search | undefined {
  if (meanings.length === 0 || meanings.some(({ wide }) => wide.length === 0)) return undefined;
  const close = meanings.map((meaning) => meaning.close);
  const wide = meanings.map((meaning) => meaning.wide);
  const hasClose = close.every((words) => words.length > 0);
  return {
    ...base,
    meanings,
    close: hasClose ? queryOf(close) : undefined,
    closeCount: hasClose ? estimate(close, base.songs) : 0,
    wide: queryOf(wide),
    wideCount: estimate(wide, base.songs),
  };
}

/** Folded words hold letters and digits alone, so a quoted one cannot be anything but a word. */
function queryOf(meanings: readonly (readonly Word[])[]): string {
  return meanings
    .map((words) => `(${words.map(({ word, beginning }) => `'${word}'${beginning ? ":*" : ""}`).join("|")})`)
    .join("&");
}

/** As if words stood in titles independently of each other. */
function estimate(meanings: readonly (readonly Word[])[], songs: number): number {
  const all = Math.max(songs, 1);
  return meanings.reduce((count, words) => {
    const share = words.reduce((sum, word) => sum + word.songs, 0) / all;
    return count * Math.min(share, 1);
  }, all);
}
