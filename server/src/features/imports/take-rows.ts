import { rowTexts } from "@wrapsody/shared/import-rows.ts";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database.ts";
import type { Importer, Importing, Known } from "./importing.ts";
import { inSavepoint, noteRowsDone } from "./imports.data.ts";
import { type Found, found } from "./rows/found.ts";
import { noteErrors, problemOf, type Tally } from "./tally.ts";
import type { Heading } from "./tsv/heading.ts";
import type { Row } from "./tsv/rows.ts";

/** Rows that are checked together, and saved in one transaction. */
const partSize = 250;

export type Taking<Column extends string, Payload> = {
  importing: Importing<Column, Payload>;
  importer: Importer;
  /** Of the import. */
  id: string;
  heading: Heading<Column>;
  tally: Tally;
};

/** A row as it was checked, and what becomes of it. */
type Checked<Payload> = {
  row: Row;
  name: string;
  payload: Payload | undefined;
  found: Found[];
  /** Undefined while nothing is known to be there, `id` null for one that was not made in a dry run. */
  saved: { id: number | null; existing: boolean } | undefined;
};
type Ready<Payload> = Checked<Payload> & { payload: Payload };

/**
 * Takes rows part by part: checks them, finds out which are there already, saves the others and tells how far it has
 * come. Nothing but the part at hand and what came of the rows is held.
 */
export async function takeRows<Column extends string, Payload>(
  context: Context,
  taking: Taking<Column, Payload>,
  rows: AsyncIterable<Row>,
): Promise<void> {
  let part: Row[] = [];
  let done = 0;
  const take = async () => {
    done += part.length;
    await takePart(context, taking, { part, done });
    part = [];
  };
  for await (const row of rows) {
    part.push(row);
    if (part.length === partSize) await take();
  }
  if (part.length > 0) await take();
}

async function takePart<Column extends string, Payload>(
  context: Context,
  taking: Taking<Column, Payload>,
  { part, done }: { part: readonly Row[]; done: number },
): Promise<void> {
  const { importer, id, tally, heading } = taking;
  const checked = part.map((row) => checkRow(taking, row));
  const ready = checked.filter((one): one is Ready<Payload> => one.payload !== undefined);
  const named = { accountId: importer.accountId, id };
  if (importer.dryRun) {
    for (const one of await decide(context.db, taking, ready)) one.saved = { id: null, existing: false };
    await noteRowsDone(context.db, named, done);
  } else {
    await context.db.transaction().execute(async (tx) => {
      await saveAll(context, tx, taking, await decide(tx, taking, ready));
      await noteRowsDone(tx, named, done);
    });
  }
  for (const one of checked) note(tally, heading, one);
}

/** Pure: what the row itself tells. */
function checkRow<Column extends string, Payload>(
  { importing, heading }: Taking<Column, Payload>,
  row: Row,
): Checked<Payload> {
  const cells = heading.cellsOf(row);
  const base = { row, name: importing.nameOf(cells), saved: undefined };
  if (!heading.isSound) return { ...base, payload: undefined, found: [] };
  const stray = heading.strayIn(row).map((value) => found(null, "INVALID", rowTexts.noHeading, value));
  const checked = importing.check(cells);
  const isWrong = stray.length > 0;
  return { ...base, payload: isWrong ? undefined : checked.payload, found: [...stray, ...checked.found] };
}

/** Decides about the rows of a part, and answers those that are to be made. */
async function decide<Column extends string, Payload>(
  db: Executor,
  { importing, importer, tally }: Taking<Column, Payload>,
  ready: readonly Ready<Payload>[],
): Promise<Ready<Payload>[]> {
  if (ready.length === 0) return [];
  const room = await importing.room(db, importer);
  // What a dry run would have made is not there to be counted.
  let left = importer.dryRun ? room.most - tally.fresh : room.most;
  const looked = await importing.look(
    db,
    importer,
    ready.map(({ payload }) => payload),
  );
  return ready.filter((one, place) => {
    const known = looked[place];
    if (known === undefined || settled(one, known, tally)) return false;
    if (left <= 0) {
      one.found.push(room.beyond);
      return false;
    }
    left -= 1;
    tally.fresh += 1;
    for (const key of known.takes) tally.seen.set(key, one.row.line);
    return true;
  });
}

/** Whether a row is refused or there already. */
function settled<Payload>(one: Ready<Payload>, known: Known, { seen }: Tally): boolean {
  const line = seen.get(known.key);
  const repeated =
    line === undefined ? undefined : found(null, "REPEATED", rowTexts.repeated(line), one.name);
  const refused = known.refused ?? repeated;
  if (refused !== undefined) one.found.push(refused);
  else if (known.existing !== undefined) {
    one.saved = { id: known.existing, existing: true };
    for (const key of known.takes) seen.set(key, one.row.line);
  }
  return refused !== undefined || known.existing !== undefined;
}

/** Saves rows together; where that fails, one by one, so that those that can be saved are. */
async function saveAll<Column extends string, Payload>(
  context: Context,
  tx: Executor,
  taking: Taking<Column, Payload>,
  rows: readonly Ready<Payload>[],
): Promise<void> {
  const { importing, importer } = taking;
  if (rows.length === 0) return;
  const payloads = rows.map(({ payload }) => payload);
  try {
    const ids = await inSavepoint(tx, () => importing.save(tx, importer, payloads));
    for (const [place, one] of rows.entries()) one.saved = { id: ids[place] ?? null, existing: false };
  } catch (error) {
    context.log.warn({ err: error, line: rows[0]?.row.line, rows: rows.length }, "rows were not saved");
    const [only, ...others] = rows;
    if (only !== undefined && others.length === 0) only.found.push(found(null, "INVALID", rowTexts.notSaved));
    else for (const one of rows) await saveAll(context, tx, taking, [one]);
  }
}

function note<Column extends string, Payload>(
  tally: Tally,
  heading: Heading<Column>,
  { row, name, found, saved }: Checked<Payload>,
): void {
  noteErrors(tally, row, found);
  if (saved !== undefined) {
    tally.saved.push({ line: row.line, name, ...saved });
    return;
  }
  tally.notSaved.push({ line: row.line, name });
  const problem = problemOf(heading.isSound ? found : heading.errors);
  tally.failures.push({ cells: heading.written.cellsOf(row), problem });
}
