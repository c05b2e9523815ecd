import type { RestrictedKind, Restriction } from "@wrapsody/shared/operations/takedown.ts";
import type { RawBuilder } from "kysely";
import { type Executor, sql } from "../../../platform/database/database.ts";

type Target = { kind: RestrictedKind; target: string };
export type StatementOfReasons = Pick<Restriction, "ground" | "basis" | "reason">;

const columnsWith = (contestStatement: RawBuilder<unknown>) => sql`
  r.id, r.kind, r.target, r.ground, r.basis, r.reason, r.since, r.contested_at, ${contestStatement} as contest_statement,
  r.kept_at, r.kept_reason, r.ended_at, r.end_reason, (select name from account where id = r.decided_by) as "by",
  (select name from account where id = r.ended_by) as ended_by`;
const columns = columnsWith(sql`r.contest_statement`);

export type RestrictionRow = Omit<Restriction, "title"> & { by: string | null; ended_by: string | null };

/**
 * Inserts a restriction. Returns its id, and `isNew: false` with the one that is already in force, for which a concurrent
 * insertion is waited.
 */
export async function insertRestriction(
  tx: Executor,
  { kind, target }: Target,
  { ground, basis, reason, by, now }: StatementOfReasons & { by: string; now: Date },
): Promise<{ id: number; isNew: boolean }> {
  const inserted = await sql<{ id: number }>`
    insert into restriction (kind, target, ground, basis, reason, decided_by, since)
    values (${kind}, ${target}, ${ground}, ${basis}, ${reason}, ${by}, ${now})
    on conflict (kind, target) where ended_at is null do nothing returning id`.execute(tx);
  const [row] = inserted.rows;
  if (row !== undefined) return { id: row.id, isNew: true };
  const { rows } = await sql<{ id: number }>`
    select id from restriction where kind = ${kind} and target = ${target} and ended_at is null for update`.execute(
    tx,
  );
  const [known] = rows;
  // It ended between both statements.
  if (known === undefined) return insertRestriction(tx, { kind, target }, { ground, basis, reason, by, now });
  return { id: known.id, isNew: false };
}

/** Lets the trigger of `song` apply the restrictions that began or ended. */
export async function applyToSongs(tx: Executor, songIds: readonly number[]): Promise<void> {
  await sql`update song set status = status where id = any(${[...songIds]}::int[])`.execute(tx);
}

/** Locks the artist whose wraps a restriction concerns, so that wraps that are being added are found, and later ones wait. */
export async function lockRestrictedArtist(tx: Executor, { kind, target }: Target): Promise<void> {
  if (kind === "artist") await sql`select from artist where id = ${target}::int for update`.execute(tx);
}

/** Locks a restriction of a thing; suspensions of accounts are not found. */
export async function lockRestriction(tx: Executor, id: number): Promise<RestrictionRow | undefined> {
  const { rows } = await sql<RestrictionRow>`
    select ${columns} from restriction r where r.id = ${id} and r.kind <> 'account' for update of r`.execute(
    tx,
  );
  return rows[0];
}

export async function endRestrictionRow(
  tx: Executor,
  id: number,
  { reason, by, now }: { reason: string; by: string; now: Date },
): Promise<void> {
  await sql`
    update restriction set ended_at = ${now}, ended_by = ${by}, end_reason = ${reason} where id = ${id}`.execute(
    tx,
  );
}

/** Lists the restrictions of things, newest first. */
export async function listRestrictionsOf(db: Executor, things: readonly Target[]): Promise<RestrictionRow[]> {
  const { rows } = await sql<RestrictionRow>`
    select ${columns} from restriction r
    where (r.kind, r.target) in (select * from unnest(${things.map(({ kind }) => kind)}::text[], ${things.map(({ target }) => target)}::text[]))
    order by r.since desc, r.id desc`.execute(db);
  return rows;
}

