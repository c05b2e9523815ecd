import type { ImportError } from "@wrapsody/shared/imports.ts";
import type * as z from "zod";

/** What is wrong with a line, where its number is not known yet. */
export type RowProblem = Omit<ImportError, "line">;

/** What a row says: what is to be saved, unless something but a warning is wrong with it. */
export type ParsedRow<Payload> = { payload: Payload | undefined; rowProblem: RowProblem[] };

const MAX_VALUE_LENGTH = 80;

/** As much of a value as an error shows. */
export function truncateValue(value: string): string {
  return value.length <= MAX_VALUE_LENGTH ? value : `${value.slice(0, MAX_VALUE_LENGTH).toWellFormed()}…`;
}

export function found(
  column: string | null,
  code: ImportError["code"],
  message: string,
  value = "",
): RowProblem {
  return { column, code, message, value: truncateValue(value) };
}

/** What a schema found wrong, on the columns that its fields were taken from. */
export function schemaProblems(
  issues: readonly z.core.$ZodIssue[],
  columnOf: (path: readonly PropertyKey[]) => string | null,
  cells: Readonly<Record<string, string>>,
): RowProblem[] {
  return issues.map((issue) => {
    const column = columnOf(issue.path);
    const value = column === null ? "" : (cells[column] ?? "");
    return found(column, problemCode(issue, value), issue.message, value);
  });
}

function problemCode(issue: z.core.$ZodIssue, value: string): ImportError["code"] {
  if (value.trim() === "") return "MISSING";
  return issue.code === "too_big" && issue.origin !== "number" ? "TOO_LONG" : "INVALID";
}

/** Text of one line: tabs and line breaks inside of a cell become blanks. */
export function oneLine(value: string): string {
  return value.replace(/\s+/g, " ").trim();
}
