import { rowTexts } from "@wrapsody/shared/import-rows.ts";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database/database.ts";
import type { ExistingMatch, ImportDefinition, Importer } from "./import-definition.ts";
import { inSavepoint, insertImportedSongs, updateRowsDone } from "./imports.data.ts";
import { type RowProblem, rowProblem } from "./rows/row-problem.ts";
import { addErrors, formatProblems, type ImportSummary } from "./summary.ts";
import type { Heading } from "./tsv/heading.ts";
import type { Row } from "./tsv/rows.ts";

/** Rows that are checked together and saved in one transaction. */
const BATCH_ROWS = 250;

export type RowImport<Column extends string, Payload> = {
  definition: ImportDefinition<Column, Payload>;
  importer: Importer;
  /** Id of the import. */
  id: string;
  heading: Heading<Column>;
  summary: ImportSummary;
};

/** A checked row and its outcome. */
type CheckedRow<Payload> = {
  row: Row;
  name: string;
  payload: Payload | undefined;
  problems: RowProblem[];
  /** Undefined unless saved or existing; `id` is null for a row of a dry run. */
  saved: { id: number | null; existing: boolean } | undefined;
};
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
  const { importer, id, summary, heading } = rowImport;
  const checked = part.map((row) => checkRow(rowImport, row));
  const ready = checked.filter(
    (checkedRow): checkedRow is ValidRow<Payload> => checkedRow.payload !== undefined,
  );
  const named = { accountId: importer.accountId, id };
  if (importer.dryRun) {
    for (const checkedRow of await selectNewRows(context.db, rowImport, ready))
      checkedRow.saved = { id: null, existing: false };
    await updateRowsDone(context.db, named, rowsDone);
  } else {
    await context.db.transaction().execute(async (tx) => {
      const newRows = await selectNewRows(tx, rowImport, ready);
      await saveRows(context, tx, rowImport, newRows);
      const ids = newRows.flatMap(({ saved }) => saved?.id ?? []);
      if (rowImport.definition.kind === "SONGS") await insertImportedSongs(tx, named, ids);
      await updateRowsDone(tx, named, rowsDone);
    });
  }
  for (const checkedRow of checked) recordRow(summary, heading, checkedRow);
}

/** Checks a row without the database; pure. */
function checkRow<Column extends string, Payload>(
  { definition, heading }: RowImport<Column, Payload>,
  row: Row,
): CheckedRow<Payload> {
  const cells = heading.cellsOf(row);
  const base = { row, name: definition.nameOf(cells), saved: undefined };
  if (!heading.isUsable) return { ...base, payload: undefined, problems: [] };
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

/** Refuses rows or marks them as existing; returns those to save. */
async function selectNewRows<Column extends string, Payload>(
  db: Executor,
  { definition, importer, summary }: RowImport<Column, Payload>,
  ready: readonly ValidRow<Payload>[],
): Promise<ValidRow<Payload>[]> {
  if (ready.length === 0) return [];
  const room = await definition.readQuota(db, importer);
  // In a dry run, rows that would be saved are not counted by the database.
  let left = importer.dryRun ? room.most - summary.created : room.most;
  const matches = await definition.findExisting(
    db,
    importer,
    ready.map(({ payload }) => payload),
  );
  return ready.filter((validRow, place) => {
    const match = matches[place];
    if (match === undefined || isRefusedOrExisting(validRow, match, summary)) return false;
    if (left <= 0) {
      validRow.problems.push(room.beyond);
      return false;
    }
    left -= 1;
    summary.created += 1;
    for (const key of match.keys) summary.seenKeys.set(key, validRow.row.line);
    return true;
  });
}

/** Handles a row that is refused or exists already. */
function isRefusedOrExisting<Payload>(
  validRow: ValidRow<Payload>,
  match: ExistingMatch,
  { seenKeys }: ImportSummary,
): boolean {
  const line = seenKeys.get(match.key);
  const repeated =
    line === undefined ? undefined : rowProblem(null, "REPEATED", rowTexts.repeated(line), validRow.name);
  const refused = match.refusal ?? repeated;
  if (refused !== undefined) validRow.problems.push(refused);
  else if (match.existingId !== undefined) {
    validRow.saved = { id: match.existingId, existing: true };
    for (const key of match.keys) seenKeys.set(key, validRow.row.line);
  }
  return refused !== undefined || match.existingId !== undefined;
}

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
  tally: ImportSummary,
  heading: Heading<Column>,
  { row, name, problems, saved }: CheckedRow<Payload>,
): void {
  addErrors(tally, row, problems);
  if (saved !== undefined) {
    tally.saved.push({ line: row.line, name, ...saved });
    return;
  }
  tally.notSaved.push({ line: row.line, name });
  const problem = formatProblems(heading.isUsable ? problems : heading.errors);
  tally.failures.push({ cells: heading.original.cellsOf(row), problem });
}
