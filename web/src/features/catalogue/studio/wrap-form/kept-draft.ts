import { readStored } from "../../../../lib/storage/storage.ts";
import { basicFields, type Draft, emptyDraft, isEmptyDraft, listNames, type Row } from "./draft.ts";

/** Raised when a draft of before could not be read any more. */
const VERSION = 1;

/** A draft as it is kept in the browser. */
export type StoredDraft = {
  draft: Draft;
  /** `Idempotency-Key`: made once for a draft, so that the song it becomes is added once, however often it is sent. */
  callKey: string;
  /** ISO 8601. */
  savedAt: string;
  /** The name of the picture that was chosen; the picture itself is kept elsewhere. */
  picture: string | null;
};

/** Where the draft of an account for an artist is kept: what one person types is not shown to the next. */
export function draftKey(artist: number): string {
  return `wrapsody-draft-${readStored("userId") ?? ""}-${artist}`;
}

/** Reads what was kept; undefined where there is nothing, or nothing that can be understood. */
export function readDraft(place: string): StoredDraft | undefined {
  try {
    return parseDraft(localStorage.getItem(place));
  } catch {
    return undefined;
  }
}

/** Keeps a draft; one without anything in it is forgotten. False where the browser keeps nothing. */
export function storeDraft(place: string, stored: StoredDraft): boolean {
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
    // Nothing was kept.
  }
}

/** Understands what this or an earlier edition of the site wrote; anything else is as good as nothing. */
export function parseDraft(text: string | null): StoredDraft | undefined {
  if (text === null) return undefined;
  const stored = objectOf(parsed(text));
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

function parsed(text: string): unknown {
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
