import { newIdempotencyKey } from "../../../../lib/api/idempotency-key.ts";
import { draftPlace, isExpired, isOwnPlace } from "../../../../lib/drafts/stored-drafts.ts";

/**
 * Idempotency keys of the recordings of an artist that have no wrap yet, by file. They stay in the browser, so that the
 * same files, chosen again after the page was closed, create no second wrap.
 */
type StoredKeys = { savedAt: string; keys: Record<string, string> };

const placeOf = (artist: number) => draftPlace(`recordings-${artist}`);
const fileKeyOf = ({ name, size, lastModified }: File) => `${name}|${size}|${lastModified}`;

/** Returns the key of a file, the same until `forgetKey`. */
export function keyOfFile(artist: number, file: File): string {
  const keys = readKeys(artist);
  const key = keys[fileKeyOf(file)] ?? newIdempotencyKey();
  storeKeys(artist, { ...keys, [fileKeyOf(file)]: key });
  return key;
}

/** Forgets the key of a file that has its wrap: the same file, chosen later, is another wrap. */
export function forgetKey(artist: number, file: File): void {
  const others = Object.entries(readKeys(artist)).filter(([name]) => name !== fileKeyOf(file));
  storeKeys(artist, Object.fromEntries(others));
}

function readKeys(artist: number): Record<string, string> {
  try {
    const stored = JSON.parse(localStorage.getItem(placeOf(artist)) ?? "null") as StoredKeys | null;
    return stored === null || isExpired(stored.savedAt, Date.now()) ? {} : stored.keys;
  } catch {
    return {};
  }
}

function storeKeys(artist: number, keys: Record<string, string>): void {
  const place = placeOf(artist);
  if (!isOwnPlace(place)) return;
  try {
    if (Object.keys(keys).length === 0) localStorage.removeItem(place);
    else localStorage.setItem(place, JSON.stringify({ savedAt: new Date().toISOString(), keys }));
  } catch {
    // Storage is forbidden: the keys live as long as the page.
  }
}
