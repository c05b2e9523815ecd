import { isReturnPath } from "@wrapsody/shared/accounts/return-path.ts";
import { returnTargets, storeReturnTo } from "../../../lib/storage/session.ts";
import { readStored, writeStored } from "../../../lib/storage/storage.ts";
import { paths } from "../../../paths.ts";

const sourceForm = /^[\w-]{1,40}$/;

/** Stores the target from the `sr` query parameter. Invalid values are ignored. */
export function rememberReturnTo(value: string | null): void {
  if (value !== null && sourceForm.test(value)) storeReturnTo(value);
}

/** Target of the redirect after a login: a path, or the companion app. */
export type Destination = { path: string } | { companion: string };

/** Returns the target of a stored source. Without one, an artist's first login leads to what there is to do. */
export function destinationOf(
  source: string | undefined,
  companionUrl: string | undefined,
  isNewArtist = false,
): Destination {
  if (source === returnTargets.you) return { path: paths.you };
  if (source === returnTargets.settings) return { path: paths.settings };
  if (source === returnTargets.companion && companionUrl !== undefined) return { companion: companionUrl };
  if (source !== undefined && isReturnPath(source)) return { path: source };
  return { path: source === undefined && isNewArtist ? paths.you : paths.home };
}

/** Reads and removes the stored target. */
export function takeReturnTo(): string | undefined {
  const source = readStored("source");
  writeStored("source", undefined);
  return source;
}

/** Returns the stored target if it is a page of this site other than the home page. A sign-up sends it along. */
export function storedReturnPath(): string | undefined {
  const destination = destinationOf(readStored("source"), undefined);
  return "path" in destination && destination.path !== paths.home ? destination.path : undefined;
}

/** Stores the target that an emailed link carries, unless this browser has one. */
export function adoptReturnPath(path: string | null): void {
  if (path !== null && isReturnPath(path) && readStored("source") === undefined) storeReturnTo(path);
}

const joinPath = /^\/experiences\/([^/?#]+)\/participate(?:[?#]|$)/;

/** Returns the reference of the experience that the reader joins after the login; undefined without one. */
export function awaitedExperience(): string | undefined {
  return readReference(storedReturnPath() ?? "");
}

/** Returns the reference of the experience that the path of a "Participate" page names, as its API takes it. */
export function readReference(path: string): string | undefined {
  const encoded = joinPath.exec(path)?.[1];
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded);
  } catch {
    // A percent sign that encodes nothing names no experience.
    return undefined;
  }
}
