import { keyDateTypes } from "@wrapsody/shared/catalogue/catalogue.ts";
import { findCode, readLanguages } from "@wrapsody/shared/studio/codes.ts";
import { contributorRoles } from "@wrapsody/shared/studio/contributor-roles.ts";
import { studioLimits } from "@wrapsody/shared/studio/studio.ts";
import type { TFunction } from "i18next";
import { nameLanguage } from "../language-names.ts";
import { yearNote } from "./typed-date.ts";

/** Lists of the form, with the fields of a row in display order. */
export const lists = {
  albums: ["name", "trackNumber", "releaseDate", "isrc", "languages"],
  credits: ["name", "role"],
  dates: ["type", "date"],
  owners: ["name", "ownership", "royalty", "email"],
  dsps: ["songId", "id"],
  tags: ["tag", "genre"],
} as const;
export type ListName = keyof typeof lists;
export const listNames = [
  "albums",
  "credits",
  "dates",
  "owners",
  "dsps",
  "tags",
] as const satisfies ListName[];

export const basicFields = [
  "name",
  "artist",
  "iswc",
  "nickname",
  "duration",
  "description",
  "lyrics",
  "lyrics_language",
] as const;
export type BasicField = (typeof basicFields)[number];

/** A row with its raw input. The key stays the same when the row moves. */
export type Row = { readonly key: string; readonly values: Readonly<Record<string, string>> };

/** Raw input of the form. Nothing is parsed yet. */
export type Draft = {
  readonly basics: Readonly<Record<BasicField, string>>;
  readonly lists: Readonly<Record<ListName, readonly Row[]>>;
  /** Number of rows that were ever created; the next key is derived from it. */
  readonly made: number;
};

/** Initial values of fields. A row with only these is empty. */
const defaults: Readonly<Record<string, string>> = { "tags.genre": "true" };

/** Returns a draft with one empty row in each list. */
export function emptyDraft(): Draft {
  return {
    basics: {
      name: "",
      artist: "",
      iswc: "",
      nickname: "",
      duration: "",
      description: "",
      lyrics: "",
      lyrics_language: "",
    },
    lists: {
      albums: [newRow("albums", 0)],
      credits: [newRow("credits", 1)],
      dates: [newRow("dates", 2)],
      owners: [newRow("owners", 3)],
      dsps: [newRow("dsps", 4)],
      tags: [newRow("tags", 5)],
    },
    made: 6,
  };
}

/** Returns a row with the values of its fields; missing ones are empty. The key derives from the number. */
export function newRow(list: ListName, number: number, values: Row["values"] = {}): Row {
  const cells = lists[list].map((field) => [field, values[field] ?? defaults[`${list}.${field}`] ?? ""]);
  return { key: `r${number}`, values: Object.fromEntries(cells) };
}

/** Returns true if nothing was typed into a row. */
export function isEmptyRow(list: ListName, { values }: Row): boolean {
  return lists[list].every((field) => (values[field] ?? "").trim() === (defaults[`${list}.${field}`] ?? ""));
}

export type Change =
  | { type: "basic"; field: BasicField; value: string }
  | { type: "cell"; list: ListName; key: string; field: string; value: string }
  | { type: "add"; list: ListName; after?: string }
  | { type: "remove"; list: ListName; key: string }
  | { type: "move"; list: ListName; key: string; by: -1 | 1 }
  | { type: "paste"; list: ListName; key: string; field: string; lines: readonly string[][] }
  | { type: "restart"; draft: Draft };

/** Applies a change. Unchanged parts keep their identity, so that only changed rows render again. */
export function applyChange(draft: Draft, change: Change): Draft {
  switch (change.type) {
    case "restart":
      return change.draft;
    case "basic":
      return { ...draft, basics: { ...draft.basics, [change.field]: change.value } };
    case "cell":
      return withRows(draft, change.list, (rows) =>
        rows.map((row) =>
          row.key === change.key ? { ...row, values: { ...row.values, [change.field]: change.value } } : row,
        ),
      );
    case "add":
      return addRow(draft, change.list, change.after);
    case "remove":
      return withRows(draft, change.list, (rows) => rows.filter(({ key }) => key !== change.key));
    case "move":
      return withRows(draft, change.list, (rows) => moveRow(rows, change.key, change.by));
    case "paste":
      return pasteRows(draft, change);
  }
}

