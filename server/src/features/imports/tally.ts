import { problemColumn } from "@wrapsody/shared/import-rows.ts";
import type { ImportAnswer, ImportError } from "@wrapsody/shared/imports.ts";
import { tsvRow } from "@wrapsody/shared/tsv.ts";
import type { Found } from "./rows/found.ts";
import type { Row } from "./tsv/rows.ts";

/** What came of an import so far. */
export type Tally = {
  saved: ImportAnswer["saved"];
  notSaved: ImportAnswer["notSaved"];
  errors: ImportError[];
  failures: { cells: readonly string[]; problem: string }[];
  /** The keys of rows that were taken, with the lines they stand in. */
  seen: Map<string, number>;
  /** Rows that were not there before. */
  fresh: number;
};

export function openTally(headingErrors: readonly ImportError[]): Tally {
  return { saved: [], notSaved: [], errors: [...headingErrors], failures: [], seen: new Map(), fresh: 0 };
}

export function noteErrors({ errors }: Tally, { line }: Row, found: readonly Found[]): void {
  errors.push(...found.map((one) => ({ line, ...one })));
}

/** What a person reads beside a row that was not saved. */
export function problemOf(found: readonly Found[]): string {
  const real = found.filter(({ code }) => code !== "WARNING");
  return real.map(({ column, message }) => (column === null ? message : `${column}: ${message}`)).join(" ");
}

/**
 * Rows that were not saved, under the heading as it was written and one more column. A row that is wider than the
 * heading keeps its cells, under columns without a name.
 */
export function failuresAsTsv(names: readonly string[], failures: Tally["failures"]): string {
  if (failures.length === 0) return "";
  const width = failures.reduce((most, { cells }) => Math.max(most, cells.length), names.length);
  const padded = (cells: readonly string[]) => [...cells, ...Array<string>(width - cells.length).fill("")];
  const lines = [
    [...padded(names), problemColumn],
    ...failures.map(({ cells, problem }) => [...padded(cells), problem]),
  ];
  return lines.map((cells) => `${tsvRow(cells)}\r\n`).join("");
}
