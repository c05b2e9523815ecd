import { actingAccount } from "../storage/session.ts";
import { readStored } from "../storage/storage.ts";
import { removePictures } from "./draft-pictures.ts";
import { DRAFT_PREFIX } from "./remove-drafts.ts";

/** Drafts that were not saved again for this time are removed. */
export const DRAFT_LIFETIME_MS = 30 * 24 * 3_600_000;

/** Increase this if older drafts can no longer be read. */
const VERSION = 1;

/** The draft of a form. */
export type StoredDraft = {
  /** The changed fields by name, as typed. */
  values: Readonly<Record<string, string>>;
  /** Name of the chosen picture. IndexedDB stores the picture itself. */
  picture: string | null;
  /** ISO 8601. */
  savedAt: string;
};

/** Returns the storage key of a form. It contains the user and the account they work for, so that drafts never mix. */
export function draftPlace(form: string): string {
  const account = actingAccount();
  const reader = [readStored("userId") ?? "", ...(account === undefined ? [] : [account.account_id])];
  return `${DRAFT_PREFIX}${reader.join(".")}-${form}`;
}

/** Returns true if the account of a place is logged in. After a logout, in this or another tab, no draft may come back. */
export function isOwnPlace(place: string): boolean {
  return place.startsWith(draftPlace(""));
}

/** Returns true if something was typed into a form and not sent. */
export function hasDraft(form: string): boolean {
  try {
    return localStorage.getItem(draftPlace(form)) !== null;
  } catch {
    return false;
  }
}

/** Reads a draft. Returns undefined if it is missing, invalid or expired. */
export function readDraft(place: string, now: number): StoredDraft | undefined {
  try {
    return parseDraft(localStorage.getItem(place), now);
  } catch {
    return undefined;
  }
}

/** Stores a draft, or removes it if it is empty. Returns false if the browser forbids storage. */
export function storeDraft(place: string, draft: StoredDraft): boolean {
  if (!isOwnPlace(place)) return true;
  try {
    if (Object.keys(draft.values).length === 0 && draft.picture === null) localStorage.removeItem(place);
    else localStorage.setItem(place, JSON.stringify({ version: VERSION, ...draft }));
    return true;
  } catch {
    return false;
  }
}

/** Removes a draft with its pictures. */
export function removeDraft(place: string): void {
  try {
    localStorage.removeItem(place);
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
  void removePictures(place);
}

/** Parses a stored draft of this or an earlier version of the site. Returns undefined for anything else. */
export function parseDraft(text: string | null, now: number): StoredDraft | undefined {
  const stored = objectOf(text === null ? undefined : parseJson(text));
  const { version, savedAt, picture } = stored;
  if (version !== VERSION || typeof savedAt !== "string" || isExpired(savedAt, now)) return undefined;
  const typed = Object.entries(objectOf(stored.values)).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return {
    values: Object.fromEntries(typed),
    picture: typeof picture === "string" ? picture : null,
    savedAt,
  };
}

/** Returns true if a draft of any form was saved too long ago, or at no known time. */
export function isExpired(savedAt: unknown, now: number): boolean {
  return typeof savedAt !== "string" || !(now - Date.parse(savedAt) < DRAFT_LIFETIME_MS);
}

/** Removes the expired drafts of all forms. */
export function removeExpiredDrafts(now: number): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(DRAFT_PREFIX)) continue;
      const { savedAt } = objectOf(parseJson(localStorage.getItem(key) ?? ""));
      if (isExpired(savedAt, now)) removeDraft(key);
    }
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
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
