import { readDuration, readLanguages } from "@wrapsody/shared/codes.ts";
import type { FieldError } from "@wrapsody/shared/errors.ts";
import { type Draft, isEmptyRow, type ListName, listNames, lists, type Row } from "./draft.ts";

type Values = Readonly<Record<string, string>>;

/**
 * What is to be sent of a draft, for the schema of the call to check. Rows with nothing in them are left out; what cannot be read is left for the schema to refuse:
 * a number that is none is `NaN`, a choice that was not made is empty.
 */
export function toPayload({ basics, lists: rows }: Draft): Record<string, unknown> {
  const filled = <Made>(list: ListName, make: (values: Values) => Made) =>
    rows[list].filter((row) => !isEmptyRow(list, row)).map(({ values }) => make(values));
  return {
    name: basics.name,
    iswc: basics.iswc,
    nickname: basics.nickname,
    description: basics.description,
    duration: basics.duration.trim() === "" ? null : (readDuration(basics.duration) ?? Number.NaN),
    albums: filled("albums", albumOf),
    credits: filled("credits", ({ role, name = "" }) => ({ role, name })),
    dates: filled("dates", ({ type, date = "" }) => ({ type, date })),
    owners: filled("owners", ({ name = "", ownership = "", royalty = "" }) => ({
      name,
      ownership: readShare(ownership),
      royalty: royalty.trim() === "" ? null : readShare(royalty),
    })),
    dsps: filled("dsps", ({ id, songId = "" }) => ({ id, songId })),
    tags: filled("tags", ({ tag = "", genre }) => ({
      tag,
      metadata: { genre: genre === "false" ? "false" : "true" },
    })),
  };
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

/** A percentage as people type it: `33.3`, `33,3`, `33.3 %`; `NaN` for what is none. */
export function readShare(text: string): number {
  const typed = text.trim().replace(/\s*%$/, "").replace(",", ".");
  return /^\d+(\.\d*)?$|^\.\d+$/.test(typed) ? Number(typed) : Number.NaN;
}

/** What is wrong in the form: each field by `basics.name`, `albums.<key of the row>.isrc`, a list as a whole by its name. */
export type Problems = Readonly<Record<string, string>>;

/** The path of the error of a call is that of its body; here it becomes that of the form. The first of a field stays. */
export function toFieldErrors(draft: Draft, errors: readonly FieldError[]): Problems {
  const found: Record<string, string> = {};
  for (const { field, message } of errors) found[placeOf(draft, field)] ??= message;
  return found;
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
