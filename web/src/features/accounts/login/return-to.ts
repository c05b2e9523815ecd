import { keepSource, sources } from "../../../lib/storage/session.ts";
import { keep, readKept } from "../../../lib/storage/storage.ts";
import { paths } from "../../../paths.ts";

const sourceForm = /^[\w-]{1,40}$/;
/** Only the site itself keeps one, of its own pages; the form still rules out what leads elsewhere. */
const placeForm = /^\/(?![/\\])/;

/** Keeps the source that the address names (`sr`); anything that has not the form of one is passed over. */
export function rememberSource(given: string | null): void {
  if (given !== null && sourceForm.test(given)) keepSource(given);
}

/** Where a reader goes after the log-in: outside the site only to the companion app. */
export type Destination = { path: string } | { companion: string };

export function destinationOf(source: string | undefined, companionUrl: string | undefined): Destination {
  if (source === sources.you) return { path: paths.you };
  if (source === sources.settings) return { path: paths.settings };
  if (source === sources.companion && companionUrl !== undefined) return { companion: companionUrl };
  if (source !== undefined && placeForm.test(source)) return { path: source };
  return { path: paths.home };
}

/** The remembered source, which is forgotten with that. */
export function takeSource(): string | undefined {
  const source = readKept("source");
  keep("source", undefined);
  return source;
}
