import { rowTexts } from "@wrapsody/shared/studio/import-rows.ts";
import type { ChangedRow, ImportedArtist } from "@wrapsody/shared/studio/imports.ts";
import { describeUnreadable, isSameName } from "@wrapsody/shared/text/text.ts";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database/database.ts";
import type { Archive } from "./archive/archive.ts";
import type { Existing, ExistingMatch, ImportDefinition, Importer } from "./import-definition.ts";
import { inSavepoint, updateRowsDone } from "./imports.data.ts";
import { parseId } from "./rows/cells.ts";
import { noteDuration } from "./rows/durations.ts";
import { unescapeText } from "./rows/escapes.ts";
import { type RowProblem, rowProblem, truncateValue } from "./rows/row-problem.ts";
import { addErrors, formatProblems, type ImportSummary } from "./summary.ts";
import type { Cells, Heading } from "./tsv/heading.ts";
import type { Row } from "./tsv/rows.ts";
import { applyImportChangesJob } from "./updates/apply-changes.ts";
import { insertChanges } from "./updates/changes.data.ts";

/** Rows that are checked together and saved in one transaction. */
const BATCH_ROWS = 250;

export type RowImport<Column extends string, Payload> = {
  definition: ImportDefinition<Column, Payload>;
  importer: Importer;
  /** Id of the import. */
  id: string;
  heading: Heading<Column>;
  summary: ImportSummary;
  /** The archive of the table, if it is in one. */
  archive: Archive | undefined;
};

/** A checked row and its outcome. */
type CheckedRow<Payload> = {
  row: Row;
  name: string;
  payload: Payload | undefined;
  artist: ImportedArtist | undefined;
  problems: RowProblem[];
  /** Undefined unless saved or existing; `id` is null for a row of a dry run. */
  saved: { id: number | null; existing: boolean } | undefined;
  /** Undefined unless the row changes an existing entry. */
  change: RowChange | undefined;
};
type RowChange = { id: number; before: Texts; after: Texts };
type Texts = Readonly<Partial<Record<string, string>>>;
type ValidRow<Payload> = CheckedRow<Payload> & { payload: Payload };

/**
 * Imports rows batch by batch: checks them, finds existing ones, saves the others and updates the progress.
 * Only the current batch and the summary are in memory.
 */
export async function importRows<Column extends string, Payload>(
  context: Context,
  rowImport: RowImport<Column, Payload>,
  rows: AsyncIterable<Row>,
): Promise<void> {
  let part: Row[] = [];
  let rowsDone = 0;
  const flush = async () => {
    rowsDone += part.length;
    await importBatch(context, rowImport, { part, rowsDone });
    part = [];
  };
  for await (const row of rows) {
    part.push(row);
    if (part.length === BATCH_ROWS) await flush();
  }
  if (part.length > 0) await flush();
}

async function importBatch<Column extends string, Payload>(
  context: Context,
  rowImport: RowImport<Column, Payload>,
  { part, rowsDone }: { part: readonly Row[]; rowsDone: number },
): Promise<void> {
  const { importer, id } = rowImport;
  const named = { accountId: importer.accountId, id };
  const existing = await readNamedEntries(context.db, rowImport, part);
  const checked = part.map((row) => checkRow(rowImport, row, existing));
  const ready = checked.filter(
    (checkedRow): checkedRow is ValidRow<Payload> => checkedRow.payload !== undefined,
  );
  if (importer.dryRun) {
    for (const checkedRow of await selectNewRows(context.db, rowImport, ready))
      checkedRow.saved = { id: null, existing: false };
    await compareExisting(context.db, rowImport, checked);
    await updateRowsDone(context.db, named, rowsDone);
  } else {
    await context.db.transaction().execute(async (tx) => {
      const newRows = await selectNewRows(tx, rowImport, ready);
      await saveRows(context, tx, rowImport, newRows);
      const ids = newRows.flatMap(({ saved }) => saved?.id ?? []);
      await rowImport.definition.recordAdded(tx, named, ids);
      await compareExisting(tx, rowImport, checked);
      await enqueueChanges(context, tx, named, checked);
      await updateRowsDone(tx, named, rowsDone);
    });
  }
  await addPictures(rowImport, ready);
  for (const checkedRow of checked) recordRow(rowImport, checkedRow);
}

