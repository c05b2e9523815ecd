import type { AdministeredSuspension, Suspension } from "@wrapsody/shared/operations/suspensions.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import type { Contest } from "../restrictions/restrictions.data.ts";

const ownColumns = sql`r.ground, r.basis, r.reason, r.since, r.contested_at, r.contest_statement, r.kept_at, r.kept_reason, r.ended_at, r.end_reason`;

/** Lists the suspensions of an account, the latest first. */
export async function listSuspensions(db: Executor, accountId: string): Promise<AdministeredSuspension[]> {
  const { rows } = await sql<AdministeredSuspension>`
    select r.id, ${ownColumns}, r.note, (select name from account where id = r.decided_by) as "by",
      (select name from account where id = r.ended_by) as ended_by
    from restriction r where r.kind = 'account' and r.target = ${accountId} order by r.id desc`.execute(db);
  return rows;
}

/** Finds the suspension that a mail links to. */
export async function findSuspension(db: Executor, codeHash: Buffer): Promise<Suspension | undefined> {
  const { rows } = await sql<Suspension>`
    select ${ownColumns} from restriction r where r.kind = 'account' and r.code_hash = ${codeHash}`.execute(
    db,
  );
  return rows[0];
}

/** Stores what only suspensions have. */
export async function completeSuspension(
  tx: Executor,
  id: number,
  { note, codeHash }: { note: string; codeHash: Buffer },
): Promise<void> {
  await sql`
    update restriction set note = ${note === "" ? null : note}, code_hash = ${codeHash} where id = ${id}`.execute(
    tx,
  );
}

type State = { id: number; contested_at: string | null; kept_at: string | null };

/** Locks the suspension of an account that is in force. */
export async function lockSuspension(tx: Executor, accountId: string): Promise<State | undefined> {
  const { rows } = await sql<State>`
    select id, contested_at, kept_at from restriction
    where kind = 'account' and target = ${accountId} and ended_at is null for update`.execute(tx);
  return rows[0];
}

type ContestedSuspension = State & { accountId: string; ended_at: string | null } & {
  [Key in keyof Contest as `contest_${Key}`]: string | null;
};

/** Locks the suspension that a mail links to. */
export async function lockSuspensionByCode(
  tx: Executor,
  codeHash: Buffer,
): Promise<ContestedSuspension | undefined> {
  const { rows } = await sql<ContestedSuspension>`
    select id, target as "accountId", contested_at, kept_at, ended_at, contest_statement, contest_signature, contest_address
    from restriction where kind = 'account' and code_hash = ${codeHash} for update`.execute(tx);
  return rows[0];
}

/** Locks the artists of an account, so that wraps that are being added are found, and lists all its wraps. */
export async function lockCatalogue(tx: Executor, accountId: string): Promise<number[]> {
  await sql`select from artist where owner_id = ${accountId} order by id for update`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    select s.id from song s join artist a on a.id = s.artist_id
    where a.owner_id = ${accountId} and s.status <> 'DELETED' order by s.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Lists the addresses that show artists and playlists of an account. */
export async function listPublicPaths(db: Executor, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select unnest(array['/artist/' || artist_clean_id, '/embed/artist/' || artist_clean_id, '/cards/artist/' || id || '.png']) as path
    from artist where owner_id = ${accountId}
    union all
    select unnest(array['/playlist/' || public_id, '/embed/playlist/' || public_id, '/cards/playlist/' || public_id || '.png'])
    from playlist where account_id = ${accountId}`.execute(db);
  return rows.map(({ path }) => path);
}
