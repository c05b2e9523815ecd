import { contributorRoles, keyDateTypes } from "@wrapsody/shared/catalogue.ts";
import { studioLimits } from "@wrapsody/shared/studio.ts";

/** The lists of the form, and the fields of a row in the order in which they stand. */
export const lists = {
  albums: ["name", "trackNumber", "releaseDate", "isrc", "languages"],
  credits: ["name", "role"],
  dates: ["type", "date"],
  owners: ["name", "ownership", "royalty"],
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

export const basicFields = ["name", "iswc", "nickname", "duration", "description"] as const;
export type BasicField = (typeof basicFields)[number];

/** A row as it is typed. The key stays the same wherever the row is moved. */
export type Row = { readonly key: string; readonly values: Readonly<Record<string, string>> };

/** The form as it is typed: nothing of it has been read yet. */
export type Draft = {
  readonly basics: Readonly<Record<BasicField, string>>;
  readonly lists: Readonly<Record<ListName, readonly Row[]>>;
  /** How many rows were ever made: the next one is named by it. */
  readonly made: number;
};

/** What a field holds before anything is typed; such a row is still an empty one. */
const defaults: Readonly<Record<string, string>> = { "tags.genre": "true" };

/** Each list begins with a row to type into. */
export function emptyDraft(): Draft {
  return {
    basics: { name: "", iswc: "", nickname: "", duration: "", description: "" },
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

function newRow(list: ListName, number: number): Row {
  const values = lists[list].map((field) => [field, defaults[`${list}.${field}`] ?? ""]);
  return { key: `r${number}`, values: Object.fromEntries(values) };
}

/** Whether nothing was typed into a row: it is as good as not there. */
export function isEmptyRow(list: ListName, { values }: Row): boolean {
  return lists[list].every((field) => (values[field] ?? "").trim() === (defaults[`${list}.${field}`] ?? ""));
}

export function isEmptyDraft({ basics, lists: rows }: Draft): boolean {
  return (
    basicFields.every((field) => basics[field].trim() === "") &&
    listNames.every((list) => rows[list].every((row) => isEmptyRow(list, row)))
  );
}

export type Change =
  | { type: "basic"; field: BasicField; value: string }
  | { type: "cell"; list: ListName; key: string; field: string; value: string }
  | { type: "add"; list: ListName; after?: string }
  | { type: "remove"; list: ListName; key: string }
  | { type: "move"; list: ListName; key: string; by: -1 | 1 }
  | { type: "paste"; list: ListName; key: string; field: string; lines: readonly string[][] }
  | { type: "restart"; draft: Draft };

/** The form after a change. What did not change stays the very same object, so that only what did is drawn again. */
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
      return added(draft, change.list, change.after);
    case "remove":
      return withRows(draft, change.list, (rows) => rows.filter(({ key }) => key !== change.key));
    case "move":
      return withRows(draft, change.list, (rows) => moved(rows, change.key, change.by));
    case "paste":
      return pasted(draft, change);
  }
}

function withRows(draft: Draft, list: ListName, change: (rows: readonly Row[]) => readonly Row[]): Draft {
  return { ...draft, lists: { ...draft.lists, [list]: change(draft.lists[list]) } };
}

/** A list takes no more rows than the call does. */
function added(draft: Draft, list: ListName, after: string | undefined): Draft {
  const rows = draft.lists[list];
  if (rows.length >= studioLimits.rows) return draft;
  const at = after === undefined ? rows.length : rows.findIndex(({ key }) => key === after) + 1;
  const next = withRows(draft, list, () => rows.toSpliced(at, 0, newRow(list, draft.made)));
  return { ...next, made: draft.made + 1 };
}

function moved(rows: readonly Row[], key: string, by: -1 | 1): readonly Row[] {
  const from = rows.findIndex((row) => row.key === key);
  const row = rows[from];
  const to = from + by;
  if (row === undefined || to < 0 || to >= rows.length) return rows;
  return rows.toSpliced(from, 1).toSpliced(to, 0, row);
}

/**
 * Several lines, as copied from a text or a spreadsheet: each becomes a row, its cells go into the fields from the one
 * that they were pasted into. The first fills the row it was pasted into; the others come after it.
 */
function pasted(draft: Draft, { list, key, field, lines }: Extract<Change, { type: "paste" }>): Draft {
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

/** Where a field offers a choice, what is pasted is one of it or nothing. */
function cellOf(list: ListName, field: string | undefined, cell: string): string {
  const text = cell.trim();
  const choice: readonly string[] | undefined =
    field === "role" ? contributorRoles : list === "dates" && field === "type" ? keyDateTypes : undefined;
  if (choice === undefined) return text;
  const name = text.toUpperCase();
  return choice.includes(name) ? name : "";
}

/** The cells of what was pasted, line by line; nothing where it is a single line, which the field takes as it is. */
export function linesOf(text: string): string[][] {
  const lines = text
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== "")
    .map((line) => line.split("\t"));
  return lines.length > 1 || (lines[0]?.length ?? 0) > 1 ? lines : [];
}
