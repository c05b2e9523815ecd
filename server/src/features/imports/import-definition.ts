import type { Language } from "@wrapsody/shared/api/language.ts";
import type { ImportedArtist, ImportKind } from "@wrapsody/shared/studio/imports.ts";
import type { Executor } from "../../platform/database/database.ts";
import type { Archive } from "./archive/archive.ts";
import type { ParsedRow, RowProblem } from "./rows/row-problem.ts";
import type { Cells } from "./tsv/heading.ts";

/** The account and options of an import. */
export type Importer = {
  accountId: string;
  /** Language of invitation mails and of the table of rows that were not saved. */
  language: Language;
  /** Checks everything; writes, locks and sends nothing. */
  dryRun: boolean;
  /** Rows change the existing entries that they name. */
  update: boolean;
};

/** An album that a row names; `key` is that of its artist and name, null the date of an album without one. */
export type NamedAlbum = {
  column: "release_date" | "more_albums";
  name: string;
  key: string;
  date: string | null;
  existingDates: readonly (string | null)[];
};

/** How a row relates to the catalogue. */
export type ExistingMatch = {
  /** The id of an export; rows with different ids are never the same. */
  id: number | undefined;
  /** The key of the row. */
  key: string;
  /** All keys the row occupies, so that later rows of the file count as repeated. */
  keys: readonly string[];
  /** The existing artists or songs with the key, or the one with the id. */
  existingIds: readonly number[];
  /** Why the row is refused. */
  refusal: RowProblem | undefined;
  /** The name of the row, and the key that similar names share. A new row whose name resembles another gets a warning. */
  spelling: { column: "name" | "title"; name: string; key: string };
  /** A similar name that exists. */
  similarName: string | undefined;
  /** The albums that a song names, with the dates of existing ones of the same name. */
  albums: readonly NamedAlbum[];
  /** The artist of a song, if it was found. */
  artist: ImportedArtist | undefined;
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
  readQuota(db: Executor, importer: Importer): Promise<{ limit: number; beyond: RowProblem }>;
  /** Saves new rows, all or none. Returns their ids in order. */
  save(tx: Executor, importer: Importer, rows: readonly Payload[]): Promise<number[]>;
  /** Records which entries the import added, so that it can be undone. */
  recordAdded(tx: Executor, named: { accountId: string; id: string }, ids: readonly number[]): Promise<void>;
  /**
   * Adds the pictures of an archive that rows name, once the rows are saved; `id` is null in a dry run. Returns the problems of each row.
   * Undefined if rows name none.
   */
  addPictures:
    | ((
        importer: Importer,
        archive: Archive,
        rows: readonly { id: number | null; payload: Payload }[],
      ) => Promise<RowProblem[][]>)
    | undefined;
  /** Reads own entries by id, with which rows are completed and compared; undefined if rows never change them. */
  readExisting:
    | ((db: Executor, importer: Importer, ids: readonly number[]) => Promise<Existing<Column>[]>)
    | undefined;
};

/** An existing entry that rows may change. */
export type Existing<Column extends string> = {
  id: number;
  /** Its values as an export has them. */
  cells: Cells<Column>;
  /** Compares it with the cells of a row; pure. */
  compare(written: Partial<Cells<Column>>): RowComparison<Column>;
};

/** The columns that a row changes, or why it cannot. */
export type RowComparison<Column extends string> = {
  before: Partial<Cells<Column>>;
  after: Partial<Cells<Column>>;
  problems: RowProblem[];
};

/** Completes the match of a row: the id of an own artist or song decides; that of another catalogue only tells rows apart. */
export function matchById(
  id: number | undefined,
  ownIds: ReadonlySet<number>,
  match: Omit<ExistingMatch, "id">,
): ExistingMatch {
  if (id === undefined || !ownIds.has(id)) return { ...match, id };
  const refusal = match.refusal?.code === "AMBIGUOUS" ? undefined : match.refusal;
  return { ...match, id, key: `own ${id}`, existingIds: [id], refusal };
}

/** Groups ids by key, each once and in the written order. */
export function groupByKey(rows: readonly { key: string; id: number }[]): Map<string, number[]> {
  const ids = new Map<string, number[]>();
  for (const { key, id } of rows) {
    const found = ids.get(key);
    if (found === undefined) ids.set(key, [id]);
    else if (!found.includes(id)) found.push(id);
  }
  return ids;
}
