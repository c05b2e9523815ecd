import {
  type ImportKind,
  type importProgress,
  MAX_RECENT_IMPORTS,
  type RecentImport,
} from "@wrapsody/shared/studio/imports.ts";
import type * as z from "zod";
import { tryWithAdvisoryLock } from "../../platform/database/advisory-lock.data.ts";
import { type Executor, sql } from "../../platform/database/database.ts";

export async function isInvited(db: Executor, accountId: string): Promise<boolean> {
  const { rows } = await sql`select from import_invitation where account_id = ${accountId}`.execute(db);
  return rows.length > 0;
}

/** Key of the account's advisory lock. */
const accountLock = (accountId: string) => sql`hashtextextended(${`import ${accountId}`}, 0)`;

/** Runs `run` under the account's lock. Returns false, without running it, if another import of the account has the lock. */
export function tryWithImportLock(
  db: Executor,
  accountId: string,
  run: () => Promise<void>,
): Promise<boolean> {
  return tryWithAdvisoryLock(db, accountLock(accountId), run);
}

type Named = { accountId: string; id: string };

/** Starts an import under the account's lock; other unfinished imports of the account must have crashed. */
export async function startImport(
  db: Executor,
  { accountId, id, kind, dryRun, now }: Named & { kind: ImportKind; dryRun: boolean; now: Date },
): Promise<void> {
  await sql`
    update import set state = 'FAILED', ended_at = ${now}
    where account_id = ${accountId} and state in ('READING', 'RUNNING')`.execute(db);
  await sql`
    insert into import (id, account_id, kind, dry_run, state, started_at)
    values (${id}, ${accountId}, ${kind}, ${dryRun}, 'READING', ${now})
    on conflict (account_id, id) do update set kind = excluded.kind, dry_run = excluded.dry_run, state = 'READING',
      rows_total = null, rows_done = 0, started_at = excluded.started_at, ended_at = null`.execute(db);
}

/** Saves the number of rows once the file is read. */
export async function startRows(db: Executor, { accountId, id }: Named, total: number): Promise<void> {
  await sql`
    update import set state = 'RUNNING', rows_total = ${total} where account_id = ${accountId} and id = ${id}`.execute(
    db,
  );
}

export async function updateRowsDone(
  db: Executor,
  { accountId, id }: Named,
  rowsDone: number,
): Promise<void> {
  await sql`update import set rows_done = ${rowsDone} where account_id = ${accountId} and id = ${id}`.execute(
    db,
  );
}

export async function endImport(
  db: Executor,
  { accountId, id }: Named,
  { state, now }: { state: "DONE" | "FAILED"; now: Date },
): Promise<void> {
  await sql`
    update import set state = ${state}, ended_at = ${now} where account_id = ${accountId} and id = ${id}`.execute(
    db,
  );
}