/** Lists the restrictions in force of what an account owns, newest first. Without the counter-notice of another owner. */
export async function listOwnRestrictions(db: Executor, accountId: string): Promise<RestrictionRow[]> {
  const { rows } = await sql<RestrictionRow>`
    select ${columnsWith(ownContest(accountId, sql`r.contest_statement`))} from restriction r
    where r.ended_at is null and ${isOfAccount(accountId)}
    order by r.since desc, r.id desc`.execute(db);
  return rows;
}

/** Locks a restriction of what the account owns. */
export async function lockOwnRestriction(
  tx: Executor,
  accountId: string,
  id: number,
): Promise<(RestrictionRow & ContestRow) | undefined> {
  const { rows } = await sql<RestrictionRow & ContestRow>`
    select ${columns}, r.contest_signature, r.contest_address from restriction r
    where r.id = ${id} and ${isOfAccount(accountId)} for update of r`.execute(tx);
  return rows[0];
}

type ContestRow = { contest_signature: string | null; contest_address: string | null };
export type Contest = { statement: string; signature: string; address: string };

/** Selects a column of the counter-notice unless another owner sent it. */
export const ownContest = (accountId: string, column: RawBuilder<unknown>) => sql<string | null>`
  case when coalesce(r.contested_by = ${accountId}, true) then ${column} end`;

export async function storeContest(
  tx: Executor,
  id: number,
  { statement, signature, address, by, now }: Contest & { by: string; now: Date },
): Promise<void> {
  await sql`
    update restriction set contested_at = ${now}, contest_statement = ${statement}, contest_signature = ${signature},
      contest_address = ${address}, contested_by = ${by}
    where id = ${id}`.execute(tx);
}

export async function keepRestrictionRow(
  tx: Executor,
  id: number,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  await sql`update restriction set kept_at = ${now}, kept_reason = ${reason} where id = ${id}`.execute(tx);
}

/** Lists the addresses that show wraps, their experiences and their albums. Those of artworks expire within minutes. */
export async function listSongPaths(db: Executor, songIds: readonly number[]): Promise<string[]> {
  const ids = sql`${[...songIds]}::int[]`;
  const { rows } = await sql<{ path: string }>`
    select unnest(array['/wrap/' || pretty_id, '/embed/wrap/' || pretty_id, '/cards/wrap/' || id || '.png']) as path
    from song where id = any(${ids})
    union all
    select unnest(array['/experiences/' || pretty_id, '/embed/experiences/' || pretty_id, '/cards/experience/' || id || '.png'])
    from campaign where song_id = any(${ids}) and deleted_at is null
    union all
    select unnest(array['/album/' || pretty_id, '/embed/album/' || pretty_id, '/cards/album/' || id || '.png'])
    from album where id in (select album_id from song_album where song_id = any(${ids}))
    order by 1`.execute(db);
  return rows.map(({ path }) => path);
}

/** Selects whether `restriction r` is of something that an account owns; an artwork is its publisher's and its fan's. */
export const isOfAccount = (accountId: string) => sql<boolean>`(
  (r.kind = 'artist' and r.target in (select id::text from artist where owner_id = ${accountId}))
  or (r.kind = 'playlist' and r.target in (select public_id from playlist where account_id = ${accountId}))
  or (r.kind = 'wrap' and r.target in (
    select s.id::text from song s join artist a on a.id = s.artist_id where a.owner_id = ${accountId}))
  or (r.kind = 'experience' and r.target in (
    select c.id::text from campaign c join song s on s.id = c.song_id join artist a on a.id = s.artist_id where a.owner_id = ${accountId}))
  or (r.kind = 'artwork' and split_part(r.target, '-', 1) in (
    select c.id::text from campaign c join song s on s.id = c.song_id join artist a on a.id = s.artist_id where a.owner_id = ${accountId}))
  or (r.kind = 'artwork' and r.target in (
    select p.campaign_id || '-' || p.id from participant p where p.account_id = ${accountId} and p.withdrawn_at is null)))`;
