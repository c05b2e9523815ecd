import type { ImportKind } from "@wrapsody/shared/imports.ts";
import type { Language } from "@wrapsody/shared/language.ts";
import type { Executor } from "../../platform/database/database.ts";
import type { ParsedRow, RowProblem } from "./rows/row-problem.ts";
import type { Cells } from "./tsv/heading.ts";

/** The account and options of an import. */
export type Importer = {
  accountId: string;
  /** Language of invitation mails. */
  language: Language;
  /** Checks everything; writes, locks and sends nothing. */
  dryRun: boolean;
};

/** How a row relates to the catalogue. */
export type ExistingMatch = {
  /** The key of the row. */
  key: string;
  /** All keys the row occupies, so that later rows of the file count as repeated. */
  keys: readonly string[];
  /** The existing artist or song. */
  existingId: number | undefined;
  /** Why the row is refused. */
  refusal: RowProblem | undefined;
};

/** The differences between imports of artists and of songs. */
export type ImportDefinition<Column extends string, Payload> = {
  kind: ImportKind;
  columns: readonly Column[];
  required: readonly Column[];
  /** Returns the name of a row in the report. */
  nameOf(cells: Cells<Column>): string;
  parse(cells: Cells<Column>): ParsedRow<Payload>;
  /**
   * Finds existing entries, in the order of the rows. Locks them until the transaction ends, except in a dry
   * run.
   */
  findExisting(db: Executor, importer: Importer, rows: readonly Payload[]): Promise<ExistingMatch[]>;
  /** Returns how many entries the account may add, and the problem of rows beyond. */
  readQuota(db: Executor, importer: Importer): Promise<{ most: number; beyond: RowProblem }>;
  /** Saves new rows, all or none. Returns their ids in order. */
  save(tx: Executor, importer: Importer, rows: readonly Payload[]): Promise<number[]>;
};
