import type { LyricsProblem } from "@wrapsody/shared/catalogue/lrc.ts";
import type { ImportError } from "@wrapsody/shared/studio/imports.ts";
import type * as z from "zod";

/** A problem of a row, without its line number. */
export type RowProblem = Omit<ImportError, "line">;

/** The payload of a row, unless it has problems other than warnings. */
export type ParsedRow<Payload> = { payload: Payload | undefined; problems: RowProblem[] };

const MAX_VALUE_LENGTH = 80;

/** Truncates a value for an error. */
export function truncateValue(value: string): string {
  return value.length <= MAX_VALUE_LENGTH ? value : `${value.slice(0, MAX_VALUE_LENGTH).toWellFormed()}…`;
}

export function rowProblem(
  column: string | null,
  code: ImportError["code"],
  message: string,
  value = "",
): RowProblem {
  return { column, code, message, value: truncateValue(value) };
}

/**
 * Converts schema issues to problems of the columns their fields came from. `entryOf` returns the entry of a cell with several;
 * undefined for the whole cell.
 */
export function schemaProblems(
  issues: readonly z.core.$ZodIssue[],
  columnOf: (path: readonly PropertyKey[]) => string | null,
  cells: Readonly<Record<string, string>>,
  entryOf: (path: readonly PropertyKey[]) => string | undefined = () => undefined,
): RowProblem[] {
  return issues.map((issue) => {
    const column = columnOf(issue.path);
    const value = entryOf(issue.path) ?? (column === null ? "" : (cells[column] ?? ""));
    return rowProblem(column, problemCode(issue, value), issue.message, value);
  });
}

function problemCode(issue: z.core.$ZodIssue, value: string): ImportError["code"] {
  if (value.trim() === "") return "MISSING";
  if (issue.code === "custom" && issue.params?.lyrics !== undefined)
    return lyricsCodes[issue.params.lyrics as LyricsProblem["code"]];
  return issue.code === "too_big" && issue.origin !== "number" ? "TOO_LONG" : "INVALID";
}

/** Codes of the problems that the lyrics' schema names. */
const lyricsCodes = {
  time: "LYRICS_TIME",
  offset: "LYRICS_OFFSET",
  lines: "LYRICS_LINES",
  size: "LYRICS_SIZE",
} as const satisfies Record<LyricsProblem["code"], ImportError["code"]>;

/** Drops repeated problems, as of an entry that a cell has twice. */
export function dropRepeated(problems: readonly RowProblem[]): RowProblem[] {
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}

/** Replaces tabs and line breaks within a cell by spaces. */
export function oneLine(value: string): string {
  return value.replace(/\s+/g, " ").trim();
}
