import { anchorPoints, componentTypes } from "@wrapsody/shared/experiences/experiences.ts";
import { isExpired, isOwnPlace, removeDraft } from "../../../../../lib/drafts/stored-drafts.ts";
import type { UnsavedComponent } from "./components.ts";
import { blankDraft, type Draft, draftFields } from "./draft.ts";

/** Increase this if older drafts can no longer be read. */
const VERSION = 1;

/** An image that was chosen and not added yet, with the initial draft of its component. IndexedDB stores the file. */
export type StoredImage = {
  /** `Idempotency-Key` of its upload, and the last part of its place in IndexedDB. */
  key: string;
  name: string;
  draft: Draft;
  isFirst: boolean;
};

/** Everything in the editor that is not saved. */
export type UnsavedEdits = {
  /** Saved components, with the values that the draft started from. */
  changed: readonly { id: number; base: Draft; draft: Draft }[];
  added: readonly Omit<UnsavedComponent, "image">[];
  images: readonly StoredImage[];
};

export type StoredEdits = UnsavedEdits & { /** ISO 8601. */ savedAt: string };

const isEmpty = ({ changed, added, images }: UnsavedEdits) =>
  changed.length + added.length + images.length === 0;

/** Stores the edits, or removes what is stored if nothing is unsaved. Returns false if the browser forbids storage. */
export function storeEdits(place: string, edits: UnsavedEdits, now: Date): boolean {
  if (!isOwnPlace(place)) return true;
  if (isEmpty(edits)) {
    removeDraft(place);
    return true;
  }
  try {
    localStorage.setItem(place, JSON.stringify({ ...edits, version: VERSION, savedAt: now.toISOString() }));
    return true;
  } catch {
    return false;
  }
}

/** Removes images from stored edits, also after the page was left. */
export function forgetImages(place: string, keys: readonly string[], now: Date): void {
  const stored = readEdits(place, now.getTime());
  if (stored === undefined) return;
  storeEdits(place, { ...stored, images: stored.images.filter(({ key }) => !keys.includes(key)) }, now);
}

export function readEdits(place: string, now: number): StoredEdits | undefined {
  try {
    return parseEdits(localStorage.getItem(place), now);
  } catch {
    return undefined;
  }
}

/** Parses stored edits of this or an earlier version of the site. Skips what it cannot read, and returns undefined if nothing is left. */
export function parseEdits(text: string | null, now: number): StoredEdits | undefined {
  const stored = objectOf(text === null ? undefined : parseJson(text));
  const { version, savedAt } = stored;
  if (version !== VERSION || typeof savedAt !== "string" || isExpired(savedAt, now)) return undefined;
  const edits: StoredEdits = {
    savedAt,
    changed: listOf(stored.changed).flatMap(({ id, base, draft }) =>
      isId(id) && id > 0 ? [{ id, base: draftFrom(base), draft: draftFrom(draft) }] : [],
    ),
    added: listOf(stored.added).flatMap(({ id, type, copyOf, draft, key }) => {
      const known = componentTypes.find((name) => name === type);
      if (!isId(id) || id >= 0 || known === undefined || typeof key !== "string") return [];
      return [{ id, type: known, copyOf: isId(copyOf) ? copyOf : undefined, draft: draftFrom(draft), key }];
    }),
    images: listOf(stored.images).flatMap(({ key, name, draft, isFirst }) =>
      typeof key === "string" && typeof name === "string"
        ? [{ key, name, draft: draftFrom(draft), isFirst: isFirst === true }]
        : [],
    ),
  };
  return isEmpty(edits) ? undefined : edits;
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value);

/** Reads the fields of a draft. A field of another type has its initial value. */
function draftFrom(value: unknown): Draft {
  const stored = objectOf(value);
  const fields = draftFields.filter((field) => typeof stored[field] === typeof blankDraft[field]);
  const draft: Draft = {
    ...blankDraft,
    ...Object.fromEntries(fields.map((field) => [field, stored[field]])),
  };
  return anchorPoints.includes(draft.anchor_point)
    ? draft
    : { ...draft, anchor_point: blankDraft.anchor_point };
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

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}
