import { randomInt } from "node:crypto";

/** Characters of a name in a link; what makes it unique comes behind. */
const MAX_LENGTH = 80;

/**
 * What a link is called after a title or name: its words in lower case with hyphens between them, in whatever script.
 * `plain` is the text without accents. A name of nothing but digits would be read as a number, and one of signs alone
 * would be empty: these begin with `kind`.
 */
export function toSlug(plain: string, kind: "song" | "artist" | "experience"): string {
  const words = plain.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const slug = truncateAtWord(words.join("-"));
  if (slug === "") return kind;
  return /[^0-9]/.test(slug) ? slug : `${kind}-${slug}`;
}

/** Ends with a whole word where there is one in the first so many characters. */
function truncateAtWord(slug: string): string {
  if (slug.length <= MAX_LENGTH) return slug;
  const end = slug.lastIndexOf("-", MAX_LENGTH);
  return slug
    .slice(0, end > 0 ? end : MAX_LENGTH)
    .toWellFormed()
    .replace("\ufffd", "");
}

/** Ends of names that are tried one after the other before chance is asked. */
const NUMBERED_SUFFIXES = [2, 3, 4, 5];

/**
 * Inserts under the first of some names that nobody has, then under the last of them with an end. `insert` answers
 * undefined where the name is taken: only the insertion itself tells, for others choose names at the same moment.
 */
export async function insertWithUniqueSlug<Row>(
  names: readonly string[],
  insert: (name: string) => Promise<Row | undefined>,
): Promise<Row> {
  for (const name of slugCandidates(names)) {
    const row = await insert(name);
    if (row !== undefined) return row;
  }
  throw new Error("no free name was found");
}

/** The names in the order in which they are tried. */
export function* slugCandidates(names: readonly string[]): Generator<string> {
  yield* names;
  const last = names.at(-1);
  for (const end of NUMBERED_SUFFIXES) yield `${last}-${end}`;
  for (let tries = 0; tries < 20; tries += 1) yield `${last}-${randomInt(36 ** 5, 36 ** 6).toString(36)}`;
}
