import { returnTargets, storeReturnTo } from "../../../lib/storage/session.ts";
import { readStored, store } from "../../../lib/storage/storage.ts";
import { paths } from "../../../paths.ts";

const sourceForm = /^[\w-]{1,40}$/;
/** Only the site itself keeps one, of its own pages; the form still rules out what leads elsewhere. */
const placeForm = /^\/(?![/\\])/;

/** Keeps the source that the address names (`sr`); anything that has not the form of one is passed over. */
export function rememberReturnTo(given: string | null): void {
  if (given !== null && sourceForm.test(given)) storeReturnTo(given);
}

/** Where a reader goes after the log-in: outside the site only to the companion app. */
export type Destination = { path: string } | { companion: string };

export function destinationOf(source: string | undefined, companionUrl: string | undefined): Destination {
  if (source === returnTargets.you) return { path: paths.you };
  if (source === returnTargets.settings) return { path: paths.settings };
  if (source === returnTargets.companion && companionUrl !== undefined) return { companion: companionUrl };
  if (source !== undefined && placeForm.test(source)) return { path: source };
  return { path: paths.home };
}

/** The remembered source, which is forgotten with that. */
export function takeReturnTo(): string | undefined {
  const source = readStored("source");
  store("source", undefined);
  return source;
}
