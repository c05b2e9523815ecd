import { isOwnPlace } from "../../../../lib/drafts/stored-drafts.ts";
import { basicFields, type Draft, listNames, type Row } from "./draft.ts";
import { applyChanges, type DraftChanges, listChanges } from "./draft-changes.ts";

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

/** Reads a stored draft of a form that starts with `initial`. Returns undefined if it is missing or invalid. */
export function readDraft(place: string, initial: Draft): StoredDraft | undefined {
  try {
    return parseDraft(localStorage.getItem(place), initial);
  } catch {
    return undefined;
  }
}

/**
 * Stores what a draft changes of `initial`, or removes it if that is nothing. Returns false if the browser forbids
 * storage.
 */
export function storeDraft(place: string, stored: StoredDraft, initial: Draft): boolean {
  if (!isOwnPlace(place)) return true;
  const { draft, ...rest } = stored;
  const changes = listChanges(draft, initial);
  try {
    if (changes === undefined && stored.picture === null) localStorage.removeItem(place);
    else {
      const written = { version: VERSION, ...rest, draft: { ...changes, made: draft.made } };
      localStorage.setItem(place, JSON.stringify(written));
    }
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

/**
 * Parses a stored draft of this or an earlier version of the site, which changes `initial`. Returns undefined for
 * anything else.
 */
export function parseDraft(text: string | null, initial: Draft): StoredDraft | undefined {
  if (text === null) return undefined;
  const stored = objectOf(parseJson(text));
  const draft = objectOf(stored.draft);
  if (stored.version !== VERSION || typeof stored.callKey !== "string" || typeof stored.savedAt !== "string")
    return undefined;
  const rowCount = typeof draft.made === "number" ? draft.made : 0;
  const read = applyChanges(initial, changesOf(draft), rowCount);
  const picture = typeof stored.picture === "string" ? stored.picture : null;
  return { draft: read, callKey: stored.callKey, savedAt: stored.savedAt, picture };
}

function changesOf(draft: Record<string, unknown>): DraftChanges {
  const basics = objectOf(draft.basics);
  const rows = objectOf(draft.lists);
  return {
    basics: Object.fromEntries(
      basicFields.filter((field) => field in basics).map((field) => [field, lineOf(basics[field])]),
    ),
    lists: Object.fromEntries(
      listNames.filter((list) => list in rows).map((list) => [list, rowsOf(rows[list])]),
    ),
  };
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
