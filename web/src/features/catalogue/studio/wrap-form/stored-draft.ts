import { draftPlace, isOwnPlace } from "../../../../lib/drafts/stored-drafts.ts";
import { basicFields, type Draft, emptyDraft, isEmptyDraft, listNames, type Row } from "./draft.ts";

/** Increase this if older drafts can no longer be read. */
const VERSION = 1;

/** A draft in local storage. */
export type StoredDraft = {
  draft: Draft;
  /** `Idempotency-Key` of the draft: repeated submits create one song. */
  callKey: string;
  /** ISO 8601. */
  savedAt: string;
  /** Name of the selected picture. IndexedDB stores the picture itself. */
  picture: string | null;
};

/** Returns the storage key of a draft. */
export function draftKey(artist: number): string {
  return draftPlace(String(artist));
}

/** Reads a stored draft. Returns undefined if it is missing or invalid. */
export function readDraft(place: string): StoredDraft | undefined {
  try {
    return parseDraft(localStorage.getItem(place));
  } catch {
    return undefined;
  }
}

/** Stores a draft, or removes it if it is empty. Returns false if the browser forbids storage. */
export function storeDraft(place: string, stored: StoredDraft): boolean {
  if (!isOwnPlace(place)) return true;
  try {
    if (isEmptyDraft(stored.draft) && stored.picture === null) localStorage.removeItem(place);
    else localStorage.setItem(place, JSON.stringify({ version: VERSION, ...stored }));
    return true;
  } catch {
    return false;
  }
}

export function removeDraft(place: string): void {
  try {
    localStorage.removeItem(place);
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
}

/** Parses a stored draft of this or an earlier version of the site. Returns undefined for anything else. */
export function parseDraft(text: string | null): StoredDraft | undefined {
  if (text === null) return undefined;
  const stored = objectOf(parseJson(text));
  const draft = objectOf(stored.draft);
  if (stored.version !== VERSION || typeof stored.callKey !== "string" || typeof stored.savedAt !== "string")
    return undefined;
  const basics = objectOf(draft.basics);
  const rows = objectOf(draft.lists);
  const blank = emptyDraft();
  const read: Draft = {
    basics: {
      ...blank.basics,
      ...Object.fromEntries(basicFields.map((field) => [field, lineOf(basics[field])])),
    },
    lists: { ...blank.lists, ...Object.fromEntries(listNames.map((list) => [list, rowsOf(rows[list])])) },
    made: typeof draft.made === "number" ? draft.made : blank.made,
  };
  const picture = typeof stored.picture === "string" ? stored.picture : null;
  return { draft: read, callKey: stored.callKey, savedAt: stored.savedAt, picture };
}

function rowsOf(value: unknown): Row[] {
  if (!Array.isArray(value)) return [];
  return value.map(objectOf).flatMap(({ key, values }) => {
    if (typeof key !== "string") return [];
    const cells = Object.entries(objectOf(values)).map(([field, cell]) => [field, lineOf(cell)]);
    return [{ key, values: Object.fromEntries(cells) }];
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function lineOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
