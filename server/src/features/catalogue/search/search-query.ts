import { LRUCache } from "lru-cache";
import type { Executor } from "../../../platform/database/database.ts";
import {
  type Correction,
  type KnownText,
  type KnownWord,
  lookUpCorrections,
  lookUpWords,
  type WordField,
} from "./dictionary.data.ts";

/** Scope of a search: titles, credited artists, both of a song, or everything that can be found. */
export type SearchField = "name" | "artist" | "song" | "any";

const wordFields = {
  name: ["name"],
  artist: ["artist"],
  song: ["name", "artist"],
  any: ["name", "artist", "other"],
} as const satisfies Record<SearchField, readonly WordField[]>;

/**
 * A typed text resolved against the catalogue's words. `close` and `wide` are tsqueries: songs must match
 * `wide`, and songs that match `close` rank first. The counts are estimates.
 */
export type SearchQuery = {
  field: SearchField;
  folded: string;
  /** The typed text in lower case. */
  literal: string;
  /** The typed word, if it is the only one and no sign is inside. */
  word: TypedWord | undefined;
  close: string | undefined;
  closeCount: number;
  wide: string;
  wideCount: number;
  /** All public songs. */
  songs: number;
};

/** A typed word and the catalogue words it may stand for. `isKnown`: the catalogue contains it as typed. */
export type TypedWord = {
  typed: string;
  isKnown: boolean;
  close: readonly WordMatch[];
  wide: readonly WordMatch[];
};
/**
 * A catalogue word. `isPrefix`: longer words match as well, `songs` is their sum and `completions` lists them
 * if they are few. `commonest`: songs of the most frequent one.
 */
export type WordMatch = {
  word: string;
  songs: number;
  commonest: number;
  isPrefix: boolean;
  completions?: readonly string[];
};

/**
 * Resolved texts by database. Many people type the same words. Only the resolution is cached; songs are read
 * again, and texts without a match are not cached.
 */
const queryCaches = new WeakMap<Executor, LRUCache<string, SearchQuery>>();
const CACHE_TTL_MS = 5_000;
const CACHE_MAX_ENTRIES = 2_000;
const CACHE_MAX_TEXT_LENGTH = 200;

/**
 * Resolves a typed text: every word as it is, the last one also as a prefix, and unknown words corrected.
 * Returns undefined if a word matches nothing.
 */