/** Returns the account's running import, if recorded. */
export async function findRunningImport(db: Executor, accountId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from import where account_id = ${accountId} and state in ('READING', 'RUNNING')
    order by started_at desc limit 1`.execute(db);
  return rows[0]?.id;
}

/** Returns the progress of an import. A recorded import without a lock holder counts as FAILED. */
export async function findImport(
  db: Executor,
  { accountId, id }: Named,
): Promise<Omit<z.output<typeof importProgress>, "changes"> | undefined> {
  const { rows } = await sql<Omit<z.output<typeof importProgress>, "changes">>`
    select id, kind, dry_run, rows_total, rows_done, started_at,
      case when state in ('READING', 'RUNNING') and not exists (
        select from pg_locks where locktype = 'advisory' and objsubid = 1 and granted
          and database = (select oid from pg_database where datname = current_database())
          and (classid::bigint << 32 | objid::bigint) = ${accountLock(accountId)}
      ) then 'FAILED' else state end as state
    from import where account_id = ${accountId} and id = ${id}`.execute(db);
  return rows[0];
}

/** Lists those of an account's latest finished imports that can be undone. */
export async function listRecentImports(db: Executor, accountId: string): Promise<RecentImport[]> {
  const { rows } = await sql<RecentImport>`
    select * from (
      select i.id, i.kind, i.started_at,
        ((select count(*) from imported_song m join song s on s.id = m.song_id
          where m.account_id = i.account_id and m.import_id = i.id and s.status <> 'DELETED')
        + (select count(*) from import_artist m join artist a on a.id = m.artist_id
          where m.account_id = i.account_id and m.import_id = i.id and a.owner_id is not null))::int as added,
        (select count(*) from import_change c
          where c.account_id = i.account_id and c.import_id = i.id and c.state = 'APPLIED')::int as changed
      from import i where i.account_id = ${accountId} and not i.dry_run and i.state in ('DONE', 'FAILED')
      order by i.started_at desc limit ${MAX_RECENT_IMPORTS}
    ) finished
    where added + changed > 0 order by started_at desc`.execute(db);
  return rows;
}

export async function deleteImportsBefore(db: Executor, before: Date): Promise<void> {
  await sql`delete from import where started_at < ${before}`.execute(db);
}

/** Records the songs that an import added. */
export async function insertImportedSongs(
  tx: Executor,
  { accountId, id }: Named,
  songIds: readonly number[],
): Promise<void> {
  await sql`
    insert into imported_song (account_id, import_id, song_id) select ${accountId}, ${id}, unnest(${songIds}::int[])`.execute(
    tx,
  );
}

/** Lists the songs that an import added and that are not deleted, and locks them until the transaction ends. */
export async function listImportedSongs(
  tx: Executor,
  { accountId, id }: Named,
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select s.id, s.name from imported_song i join song s on s.id = i.song_id
    where i.account_id = ${accountId} and i.import_id = ${id} and s.status <> 'DELETED'
    order by s.id for update of s`.execute(tx);
  return rows;
}

/** Records the artists that an import added. */
export async function insertAddedArtists(
  tx: Executor,
  { accountId, id }: Named,
  artists: readonly { id: number; fingerprint: string }[],
): Promise<void> {
  await sql`
    insert into import_artist (account_id, import_id, artist_id, fingerprint)
    select ${accountId}, ${id}, r.id, r.fingerprint from jsonb_to_recordset(${JSON.stringify(artists)}::jsonb) r(id int, fingerprint text)`.execute(
    tx,
  );
}

export type AddedArtist = { id: number; name: string; fingerprint: string };

/**
 * Lists the artists that an import added and that were not deleted, and locks them until the transaction ends. One that only deleted wraps
 * keep has no owner.
 */
export async function listAddedArtists(tx: Executor, { accountId, id }: Named): Promise<AddedArtist[]> {
  const { rows } = await sql<AddedArtist>`
    select a.id, a.name, i.fingerprint from import_artist i join artist a on a.id = i.artist_id
    where i.account_id = ${accountId} and i.import_id = ${id} and a.owner_id is not null
    order by a.id for update of a`.execute(tx);
  return rows;
}

/** Lists artists that the account's imports assigned to invited people. A deleted one has no owner. */
export async function listInvitedArtists(db: Executor, accountId: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select i.artist_id as id from imported_artist i join artist a on a.id = i.artist_id
    where i.account_id = ${accountId} and a.owner_id is not null`.execute(db);
  return rows.map(({ id }) => id);
}

export async function insertInvitedArtists(
  tx: Executor,
  accountId: string,
  artistIds: readonly number[],
): Promise<void> {
  await sql`
    insert into imported_artist (account_id, artist_id) select ${accountId}, unnest(${artistIds}::int[])
    on conflict do nothing`.execute(tx);
}

/** Runs part of a transaction in a savepoint; rolls back only that part if it throws. */
export async function inSavepoint<Answer>(tx: Executor, run: () => Promise<Answer>): Promise<Answer> {
  await sql`savepoint part`.execute(tx);
  try {
    const answer = await run();
    await sql`release savepoint part`.execute(tx);
    return answer;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(tx);
    throw error;
  }
}
