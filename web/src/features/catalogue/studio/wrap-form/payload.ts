import type { FieldError } from "@wrapsody/shared/api/errors.ts";
import { readDuration } from "@wrapsody/shared/catalogue/durations.ts";
import { readLanguages } from "@wrapsody/shared/studio/codes.ts";
import { type Draft, isEmptyRow, type ListName, listNames, lists, type Row } from "./draft.ts";
import type { DraftChanges } from "./draft-changes.ts";

type Values = Readonly<Record<string, string>>;

/**
 * Builds the request body of a draft, which the schema of the call checks. Omits empty rows. An unreadable number
 * becomes `NaN` and a missing choice an empty string, so that the schema rejects them.
 */
export function toPayload({ basics, lists: rows }: Draft): Record<string, unknown> {
  const filled = <Made>(list: ListName, make: (values: Values) => Made) =>
    rows[list].filter((row) => !isEmptyRow(list, row)).map(({ values }) => make(values));
  return {
    name: basics.name,
    artist: basics.artist,
    iswc: basics.iswc,
    nickname: basics.nickname,
    description: basics.description,
    lyrics: basics.lyrics,
    lyrics_language: basics.lyrics_language,
    duration: basics.duration.trim() === "" ? null : (readDuration(basics.duration) ?? Number.NaN),
    albums: filled("albums", albumOf),
    credits: filled("credits", ({ role, name = "" }) => ({ role, name })),
    dates: filled("dates", ({ type, date = "" }) => ({ type, date })),
    owners: filled("owners", ({ name = "", ownership = "", royalty = "", email = "" }) => ({
      name,
      ownership: readShare(ownership),
      royalty: royalty.trim() === "" ? null : readShare(royalty),
      ...(email.trim() === "" ? {} : { email }),
    })),
    dsps: filled("dsps", ({ id, songId = "" }) => ({ id, songId })),
    tags: filled("tags", ({ tag = "", genre }) => ({
      tag,
      metadata: { genre: genre === "false" ? "false" : "true" },
    })),
  };
}

/** Builds the request body of what a draft changes. */
export function toChangedPayload(draft: Draft, changes: DraftChanges | undefined): Record<string, unknown> {
  const names = new Set(Object.keys({ ...changes?.basics, ...changes?.lists }));
  return Object.fromEntries(Object.entries(toPayload(draft)).filter(([name]) => names.has(name)));
}

function albumOf({ name = "", trackNumber = "", releaseDate = "", isrc = "", languages = "" }: Values) {
  return {
    name,
    trackNumber: /^\d+$/.test(trackNumber.trim()) ? Number(trackNumber) : Number.NaN,
    releaseDate,
    isrc,
    languages: readLanguages(languages),
  };
}

/** Parses a typed percentage: `33.3`, `33,3`, `33.3 %`. Returns `NaN` for anything else. */
export function readShare(text: string): number {
  const typed = text.trim().replace(/\s*%$/, "").replace(",", ".");
  return /^\d+(\.\d*)?$|^\.\d+$/.test(typed) ? Number(typed) : Number.NaN;
}

/** Errors of the form by path: `basics.name`, `albums.<row key>.isrc`, or the name of a list. */
export type Problems = Readonly<Record<string, string>>;

/** Maps the error paths of the request body to the paths of the form. Keeps the first error of each field. */
export function toFieldErrors(draft: Draft, errors: readonly FieldError[]): Problems {
  const fieldErrors: Record<string, string> = {};
  for (const { field, message } of errors) fieldErrors[placeOf(draft, field)] ??= message;
  return fieldErrors;
}

function placeOf(draft: Draft, field: string): string {
  const [part = "", index, cell, ...deeper] = field.split(".");
  const list = listNames.find((name) => name === part);
  if (list === undefined) return part === "image" ? part : `basics.${part}`;
  const row = sentRows(draft, list)[Number(index)];
  if (index === undefined || row === undefined) return list;
  const fields: readonly string[] = lists[list];
  const name = [cell, ...deeper].find((step) => step !== undefined && fields.includes(step));
  return `${list}.${row.key}.${name ?? lists[list][0]}`;
}

function sentRows(draft: Draft, list: ListName): Row[] {
  return draft.lists[list].filter((row) => !isEmptyRow(list, row));
}