export async function resolveQuery(
  db: Executor,
  field: SearchField,
  text: string,
): Promise<SearchQuery | undefined> {
  const cache =
    queryCaches.get(db) ?? new LRUCache<string, SearchQuery>({ max: CACHE_MAX_ENTRIES, ttl: CACHE_TTL_MS });
  queryCaches.set(db, cache);
  const key = `${field} ${text}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const query = await resolveUncached(db, field, text);
  if (query !== undefined && text.length <= CACHE_MAX_TEXT_LENGTH) cache.set(key, query);
  return query;
}

async function resolveUncached(
  db: Executor,
  field: SearchField,
  text: string,
): Promise<SearchQuery | undefined> {
  const { words, ...known } = await lookUpText(db, field, text);
  const corrections = words.flatMap((word) => word.corrections ?? []);
  return buildQuery(
    { field, ...known },
    toChunks(words, (word) => matchWord(word, corrections)).map(chooseReadings),
  );
}

/** Like `resolveQuery`, for known words that no song has together: each may be a misspelling. */
export async function resolveLooseQuery(
  db: Executor,
  field: SearchField,
  text: string,
): Promise<SearchQuery | undefined> {
  const { words, ...known } = await lookUpText(db, field, text);
  if (words.length < 2) return undefined;
  const corrections = await Promise.all(
    wordFields[field].map((each) => lookUpCorrections(db, each, words)),
  ).then((found) => found.flat());
  return buildQuery(
    { field, ...known },
    toChunks(words, (word) => matchWordLoosely(word, corrections)),
  );
}

/** Looks up a text in all words that a search looks through. */
async function lookUpText(db: Executor, field: SearchField, text: string): Promise<KnownText> {
  const [first, ...others] = await Promise.all(wordFields[field].map((each) => lookUpWords(db, each, text)));
  if (first === undefined) throw new Error(`no words are searched for ${field}`);
  return {
    ...first,
    words: first.words.map((word, place) =>
      others.reduce((known, { words }) => mergeWords(known, words[place] ?? known), word),
    ),
  };
}

/** Merges what two fields know of a typed word. It is corrected only if neither knows it. */
function mergeWords(a: KnownWord, b: KnownWord): KnownWord {
  const isKnown = [a, b].some(({ exact, longer }) => exact > 0 || longer > 0);
  const [completions, others] = [listCompletions(a), listCompletions(b)];
  return {
    ...a,
    exact: Math.max(a.exact, b.exact),
    longer: a.longer + b.longer,
    commonest: Math.max(a.commonest, b.commonest),
    completions: completions && others && [...new Set([...completions, ...others])],
    corrections: isKnown ? null : [...(a.corrections ?? []), ...(b.corrections ?? [])],
  };
}

/** Returns null if there are too many to list. */
function listCompletions({ longer, completions }: KnownWord): string[] | null {
  return longer === 0 ? [] : completions;
}

/** Words that must occur together. */
type Reading = readonly TypedWord[];

/** Returns the readings of each typed chunk: as one word, and as the words that signs in it separate. Either suffices. */
function toChunks(words: readonly KnownWord[], match: (known: KnownWord) => TypedWord): Reading[][] {
  return [...Map.groupBy(words, ({ chunk }) => chunk).values()].map((chunk) =>
    [chunk.filter(({ part }) => part === 0), chunk.filter(({ part }) => part > 0)]
      .filter((reading) => reading.length > 0)
      .map((reading) => reading.map(match)),
  );
}

/** Drops corrected readings if the catalogue contains the words of another one. */
function chooseReadings(readings: readonly Reading[]): readonly Reading[] {
  const known = readings.filter((reading) => reading.every(({ isKnown }) => isKnown));
  return known.length > 0 ? known : readings;
}

function matchWord(known: KnownWord, corrections: readonly Correction[]): TypedWord {
  const typed = known.word;
  const exact: WordMatch = { word: typed, songs: known.exact, commonest: known.exact, isPrefix: false };
  const commonest = Math.max(known.exact, known.commonest);
  const prefixed: WordMatch = {
    word: typed,
    songs: known.exact + known.longer,
    commonest,
    isPrefix: true,
    ...(known.completions === null ? {} : { completions: known.completions }),
  };
  const isPrefix = known.last && known.longer > 0;
  const wide = isPrefix ? [prefixed] : [exact];
  const isKnown = known.exact > 0 || isPrefix;
  if (known.exact > 0) return { typed, isKnown, close: [exact], wide };
  if (known.longer > 0) return { typed, isKnown, close: [], wide };
  const meant = corrections.filter(({ typed }) => typed === known.word);
  const minDistance = Math.min(...meant.map(({ distance }) => distance));
  return {
    typed,
    isKnown,
    close: meant.filter(({ distance }) => distance === minDistance).map(toWordMatch),
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
  base: Pick<SearchQuery, "field" | "folded" | "literal" | "songs">,
  chunks: readonly (readonly Reading[])[],
): SearchQuery | undefined {
  const wide = chunks.map((readings) => matchReadings(readings, (word) => word.wide));
  if (wide.length === 0 || wide.some((readings) => readings.length === 0)) return undefined;
  const close = chunks.map((readings) => matchReadings(readings, (word) => word.close));
  const hasClose = close.every((readings) => readings.length > 0);
  const [first = [], ...others] = chunks.flat();
  return {
    ...base,
    word: first.length === 1 && others.length === 0 ? first[0] : undefined,
    close: hasClose ? toTsquery(close) : undefined,
    closeCount: hasClose ? estimateCount(close, base.songs) : 0,
    wide: toTsquery(wide),
    wideCount: estimateCount(wide, base.songs),
  };
}

/** What each word of a reading matches. */
type Matches = readonly (readonly WordMatch[])[];

/** Returns the readings of which every word matches something. */
function matchReadings(
  readings: readonly Reading[],
  matchesOf: (word: TypedWord) => readonly WordMatch[],
): Matches[] {
  return readings
    .map((reading) => reading.map(matchesOf))
    .filter((matches) => matches.every((words) => words.length > 0));
}

function toTsquery(chunks: readonly (readonly Matches[])[]): string {
  const anyWord = (words: readonly WordMatch[]) =>
    `(${words.map(({ word, isPrefix }) => `${quoteWord(word)}${isPrefix ? ":*" : ""}`).join("|")})`;
  const anyReading = (readings: readonly Matches[]) =>
    `(${readings.map((matches) => matches.map(anyWord).join("&")).join("|")})`;
  return chunks.map(anyReading).join("&");
}

/** Words of signs may contain quotes and backslashes. */
function quoteWord(word: string): string {
  return `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

/** Assumes that words occur in titles independently. */
function estimateCount(chunks: readonly (readonly Matches[])[], songs: number): number {
  const all = Math.max(songs, 1);
  const product = (shares: readonly number[]) => shares.reduce((share, other) => share * other, 1);
  const sum = (shares: readonly number[]) =>
    Math.min(
      shares.reduce((share, other) => share + other, 0),
      1,
    );
  const shareOfWord = (words: readonly WordMatch[]) => sum(words.map((match) => match.songs / all));
  const shareOfChunk = (readings: readonly Matches[]) =>
    sum(readings.map((matches) => product(matches.map(shareOfWord))));
  return all * product(chunks.map(shareOfChunk));
}
