import type { ImportKind } from "@wrapsody/shared/imports.ts";
import type { Language } from "@wrapsody/shared/language.ts";
import type { Executor } from "../../platform/database/database.ts";
import type { ParsedRow, RowProblem } from "./rows/row-problem.ts";
import type { Cells } from "./tsv/heading.ts";

/** For whom an import is. */
export type Importer = {
  accountId: string;
  /** Of mails to people whose address is in the file. */
  language: Language;
  /** Everything is looked at, and nothing is written, locked or sent. */
  dryRun: boolean;
};

/** What the catalogue knows of a row. */
export type ExistingMatch = {
  /** The key by which the row is found again. */
  key: string;
  /** All keys that it takes, so that no later row of the file is the same. */
  keys: readonly string[];
  /** What is there already. */
  existingId: number | undefined;
  /** Why it cannot be taken all the same. */
  refusal: RowProblem | undefined;
};

/** What is different between imports of artists and of songs. */
export type ImportDefinition<Column extends string, Payload> = {
  kind: ImportKind;
  columns: readonly Column[];
  required: readonly Column[];
  /** What the list of rows calls a row. */
  nameOf(cells: Cells<Column>): string;
  parse(cells: Cells<Column>): ParsedRow<Payload>;
  /** Answers in the order of the rows. Unless it is a dry run, it holds what it tells until the transaction ends. */
  findExisting(db: Executor, importer: Importer, rows: readonly Payload[]): Promise<ExistingMatch[]>;
  /** How many more the account may have, and what is told of the rows beyond. */
  readQuota(db: Executor, importer: Importer): Promise<{ most: number; beyond: RowProblem }>;
  /** Saves rows that are not there yet, all or none. Answers their numbers in the same order. */
  save(tx: Executor, importer: Importer, rows: readonly Payload[]): Promise<number[]>;
};