/** Adds the pictures of the archive to what rows added or named. They are read outside of the transaction, one at a time. */
async function addPictures<Column extends string, Payload>(
  { definition, importer, archive }: RowImport<Column, Payload>,
  ready: readonly ValidRow<Payload>[],
): Promise<void> {
  if (archive === undefined || definition.addPictures === undefined) return;
  const kept = ready.filter(({ saved, change }) => saved !== undefined || change !== undefined);
  const rows = kept.map(({ saved, change, payload }) => ({ id: saved?.id ?? change?.id ?? null, payload }));
  const problems = await definition.addPictures(importer, archive, rows);
  for (const [place, row] of kept.entries()) row.problems.push(...(problems[place] ?? []));
}

/** Reads the entries that rows name by id, if the import changes them. */
async function readNamedEntries<Column extends string, Payload>(
  db: Executor,
  { definition, importer, heading }: RowImport<Column, Payload>,
  part: readonly Row[],
): Promise<Map<number, Existing<Column>>> {
  if (!importer.update || definition.readExisting === undefined) return new Map();
  const ids = part.flatMap((row) => parseId(idCellOf(heading.cellsOf(row))).id ?? []);
  const entries = await definition.readExisting(db, importer, ids);
  return new Map(entries.map((entry) => [entry.id, entry]));
}

const idCellOf = (cells: Texts) => cells.id ?? "";
const durationCellOf = (cells: Texts) => cells.duration ?? "";

/** Checks a row without the database; pure. A row that names an entry is completed by its values. */
function checkRow<Column extends string, Payload>(
  { definition, heading }: RowImport<Column, Payload>,
  row: Row,
  existing: ReadonlyMap<number, Existing<Column>>,
): CheckedRow<Payload> {
  const written = heading.cellsOf(row);
  const named = existing.get(parseId(idCellOf(written)).id ?? 0);
  const cells = named === undefined ? written : { ...named.cells, ...pickWritten(heading, row) };
  const name = definition.nameOf(cells);
  const base = { row, name, artist: undefined, saved: undefined, change: undefined };
  if (!heading.isUsable) return { ...base, payload: undefined, problems: [] };
  const unreadable = findUnreadableCells(heading, written);
  if (unreadable.length > 0) return { ...base, payload: undefined, problems: unreadable };
  const stray = heading
    .strayCells(row)
    .map((value) => rowProblem(null, "INVALID", rowTexts.noHeading, value));
  const checked = definition.parse(cells);
  const isWrong = stray.length > 0;
  return {
    ...base,
    payload: isWrong ? undefined : checked.payload,
    problems: [...stray, ...checked.problems],
  };
}

function findUnreadableCells<Column extends string>(
  { columns }: Heading<Column>,
  cells: Cells<Column>,
): RowProblem[] {
  return columns.flatMap((column) => {
    const message = describeUnreadable(unescapeText(cells[column]));
    return message === undefined ? [] : [rowProblem(column, "INVALID", message, cells[column])];
  });
}

/** Returns the cells of the columns that the file has. */
function pickWritten<Column extends string>(heading: Heading<Column>, row: Row): Partial<Cells<Column>> {
  const cells = heading.cellsOf(row);
  const written: Partial<Record<Column, string>> = {};
  for (const column of heading.columns) written[column] = cells[column];
  return written as Partial<Cells<Column>>;
}

