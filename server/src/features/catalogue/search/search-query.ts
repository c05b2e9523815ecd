import type { Executor } from "../../../platform/database/database.ts";
import {
  type Correction,
  type KnownWord,
  lookUpCorrections,
  lookUpWords,
  type SearchField,
} from "./dictionary.data.ts";
import { TtlCache } from "./ttl-cache.ts";

/**
 * What a typed text means in the catalogue. `close` and `wide` are tsqueries: a song must match `wide`, and those
 * that match `close` come first. The counts are estimates of how many songs each finds.
 */
export type SearchQuery = {
  field: SearchField;
  folded: string;
  words: readonly TypedWord[];
  close: string | undefined;
  closeCount: number;
  wide: string;
  wideCount: number;
  /** All public songs. */
  songs: number;
};

/** One typed word: the catalogue's words it may stand for, the closest apart. */
export type TypedWord = { typed: string; close: readonly WordMatch[]; wide: readonly WordMatch[] };
/**
 * `beginning`: longer words count as well, `songs` is their sum then, and `begun` are those words where they are few.
 * `commonest`: songs of the most frequent of them.
 */
export type WordMatch = {
  word: string;
  songs: number;
  commonest: number;
  isPrefix: boolean;
  completions?: readonly string[];
};

/**
 * Meanings of texts in a database. Many people type the same words, and for a moment a word goes on meaning the same:
 * what is found by it is read anew each time, and a text that means nothing is looked up again.
 */
const queryCaches = new WeakMap<Executor, TtlCache<SearchQuery>>();
const CACHE_TTL_MS = 5_000;
const CACHE_MAX_ENTRIES = 2_000;
const CACHE_MAX_TEXT_LENGTH = 200;

/**
 * Finds what a typed text means: every word as it stands, the last one also as the beginning of longer ones, and
 * words that the catalogue does not know corrected. Undefined when one of them means nothing.
 */
export async function resolveQuery(
  db: Executor,
  field: SearchField,
  text: string,
): Promise<SearchQuery | undefined> {
  const cache = queryCaches.get(db) ?? new TtlCache(CACHE_TTL_MS, CACHE_MAX_ENTRIES);
  queryCaches.set(db, cache);
  const key = `${field} ${text}`;
  const known = cache.get(key, performance.now());
  if (known !== undefined) return known;
  const found = await resolveUncached(db, field, text);
  if (found !== undefined && text.length <= CACHE_MAX_TEXT_LENGTH) cache.set(key, found, performance.now());
  return found;
}

async function resolveUncached(
  db: Executor,
  field: SearchField,
  text: string,
): Promise<SearchQuery | undefined> {
  const { folded, songs, words } = await lookUpWords(db, field, text);
  const corrections = words.flatMap((word) => word.corrections ?? []);
  return buildQuery(
    { field, folded, songs },
    words.map((word) => matchWord(word, corrections)),
  );
}

/** The same when the words are known but no song has them together: each may be a misspelling of another. */
export async function resolveLooseQuery(
  db: Executor,
  field: SearchField,
  text: string,
): Promise<SearchQuery | undefined> {
  const { folded, songs, words } = await lookUpWords(db, field, text);
  if (words.length < 2) return undefined;
  const corrections = await lookUpCorrections(db, field, words);
  return buildQuery(
    { field, folded, songs },
    words.map((word) => matchWordLoosely(word, corrections)),
  );
}

function matchWord(known: KnownWord, corrections: readonly Correction[]): TypedWord {
  const typed = known.word;
  const exact: WordMatch = { word: typed, songs: known.exact, commonest: known.exact, isPrefix: false };
  const commonest = Math.max(known.exact, known.commonest);
  const begun: WordMatch = {
    word: typed,
    songs: known.exact + known.longer,
    commonest,
    isPrefix: true,
    ...(known.begun === null ? {} : { completions: known.begun }),
  };
  const wide = known.last && known.longer > 0 ? [begun] : [exact];
  if (known.exact > 0) return { typed, close: [exact], wide };
  if (known.longer > 0) return { typed, close: [], wide };
  const meant = corrections.filter(({ typed }) => typed === known.word);
  const least = Math.min(...meant.map(({ distance }) => distance));
  return {
    typed,
    close: meant.filter(({ distance }) => distance === least).map(toWordMatch),
    wide: meant.map(toWordMatch),
  };
}

function matchWordLoosely(known: KnownWord, corrections: readonly Correction[]): TypedWord {
  const plain = matchWord(known, corrections);
  const meant = corrections.filter(({ typed, distance }) => typed === known.word && distance > 0);
  return { ...plain, wide: [...plain.wide, ...meant.map(toWordMatch)] };
}

function toWordMatch({ word, songs }: Correction): WordMatch {
  return { word, songs, commonest: songs, isPrefix: false };
}

function buildQuery(
  base: Pick<SearchQuery, "field" | "folded" | "songs">,
  words: readonly TypedWord[],
): SearchQuery | undefined {
  if (words.length === 0 || words.some(({ wide }) => wide.length === 0)) return undefined;
  const close = words.map((word) => word.close);
  const wide = words.map((word) => word.wide);
  const hasClose = close.every((words) => words.length > 0);
  return {
    ...base,
    words,
    close: hasClose ? toTsquery(close) : undefined,
    closeCount: hasClose ? estimateCount(close, base.songs) : 0,
    wide: toTsquery(wide),
    wideCount: estimateCount(wide, base.songs),
  };
}

/** Folded words hold letters and digits alone, so a quoted one cannot be anything but a word. */
function toTsquery(words: readonly (readonly WordMatch[])[]): string {
  return words
    .map(
      (matches) => `(${matches.map(({ word, isPrefix }) => `'${word}'${isPrefix ? ":*" : ""}`).join("|")})`,
    )
    .join("&");
}

/** As if words stood in titles independently of each other. */
function estimateCount(words: readonly (readonly WordMatch[])[], songs: number): number {
  const all = Math.max(songs, 1);
  return words.reduce((count, matches) => {
    const share = matches.reduce((sum, match) => sum + match.songs, 0) / all;
    return count * Math.min(share, 1);
  }, all);
}
