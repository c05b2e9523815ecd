import { newIdempotencyKey } from "../../../../lib/api/idempotency-key.ts";
import { draftPlace, isExpired, isOwnPlace } from "../../../../lib/drafts/stored-drafts.ts";
import type { TagChanges } from "./recording-tags.ts";

/**
 * Idempotency keys, typed titles and changed tags of the recordings of an artist that have no wrap yet, by file. They stay in the browser,
 * so that the same files, chosen again after the page was closed, create no second wrap and have what was typed.
 */
type StoredFiles = {
  keys: Record<string, string>;
  titles: Record<string, string>;
  tags: Record<string, TagChanges>;
};

const placeOf = (artist: number) => draftPlace(`recordings-${artist}`);
const fileKeyOf = ({ name, size, lastModified }: File) => `${name}|${size}|${lastModified}`;

/** Returns the key of a file, the same until `forgetFile`. */
export function keyOfFile(artist: number, file: File): string {
  const files = readFiles(artist);
  const key = files.keys[fileKeyOf(file)] ?? newIdempotencyKey();
  storeFiles(artist, { ...files, keys: { ...files.keys, [fileKeyOf(file)]: key } });
  return key;
}

/** Returns the title that was typed for a file before the page was closed. */
export function titleOfFile(artist: number, file: File): string | undefined {
  return readFiles(artist).titles[fileKeyOf(file)];
}

export function storeTitle(artist: number, file: File, title: string): void {
  const files = readFiles(artist);
  storeFiles(artist, { ...files, titles: { ...files.titles, [fileKeyOf(file)]: title } });
}

/** Returns the tags that were changed or left out before the page was closed. */
export function tagsOfFile(artist: number, file: File): TagChanges {
  return readFiles(artist).tags[fileKeyOf(file)] ?? {};
}

export function storeTags(artist: number, file: File, changes: TagChanges): void {
  const files = readFiles(artist);
  const tags = { ...files.tags[fileKeyOf(file)], ...changes };
  storeFiles(artist, { ...files, tags: { ...files.tags, [fileKeyOf(file)]: tags } });
}

/** Forgets a file that has its wrap: the same file, chosen later, is another wrap. */
export function forgetFile(artist: number, file: File): void {
  const { keys, titles, tags } = readFiles(artist);
  const without = <Value>(values: Record<string, Value>) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => name !== fileKeyOf(file)));
  storeFiles(artist, { keys: without(keys), titles: without(titles), tags: without(tags) });
}

function readFiles(artist: number): StoredFiles {
  try {
    const stored = JSON.parse(localStorage.getItem(placeOf(artist)) ?? "null") as
      | (Partial<StoredFiles> & { savedAt: string })
      | null;
    if (stored !== null && !isExpired(stored.savedAt, Date.now()))
      return { keys: stored.keys ?? {}, titles: stored.titles ?? {}, tags: stored.tags ?? {} };
  } catch {
    // Storage is forbidden, or its content is of another version of the site.
  }
  return { keys: {}, titles: {}, tags: {} };
}

function storeFiles(artist: number, files: StoredFiles): void {
  const place = placeOf(artist);
  if (!isOwnPlace(place)) return;
  try {
    if (Object.keys({ ...files.keys, ...files.titles, ...files.tags }).length === 0)
      localStorage.removeItem(place);
    else localStorage.setItem(place, JSON.stringify({ savedAt: new Date().toISOString(), ...files }));
  } catch {
    // Storage is forbidden: the keys live as long as the page.
  }
}