/** Compares rows with the existing entries that they name, if the import changes them. */
async function compareExisting<Column extends string, Payload>(
  db: Executor,
  { definition, importer, heading }: RowImport<Column, Payload>,
  checked: readonly CheckedRow<Payload>[],
): Promise<void> {
  if (!importer.update || definition.readExisting === undefined) return;
  const found = checked.filter(({ saved }) => saved?.existing === true);
  const ids = found.flatMap(({ saved }) => saved?.id ?? []);
  const entries = await definition.readExisting(db, importer, ids);
  for (const checkedRow of found) {
    const entry = entries.find(({ id }) => id === checkedRow.saved?.id);
    if (entry === undefined) continue;
    const { before, after, problems } = entry.compare(pickWritten(heading, checkedRow.row));
    const refusals = problems.filter(({ code }) => code !== "WARNING");
    checkedRow.problems.push(...refusals);
    const isSame = refusals.length === 0 && Object.keys(after).length === 0;
    if (isSame) continue;
    checkedRow.saved = undefined;
    if (refusals.length === 0) checkedRow.change = { id: entry.id, before, after };
  }
}

/** Records the changes of a batch, and has a job apply them. */
async function enqueueChanges(
  context: Context,
  tx: Executor,
  named: { accountId: string; id: string },
  checked: readonly CheckedRow<unknown>[],
): Promise<void> {
  const changes = checked.flatMap(({ row: { line }, change }) =>
    change === undefined ? [] : [{ line, songId: change.id, before: change.before, after: change.after }],
  );
  if (changes.length === 0) return;
  await insertChanges(tx, named, changes);
  const key = `apply-import-changes ${named.accountId} ${named.id}`;
  await context.queue.enqueue(tx, applyImportChangesJob, named, { key });
}

/** Refuses rows or marks them as existing; returns those to save. */
async function selectNewRows<Column extends string, Payload>(
  db: Executor,
  { definition, importer, summary }: RowImport<Column, Payload>,
  ready: readonly ValidRow<Payload>[],
): Promise<ValidRow<Payload>[]> {
  if (ready.length === 0) return [];
  const room = await definition.readQuota(db, importer);
  // In a dry run, rows that would be saved are not counted by the database.
  let left = importer.dryRun ? room.limit - summary.created : room.limit;
  const matches = await definition.findExisting(
    db,
    importer,
    ready.map(({ payload }) => payload),
  );
  return ready.filter((validRow, place) => {
    const match = matches[place];
    if (match === undefined) return false;
    validRow.artist = match.artist;
    if (isRefusedOrExisting(validRow, match, summary)) return false;
    if (left <= 0) {
      validRow.problems.push(room.beyond);
      return false;
    }
    warnOfSimilarName(validRow, match, summary);
    warnOfAlbumDates(validRow, match, summary);
    left -= 1;
    summary.created += 1;
    markSeen(validRow.row, match, summary.seenKeys);
    return true;
  });
}

/** Warns of a name that resembles an existing one or that of an earlier row, since they are two artists or songs. */
function warnOfSimilarName(
  { problems }: CheckedRow<unknown>,
  { spelling: { column, name, key }, similarName }: ExistingMatch,
  { seenNames }: ImportSummary,
): void {
  const similar = similarName ?? seenNames.get(key);
  if (similar !== undefined && !isSameName(similar, name))
    problems.push(rowProblem(column, "WARNING", rowTexts.similarName(similar), name));
  seenNames.set(key, name);
}

/** Warns of albums without a date that are the only one of their name, whose date their track takes. */
function warnOfAlbumDates(
  { problems }: CheckedRow<unknown>,
  { albums }: ExistingMatch,
  { albumDates }: ImportSummary,
): void {
  for (const { column, name, key, date, existingDates } of albums) {
    const dates = albumDates.get(key) ?? new Set();
    for (const existing of existingDates) dates.add(existing);
    albumDates.set(key, dates);
    const [only = null, ...others] = dates;
    const isTaken = date === null && only !== null && others.length === 0;
    if (isTaken) problems.push(rowProblem(column, "WARNING", rowTexts.albumDate(name, only), name));
    else dates.add(date);
  }
}

