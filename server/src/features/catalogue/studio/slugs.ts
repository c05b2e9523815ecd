import { randomInt } from "node:crypto";
import type { Executor } from "../../../platform/database/database.ts";
import { stripAccents } from "./slugs.data.ts";

/** Characters of a slug without its suffix. */
const MAX_LENGTH = 80;

/** Words of a text in any script: letters and digits with their marks, without characters that show nothing. */
const wordPattern = /[[\p{L}\p{N}]--\p{DI}][[\p{L}\p{M}\p{N}]--\p{DI}]*/gv;

/** Returns the words for the slug of each text: its own without accents, or else the names of its signs. */
export async function listSlugWords(db: Executor, texts: readonly string[]): Promise<string[][]> {
  const plain = await stripAccents(db, texts);
  return Promise.all(texts.map((text, place) => readSlugWords(text, plain[place] ?? "")));
}

/** Returns the words of a text; `plain` is the text without accents. The names of signs are loaded when a text needs them. */
export async function readSlugWords(text: string, plain: string): Promise<string[]> {
  const words = plain.toLowerCase().normalize("NFC").match(wordPattern) ?? [];
  if (words.length > 0) return words;
  const { nameSigns } = await import("./sign-names.ts");
  return nameSigns(text);
}

/** Builds a slug of words joined by hyphens. Digits alone would read as an id, so those get the prefix `kind`. */
export function toSlug(words: readonly string[], kind: "song" | "artist" | "album" | "experience"): string {
  const slug = truncateAtWord(words.join("-"));
  if (slug === "") return kind;
  return /[^0-9]/.test(slug) ? slug : `${kind}-${slug}`;
}

/** Cuts at a word boundary if there is one. */
function truncateAtWord(slug: string): string {
  if (slug.length <= MAX_LENGTH) return slug;
  const end = slug.lastIndexOf("-", MAX_LENGTH);
  return slug
    .slice(0, end > 0 ? end : MAX_LENGTH)
    .toWellFormed()
    .replace("\ufffd", "");
}

/** Suffixes tried before random ones. */
const NUMBERED_SUFFIXES = [2, 3, 4, 5];

/**
 * Inserts under the first free slug, then with suffixes. `insert` returns undefined if the slug is taken;
 * only the insert itself can decide it, because of concurrent calls.
 */
export async function insertWithUniqueSlug<Row>(
  names: readonly string[],
  insert: (name: string) => Promise<Row | undefined>,
): Promise<Row> {
  for (const name of slugCandidates(names)) {
    const row = await insert(name);
    if (row !== undefined) return row;
  }
  throw new Error("no free slug was found");
}

/** Yields the slugs in the order to try. */
export function* slugCandidates(names: readonly string[]): Generator<string> {
  yield* names;
  const last = names.at(-1);
  for (const end of NUMBERED_SUFFIXES) yield `${last}-${end}`;
  for (let tries = 0; tries < 20; tries += 1) yield `${last}-${randomInt(36 ** 5, 36 ** 6).toString(36)}`;
}
