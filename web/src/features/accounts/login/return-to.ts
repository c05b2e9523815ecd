import { returnTargets, storeReturnTo } from "../../../lib/storage/session.ts";
import { readStored, writeStored } from "../../../lib/storage/storage.ts";
import { paths } from "../../../paths.ts";

const sourceForm = /^[\w-]{1,40}$/;
/** Accepts paths of this site only, never another host. */
const placeForm = /^\/(?![/\\])/;

/** Stores the target from the `sr` query parameter. Invalid values are ignored. */
export function rememberReturnTo(value: string | null): void {
  if (value !== null && sourceForm.test(value)) storeReturnTo(value);
}

/** Target of the redirect after a login: a path, or the companion app. */
export type Destination = { path: string } | { companion: string };

export function destinationOf(source: string | undefined, companionUrl: string | undefined): Destination {
  if (source === returnTargets.you) return { path: paths.you };
  if (source === returnTargets.settings) return { path: paths.settings };
  if (source === returnTargets.companion && companionUrl !== undefined) return { companion: companionUrl };
  if (source !== undefined && placeForm.test(source)) return { path: source };
  return { path: paths.home };
}

/** Reads and removes the stored target. */
export function takeReturnTo(): string | undefined {
  const source = readStored("source");
  writeStored("source", undefined);
  return source;
}
