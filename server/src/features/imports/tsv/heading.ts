import { problemColumn, rowTexts } from "@wrapsody/shared/import-rows.ts";
import type { ImportError } from "@wrapsody/shared/imports.ts";
import { truncateValue } from "../rows/row-problem.ts";
import type { Row } from "./rows.ts";

/** The cells of a row by the names of their columns, without outer blanks; a column that is not there has nothing in it. */
export type Cells<Column extends string> = Readonly<Record<Column, string>>;

export type Heading<Column extends string> = {
  /** What is wrong with it. */
  errors: ImportError[];
  /** False where a column is missing or there twice: then no row can be taken. */
  isUsable: boolean;
  cellsOf(row: Row): Cells<Column>;
  /** The values of a row that stand under no heading. */
  strayCells(row: Row): string[];
  /** The heading as it was written, without a column of problems, and the cells of a row in the same places. */
  original: { names: readonly string[]; cellsOf(row: Row): string[] };
};

/**
 * Finds the columns by their names in the first row: in any order and case, with spaces, hyphens or underscores or
 * nothing between their words.
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
  const kept = names.flatMap((_, place) => (isProblems(names[place]) ? [] : [place]));
  return {
    errors: [
      ...missing.map((column) => error(column, "MISSING", rowTexts.missingColumn)),
      ...repeated.map(({ column }) => error(column, "REPEATED", rowTexts.repeatedColumn)),
      ...unknown.map((name) => error(name, "UNKNOWN", rowTexts.unknownColumn)),
    ],
    isUsable: missing.length === 0 && repeated.length === 0,
    cellsOf: ({ cells }) =>
      Object.fromEntries(
        columns.map((column) => [column, (cells[at.get(column) ?? -1] ?? "").trim()]),
      ) as Cells<Column>,
    strayCells: ({ cells }) =>
      cells.filter((cell, place) => cell.trim() !== "" && (names[place] ?? "") === ""),
    original: {
      names: kept.map((place) => names[place] ?? ""),
      cellsOf: ({ cells }) => [...kept, ...extraCellIndexes(names, cells)].map((place) => cells[place] ?? ""),
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
