import { randomInt } from "node:crypto";

/** Characters of a slug without its suffix. */
const MAX_LENGTH = 80;

/**
 * Builds a slug: lower-case words joined by hyphens, in any script. `plain` is the text without accents.
 * Digits alone would read as an id and signs alone would be empty, so those get the prefix `kind`.
 */
export function toSlug(plain: string, kind: "song" | "artist" | "experience"): string {
  const words = plain.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
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
