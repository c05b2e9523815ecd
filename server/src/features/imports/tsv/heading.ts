import { problemColumn, rowTexts } from "@wrapsody/shared/studio/import-rows.ts";
import type { ImportError } from "@wrapsody/shared/studio/imports.ts";
import { truncateValue } from "../rows/row-problem.ts";
import type { Row } from "./rows.ts";

/** The trimmed cells of a row by column name; missing columns are empty. */
export type Cells<Column extends string> = Readonly<Record<Column, string>>;

export type Heading<Column extends string> = {
  /** Problems of the heading. */
  errors: ImportError[];
  /** False if a required column is missing or a column is repeated: then no row can be imported. */
  isUsable: boolean;
  cellsOf(row: Row): Cells<Column>;
  /** The known columns of the file. */
  columns: readonly Column[];
  /** Returns the values of a row without a heading. */
  strayCells(row: Row): string[];
  /** The heading as written, without a problem column, and a row's cells in the same order. */
  original: { names: readonly string[]; cellsOf(row: Row): string[] };
};

/**
 * Finds the columns by name in the first row, in any order and case, with spaces, hyphens, underscores or
 * nothing between words.
 */
export function readHeading<Column extends string>(
  { line, cells }: Row,
  columns: readonly Column[],
  needed: readonly Column[],
): Heading<Column> {
  const names = cells.map((name) => name.trim());
  const places = columns.map((column) => ({ column, found: findColumnIndexes(names, column) }));
  const known = new Set([
    ...places.flatMap(({ found }) => found),
    ...findColumnIndexes(names, problemColumn),
  ]);
  const at = new Map(
    places.flatMap(({ column, found: [first] }) => (first === undefined ? [] : [[column, first]])),
  );
  const error = (column: string, code: ImportError["code"], message: string) => ({
    line,
    code,
    message,
    column: truncateValue(column),
    value: "",
  });
  const missing = needed.filter((column) => !at.has(column));
  const repeated = places.filter(({ found }) => found.length > 1);
  const unknown = names.filter((name, place) => name !== "" && !known.has(place));
  const keptIndexes = names.flatMap((_, place) => (isProblems(names[place]) ? [] : [place]));
  return {
    errors: [
      ...missing.map((column) => error(column, "MISSING", rowTexts.missingColumn)),
      ...repeated.map(({ column }) => error(column, "REPEATED", rowTexts.repeatedColumn)),
      ...unknown.map((name) => error(name, "UNKNOWN", rowTexts.unknownColumn)),
    ],
    columns: [...at.keys()],
    isUsable: missing.length === 0 && repeated.length === 0,
    cellsOf: ({ cells }) =>
      Object.fromEntries(
        columns.map((column) => [column, (cells[at.get(column) ?? -1] ?? "").trim()]),
      ) as Cells<Column>,
    strayCells: ({ cells }) =>
      cells.filter((cell, place) => cell.trim() !== "" && (names[place] ?? "") === ""),
    original: {
      names: keptIndexes.map((place) => names[place] ?? ""),
      cellsOf: ({ cells }) =>
        [...keptIndexes, ...extraCellIndexes(names, cells)].map((place) => cells[place] ?? ""),
    },
  };
}

function findColumnIndexes(names: readonly string[], column: string): number[] {
  return names.flatMap((name, place) => (normalizeName(name) === normalizeName(column) ? [place] : []));
}

const normalizeName = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, "");
const isProblems = (name: string | undefined) => normalizeName(name ?? "") === problemColumn;

function extraCellIndexes(names: readonly string[], cells: readonly string[]): number[] {
  return cells.flatMap((_, place) => (place < names.length ? [] : [place]));
}
