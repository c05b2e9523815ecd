import type { Language } from "@wrapsody/shared/api/language.ts";
import { problemColumn } from "@wrapsody/shared/studio/import-rows.ts";
import type { ImportAnswer, ImportError } from "@wrapsody/shared/studio/imports.ts";
import { tsvRow } from "@wrapsody/shared/text/tsv.ts";
import { localizeMessage } from "../../platform/http/messages.ts";
import { type DurationColumn, findLongDurations } from "./rows/durations.ts";
import type { RowProblem } from "./rows/row-problem.ts";
import type { Row } from "./tsv/rows.ts";

/** The result of an import so far. */
export type ImportSummary = {
  saved: ImportAnswer["saved"];
  changed: ImportAnswer["changed"];
  notSaved: ImportAnswer["notSaved"];
  errors: ImportError[];
  failures: { cells: readonly string[]; problem: string }[];
  /** Keys of accepted rows with their line numbers. */
  seenKeys: Map<string, number>;
  /** Names of new rows by the key that similar ones share. */
  seenNames: Map<string, string>;
  /** Dates of the albums of new rows and of existing ones, by the key of their artist and name. */
  albumDates: Map<string, Set<string | null>>;
  /** Number of new rows. */
  created: number;
  durations: DurationColumn;
};

export function createSummary(headingErrors: readonly ImportError[]): ImportSummary {
  return {
    saved: [],
    changed: [],
    notSaved: [],
    errors: [...headingErrors],
    failures: [],
    seenKeys: new Map(),
    seenNames: new Map(),
    albumDates: new Map(),
    created: 0,
    durations: { long: [], short: 0 },
  };
}

export function addErrors({ errors }: ImportSummary, { line }: Row, found: readonly RowProblem[]): void {
  errors.push(...found.map((problem) => ({ line, ...problem })));
}

/** Returns the problems of all rows in their order, those included that only the whole file shows. */
export function listErrors({ errors, durations }: ImportSummary): ImportError[] {
  return [...errors, ...findLongDurations(durations)].sort((a, b) => a.line - b.line);
}

export function localizeProblems<Problem extends RowProblem>(
  problems: readonly Problem[],
  language: Language,
): Problem[] {
  return problems.map((problem) => ({ ...problem, ...localizeMessage(problem.message, language) }));
}

/** Formats the problems of a row that was not saved. */
export function formatProblems(found: readonly RowProblem[], language: Language): string {
  const real = found.filter(({ code }) => code !== "WARNING");
  return localizeProblems(real, language)
    .map(({ column, message }) => (column === null ? message : `${column}: ${message}`))
    .join(" ");
}

/**
 * Formats the rows that were not saved as TSV, with the original heading and a problem column. Rows wider
 * than the heading keep their cells under unnamed columns.
 */
export function formatFailures(names: readonly string[], failures: ImportSummary["failures"]): string {
  if (failures.length === 0) return "";
  const width = failures.reduce((max, { cells }) => Math.max(max, cells.length), names.length);
  const padded = (cells: readonly string[]) => [...cells, ...Array<string>(width - cells.length).fill("")];
  const lines = [
    [...padded(names), problemColumn],
    ...failures.map(({ cells, problem }) => [...padded(cells), problem]),
  ];
  return lines.map((cells) => `${tsvRow(cells)}\r\n`).join("");
}
