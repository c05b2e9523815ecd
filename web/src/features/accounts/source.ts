import { keep, readKept } from "../../lib/storage.ts";
import { paths } from "../../paths.ts";

/** Where a reader came to the log-in page from, as far as it matters where they go afterwards. */
export const sources = { you: "YOU", companion: "COMPANION" } as const;

const sourceForm = /^[\w-]{1,40}$/;

/** Keeps the source that the address names (`sr`); anything that has not the form of one is passed over. */
export function rememberSource(given: string | null): void {
  if (given !== null && sourceForm.test(given)) keep("source", given);
}

/** Where a reader goes after the log-in: outside the site only to the companion app. */
export type Destination = { path: string } | { elsewhere: string };

export function destinationOf(source: string | undefined, companionUrl: string | undefined): Destination {
  if (source === sources.you) return { path: paths.you };
  if (source === sources.companion && companionUrl !== undefined) return { elsewhere: companionUrl };
  return { path: paths.home };
}

/** The remembered source, which is forgotten with that. */
export function takeSource(): string | undefined {
  const source = readKept("source");
  keep("source", undefined);
  return source;
}
