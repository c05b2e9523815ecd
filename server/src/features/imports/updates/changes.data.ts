import type { ImportChanges, ImportRefusal } from "@wrapsody/shared/studio/imports.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import type { SongCells } from "../export/format-row.ts";
import type { RowProblem } from "../rows/row-problem.ts";

type Named = { accountId: string; id: string };

/** A change of a wrap by a row: the columns that differ, before and after. */
export type SongChange = {
  line: number;
  songId: number;
  before: Partial<SongCells>;
  after: Partial<SongCells>;
};

export async function insertChanges(
  tx: Executor,
  { accountId, id }: Named,
  changes: readonly SongChange[],
): Promise<void> {
  await sql`
    insert into import_change (account_id, import_id, line, song_id, before, after)
    select ${accountId}, ${id}, line, "songId", before, after
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) r(line int, "songId" int, before jsonb, after jsonb)
    on conflict (account_id, import_id, line) do update
    set song_id = excluded.song_id, before = excluded.before, after = excluded.after, state = 'PENDING', problems = '[]'`.execute(
    tx,
  );
}

/** Deletes what a former run with the same id did not apply; what it applied can still be undone. */
export async function deleteOpenChanges(tx: Executor, { accountId, id }: Named): Promise<void> {
  await sql`
    delete from import_change
    where account_id = ${accountId} and import_id = ${id} and state in ('PENDING', 'REFUSED')`.execute(tx);
}

/** Returns the first change in the state after a line. */
export async function findChange(
  db: Executor,
  { accountId, id }: Named,
  { state, afterLine }: { state: "PENDING" | "APPLIED"; afterLine: number },
): Promise<SongChange | undefined> {
  const { rows } = await sql<SongChange>`
    select line, song_id as "songId", before, after from import_change
    where account_id = ${accountId} and import_id = ${id} and state = ${state} and line > ${afterLine}
    order by line limit 1`.execute(db);
  return rows[0];
}

/** Moves a change to its next state, unless another run did. */
export async function settleChange(
  db: Executor,
  { accountId, id }: Named,
  { line }: SongChange,
  result: { state: "APPLIED" | "RESTORED" } | { state: "REFUSED"; problems: readonly RowProblem[] },
): Promise<void> {
  const problems = JSON.stringify("problems" in result ? result.problems : []);
  const from = result.state === "RESTORED" ? "APPLIED" : "PENDING";
  await sql`
    update import_change set state = ${result.state}, problems = ${problems}::jsonb
    where account_id = ${accountId} and import_id = ${id} and line = ${line} and state = ${from}`.execute(db);
}

export async function countChanges(db: Executor, { accountId, id }: Named): Promise<ImportChanges> {
  const { rows } = await sql<ImportChanges>`
    select count(*)::int as total, (count(*) filter (where state = 'PENDING'))::int as pending,
      (count(*) filter (where state = 'REFUSED'))::int as refused
    from import_change where account_id = ${accountId} and import_id = ${id}`.execute(db);
  return rows[0] ?? { total: 0, pending: 0, refused: 0 };
}

/** Lists the changes that were refused when they were applied. */
export async function listRefusals(db: Executor, { accountId, id }: Named): Promise<ImportRefusal[]> {
  const { rows } = await sql<ImportRefusal>`
    select c.line, c.song_id as id, s.name, c.problems from import_change c join song s on s.id = c.song_id
    where c.account_id = ${accountId} and c.import_id = ${id} and c.state = 'REFUSED' order by c.line`.execute(
    db,
  );
  return rows;
}