function withRows(draft: Draft, list: ListName, change: (rows: readonly Row[]) => readonly Row[]): Draft {
  return { ...draft, lists: { ...draft.lists, [list]: change(draft.lists[list]) } };
}

/** Adds a row unless the list has reached the limit of the call. */
function addRow(draft: Draft, list: ListName, after: string | undefined): Draft {
  const rows = draft.lists[list];
  if (rows.length >= studioLimits.rows) return draft;
  const at = after === undefined ? rows.length : rows.findIndex(({ key }) => key === after) + 1;
  const next = withRows(draft, list, () => rows.toSpliced(at, 0, newRow(list, draft.made)));
  return { ...next, made: draft.made + 1 };
}

function moveRow(rows: readonly Row[], key: string, by: -1 | 1): readonly Row[] {
  const from = rows.findIndex((row) => row.key === key);
  const row = rows[from];
  const to = from + by;
  if (row === undefined || to < 0 || to >= rows.length) return rows;
  return rows.toSpliced(from, 1).toSpliced(to, 0, row);
}

/**
 * Pastes lines from a text or a spreadsheet. The first line fills the target row, and each further line becomes a new
 * row after it. The cells of a line fill the fields from the target field on.
 */
function pasteRows(draft: Draft, { list, key, field, lines }: Extract<Change, { type: "paste" }>): Draft {
  const rows = draft.lists[list];
  const at = rows.findIndex((row) => row.key === key);
  const here = rows[at];
  if (here === undefined) return draft;
  const room = studioLimits.rows - rows.length + 1;
  const fields = lists[list].slice((lists[list] as readonly string[]).indexOf(field));
  const filled = lines.slice(0, room).map((cells, index) => {
    const row = index === 0 ? here : newRow(list, draft.made + index);
    const values = cells
      .slice(0, fields.length)
      .map((cell, column) => [fields[column], cellOf(list, fields[column], cell)] as const);
    return { ...row, values: { ...row.values, ...Object.fromEntries(values) } };
  });
  const next = withRows(draft, list, () => rows.toSpliced(at, 1, ...filled));
  return { ...next, made: draft.made + filled.length };
}

/** Parses a pasted cell. Returns an empty string if the field offers no such option. */
function cellOf(list: ListName, field: string | undefined, cell: string): string {
  const text = cell.trim();
  const choice: readonly string[] | undefined =
    field === "role" ? contributorRoles : list === "dates" && field === "type" ? keyDateTypes : undefined;
  if (choice === undefined) return text;
  return findCode(choice, text) ?? "";
}

/**
 * Splits a pasted text into lines and cells. Returns an empty list for a single cell, which the field receives
 * unchanged.
 */
export function linesOf(text: string): string[][] {
  const lines = text
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== "")
    .map((line) => line.split("\t"));
  return lines.length > 1 || (lines[0]?.length ?? 0) > 1 ? lines : [];
}

/** Returns a hint about the typed value; undefined if there is none. */
export function noteOf(
  t: TFunction,
  list: ListName,
  field: string,
  values: Readonly<Record<string, string>>,
): string | undefined {
  const typed = values[field] ?? "";
  if (typed.trim() === "") return undefined;
  if (list === "albums" && field === "languages") return languagesNote(t, typed);
  return field === "date" || field === "releaseDate" ? yearNote(t, typed) : undefined;
}

function languagesNote(t: TFunction, typed: string): string | undefined {
  const names = readLanguages(typed).map(
    (code) => nameLanguage(t, code) ?? t("wrapForm.unknownLanguage", { code }),
  );
  return names.length === 0 ? undefined : names.join(", ");
}