/** Handles a row that is refused or exists already. */
function isRefusedOrExisting<Payload>(
  validRow: ValidRow<Payload>,
  match: ExistingMatch,
  { seenKeys }: ImportSummary,
): boolean {
  const { line, occurrence } = findSeenLine(match, seenKeys);
  const repeated =
    line === undefined ? undefined : rowProblem(null, "REPEATED", rowTexts.repeated(line), validRow.name);
  const refused = match.refusal ?? repeated;
  const existingId = match.existingIds[occurrence];
  if (refused !== undefined) validRow.problems.push(refused);
  else if (existingId !== undefined) {
    validRow.saved = { id: existingId, existing: true };
    markSeen(validRow.row, match, seenKeys);
  }
  return refused !== undefined || existingId !== undefined;
}

/**
 * Returns the earlier line that the row repeats. Without an id that is one with the same key; rows with ids may have the same key, and
 * `occurrence` counts those before.
 */
function findSeenLine(
  { id, key }: ExistingMatch,
  seenKeys: ImportSummary["seenKeys"],
): { line: number | undefined; occurrence: number } {
  if (id === undefined) return { line: seenKeys.get(key), occurrence: 0 };
  let occurrence = 0;
  while (seenKeys.has(numberKey(key, occurrence))) occurrence += 1;
  return { line: seenKeys.get(idKey(id)), occurrence };
}

function markSeen({ line }: Row, match: ExistingMatch, seenKeys: ImportSummary["seenKeys"]): void {
  const { occurrence } = findSeenLine(match, seenKeys);
  if (match.id !== undefined) seenKeys.set(idKey(match.id), line);
  seenKeys.set(numberKey(match.key, occurrence), line);
  for (const key of match.keys) seenKeys.set(key, line);
}

const idKey = (id: number) => `id ${id}`;
const numberKey = (key: string, occurrence: number) => (occurrence === 0 ? key : `${key} ${occurrence}`);

/** Saves rows together; if that fails, one by one, so that valid rows are saved. */
async function saveRows<Column extends string, Payload>(
  context: Context,
  tx: Executor,
  rowImport: RowImport<Column, Payload>,
  rows: readonly ValidRow<Payload>[],
): Promise<void> {
  const { definition, importer } = rowImport;
  if (rows.length === 0) return;
  const payloads = rows.map(({ payload }) => payload);
  try {
    const ids = await inSavepoint(tx, () => definition.save(tx, importer, payloads));
    for (const [place, row] of rows.entries()) row.saved = { id: ids[place] ?? null, existing: false };
  } catch (error) {
    context.log.warn(
      { err: error, line: rows[0]?.row.line, rows: rows.length },
      "saving import rows failed; saving them one by one",
    );
    const [only, ...others] = rows;
    if (only !== undefined && others.length === 0)
      only.problems.push(rowProblem(null, "INVALID", rowTexts.notSaved));
    else for (const row of rows) await saveRows(context, tx, rowImport, [row]);
  }
}

function recordRow<Column extends string, Payload>(
  { summary: tally, heading, importer }: RowImport<Column, Payload>,
  { row, name, artist, problems, saved, change }: CheckedRow<Payload>,
): void {
  addErrors(tally, row, problems);
  noteDuration(tally.durations, row.line, durationCellOf(heading.cellsOf(row)));
  const { line } = row;
  if (change !== undefined) {
    tally.changed.push({ line, name, artist, id: change.id, differences: listDifferences(change) });
    return;
  }
  if (saved !== undefined) {
    tally.saved.push({ line, name, artist, ...saved });
    return;
  }
  tally.notSaved.push({ line, name });
  const problem = formatProblems(heading.isUsable ? problems : heading.errors, importer.language);
  tally.failures.push({ cells: heading.original.cellsOf(row), problem });
}

function listDifferences({ before, after }: RowChange): ChangedRow["differences"] {
  return Object.entries(after).map(([column, value]) => ({
    column,
    before: truncateValue(before[column] ?? ""),
    after: truncateValue(value ?? ""),
  }));
}
