import type { splitDeciders, splitStates } from "@wrapsody/shared/studio/splits.ts";
import { type Executor, sql } from "../../../../platform/database/database.ts";
import { countUpTo } from "../../../../platform/database/list-query.ts";
import { matchesReference } from "../ownership.data.ts";

type SplitState = (typeof splitStates)[number];
export type SplitDecider = (typeof splitDeciders)[number];

/** An owner of a revision. Splits in basis points. */
export type OwnerRow = {
  name: string;
  email: string | null;
  ownership_points: number;
  royalty_points: number;
};

export type RevisionRow = {
  id: number;
  song_id: number;
  state: SplitState;
  proposed_by: string | null;
  proposed_at: string;
  decided_by: string | null;
  decided_as: SplitDecider | null;
};

/** A wrap whose splits change, with its publisher. */
export type SplitSong = {
  id: number;
  pretty_id: string;
  name: string;
  artist: string;
  status: string;
  /** Whether it was ever public. */
  is_listed: boolean;
  publisher_id: string | null;
};

const songColumns = sql`
  s.id, s.pretty_id, s.name, s.artist, s.status, s.listed_at is not null or s.status in ('ACTIVE', 'HIDDEN') as is_listed,
  a.owner_id as publisher_id`;

/** Returns a wrap that the caller has locked. */
export async function readSplitSong(tx: Executor, songId: number): Promise<SplitSong> {
  const { rows } = await sql<SplitSong>`
    select ${songColumns} from song s join artist a on a.id = s.artist_id where s.id = ${songId}`.execute(tx);
  const [song] = rows;
  if (song === undefined) throw new Error(`song ${songId} is locked but missing`);
  return song;
}

/**
 * Locks the wrap of a revision, and returns both as they are then. Payments lock it, too, to record the revision in force.
 * Returns undefined if there is none, or the wrap is deleted.
 */
export async function lockRevision(
  tx: Executor,
  id: number,
): Promise<{ song: SplitSong; revision: RevisionRow } | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from song
    where id = (select song_id from song_split_revision where id = ${id}) and status <> 'DELETED' for update`.execute(
    tx,
  );
  const [song] = rows;
  const revision = song && (await readRevision(tx, id));
  return song && revision && { song: await readSplitSong(tx, song.id), revision };
}

const revisionColumns = sql`id, song_id, state, proposed_by, proposed_at, decided_by, decided_as`;

async function readRevision(db: Executor, id: number): Promise<RevisionRow | undefined> {
  const { rows } = await sql<RevisionRow>`
    select ${revisionColumns} from song_split_revision where id = ${id}`.execute(db);
  return rows[0];
}

/** Returns the revision in force. Creates it for a wrap that only has rows of `song_owner`. */
export async function readRevisionInForce(tx: Executor, songId: number): Promise<RevisionRow | undefined> {
  const { rows } = await sql<{ id: number | null }>`select split_in_force(${songId}) as id`.execute(tx);
  const id = rows[0]?.id ?? null;
  return id === null ? undefined : readRevision(tx, id);
}

export async function readProposal(tx: Executor, songId: number): Promise<RevisionRow | undefined> {
  const { rows } = await sql<RevisionRow>`
    select ${revisionColumns} from song_split_revision where song_id = ${songId} and state = 'PROPOSED'`.execute(
    tx,
  );
  return rows[0];
}

export async function readOwners(db: Executor, revisionId: number): Promise<OwnerRow[]> {
  const { rows } = await sql<OwnerRow>`
    select name, email, ownership_points, royalty_points from song_split
    where revision_id = ${revisionId} order by position`.execute(db);
  return rows;
}

/** Counts the changes that were proposed for a wrap since then. */
export async function countProposalsSince(tx: Executor, songId: number, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from song_split_revision where song_id = ${songId} and proposed_at > ${since} and proposed_by is not null`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

/** The confirmed account with the address of an owner. */
const accountWithAddress = (email: ReturnType<typeof sql.ref>) =>
  sql`(select a.id from account a where lower(a.email) = lower(${email}) and a.verified_at is not null)`;

/** The account of an owner `o`: also one that was created after the revision. */
const holder = sql`coalesce(o.account_id, ${accountWithAddress(sql.ref("o.email"))})`;

/** Gives an account the splits that name it by its confirmed address only. */
export async function bindSplits(
  tx: Executor,
  { accountId, email }: { accountId: string; email: string },
): Promise<void> {
  await sql`
    update song_split set account_id = ${accountId}
    where account_id is null and lower(email) = lower(${email})
      and exists (select from account where id = ${accountId} and verified_at is not null)`.execute(tx);
}

/** Inserts a revision with its owners, and finds their accounts. Returns its id. */
export async function insertRevision(
  tx: Executor,
  revision: {
    songId: number;
    state: "DRAFT" | "PROPOSED";
    proposedBy: string;
    owners: readonly OwnerRow[];
    now: Date;
  },
): Promise<number> {
  const { songId, state, proposedBy, owners, now } = revision;
  const { rows } = await sql<{ id: number }>`
    insert into song_split_revision (song_id, state, proposed_by, proposed_at)
    values (${songId}, ${state}, ${proposedBy}, ${now}) returning id`.execute(tx);
  const id = rows[0]?.id ?? 0;
  const numbered = JSON.stringify(owners.map((owner, position) => ({ ...owner, position })));
  await sql`
    insert into song_split (revision_id, position, name, email, account_id, ownership_points, royalty_points)
    select ${id}, position, name, email, ${accountWithAddress(sql.ref("r.email"))}, ownership_points, royalty_points
    from jsonb_to_recordset(${numbered}::jsonb)
      r(position int, name text, email text, ownership_points int, royalty_points int)`.execute(tx);
  return id;
}

/** Deletes a revision that no order refers to. */
export async function deleteRevision(tx: Executor, id: number): Promise<void> {
  await sql`delete from song_split_revision where id = ${id}`.execute(tx);
}

/** Replaces the rows of `song_owner`, which mirror the revision in force, by those of a revision. */
export async function mirrorOwners(tx: Executor, songId: number, revisionId: number): Promise<void> {
  await sql`delete from song_owner where song_id = ${songId}`.execute(tx);
  await sql`
    insert into song_owner (song_id, position, name, ownership_points, royalty_points)
    select ${songId}, position, name, ownership_points, royalty_points from song_split
    where revision_id = ${revisionId}`.execute(tx);
}

/**
 * Inserts who has to confirm a proposal: the accounts of its owners and of those in force, except the publisher, who
 * confirms by proposing. Returns whether there is any.
 */
export async function insertApprovals(
  tx: Executor,
  proposal: { revisionId: number; inForceId: number | null; publisherId: string | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into song_split_approval (revision_id, account_id, is_leaving)
    select ${proposal.revisionId}::bigint, account_id, not bool_or(is_named)
    from (
      select ${holder} as account_id, o.revision_id = ${proposal.revisionId} as is_named from song_split o
      where o.revision_id in (${proposal.revisionId}, ${proposal.inForceId}::bigint)
    ) concerned
    where account_id is not null and account_id is distinct from ${proposal.publisherId}::uuid
    group by account_id`.execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}

/** Returns whether an account with a missing confirmation exists. */
export async function isAwaitingApproval(tx: Executor, revisionId: number): Promise<boolean> {
  const { rows } = await sql`
    select from song_split_approval where revision_id = ${revisionId} and confirmed_at is null limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Returns whether a revision names an account as an owner, or as one that leaves; and whether it has confirmed. */
export async function readRoleInRevision(
  tx: Executor,
  revisionId: number,
  accountId: string,
): Promise<{ isNamed: boolean; hasConfirmed: boolean }> {
  const { rows } = await sql<{ isNamed: boolean; hasConfirmed: boolean }>`
    select exists (select from song_split o where o.revision_id = ${revisionId} and ${holder} = ${accountId}::uuid)
        or exists (select from song_split_approval p where p.revision_id = ${revisionId} and p.account_id = ${accountId}) as "isNamed",
      exists (select from song_split_approval p
        where p.revision_id = ${revisionId} and p.account_id = ${accountId} and p.confirmed_at is not null) as "hasConfirmed"`.execute(
    tx,
  );
  return rows[0] ?? { isNamed: false, hasConfirmed: false };
}

/** Records a confirmation. An owner whose account is newer than the proposal has none to give, but may. */
export async function confirmRevision(
  tx: Executor,
  approval: { revisionId: number; accountId: string; now: Date },
): Promise<void> {
  await sql`
    insert into song_split_approval (revision_id, account_id, confirmed_at)
    values (${approval.revisionId}, ${approval.accountId}, ${approval.now})
    on conflict (revision_id, account_id) do update
    set confirmed_at = coalesce(song_split_approval.confirmed_at, excluded.confirmed_at)`.execute(tx);
}

/** `by` is the account that decided. */
export type Decision = { as: SplitDecider; by: string | null; reason?: string | null; now: Date };

/** Brings a proposal into force. `tx` holds the song. */
export async function putRevisionInForce(
  tx: Executor,
  { id, song_id: songId }: Pick<RevisionRow, "id" | "song_id">,
  decision: Decision,
): Promise<void> {
  await sql`
    update song_split_revision set state = 'REPLACED'
    where song_id = ${songId} and state in ('DRAFT', 'CONFIRMED')`.execute(tx);
  await sql`
    update song_split_revision set state = 'CONFIRMED', effective_from = ${decision.now}, decided_at = ${decision.now},
      decided_by = ${decision.by}, decided_as = ${decision.as}
    where id = ${id}`.execute(tx);
  await mirrorOwners(tx, songId, id);
}

/** Marks the draft of a wrap that is listed for the first time as confirmed. */
export async function confirmDraft(tx: Executor, id: number, now: Date): Promise<void> {
  await sql`
    update song_split_revision set state = 'CONFIRMED', effective_from = ${now}
    where id = ${id} and state = 'DRAFT'`.execute(tx);
}

/** Closes a proposal that does not come into force. */
export async function declineRevision(tx: Executor, id: number, decision: Decision): Promise<void> {
  await sql`
    update song_split_revision set state = 'DECLINED', decided_at = ${decision.now}, decided_by = ${decision.by},
      decided_as = ${decision.as}, reason = ${decision.reason ?? null}
    where id = ${id}`.execute(tx);
}

/** Records that an address gets a mail about a revision. Returns whether it is the first. */
export async function claimNotice(tx: Executor, revisionId: number, email: string): Promise<boolean> {
  const { rows } = await sql`
    insert into song_split_notice (revision_id, address)
    values (${revisionId}, sha256(convert_to(lower(${email}), 'UTF8'))) on conflict do nothing returning revision_id`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Lists the accounts that have to confirm a proposal. */
export async function listApprovers(tx: Executor, revisionId: number): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from song_split_approval where revision_id = ${revisionId} order by account_id`.execute(
    tx,
  );
  return rows.map(({ account_id }) => account_id);
}

type OwnerWithAddress = OwnerRow & { email: string; account_id: string | null; has_account: boolean };

/** Lists the owners of a revision with an address, and their accounts. `has_account` is also true for one that is not confirmed yet. */
export async function listOwnersWithAddress(tx: Executor, revisionId: number): Promise<OwnerWithAddress[]> {
  const { rows } = await sql<OwnerWithAddress>`
    select o.name, o.email, o.ownership_points, o.royalty_points, ${holder} as account_id,
      o.account_id is not null or exists (select from account a where lower(a.email) = lower(o.email)) as has_account
    from song_split o
    where o.revision_id = ${revisionId} and o.email is not null order by o.position`.execute(tx);
  return rows;
}

/** Lists the proposals that an account has to confirm, and their wraps, in the order in which their locks are taken. */
export async function listProposalsAwaiting(
  tx: Executor,
  accountId: string,
): Promise<Array<{ id: number; song_id: number }>> {
  const { rows } = await sql<{ id: number; song_id: number }>`
    select r.id, r.song_id from song_split_revision r join song_split_approval p on p.revision_id = r.id
    where p.account_id = ${accountId} and r.state = 'PROPOSED' order by r.song_id`.execute(tx);
  return rows;
}

export async function deleteApproval(tx: Executor, revisionId: number, accountId: string): Promise<void> {
  await sql`
    delete from song_split_approval where revision_id = ${revisionId} and account_id = ${accountId}`.execute(
    tx,
  );
}

/** Erases the address of an account from all revisions. The name stays: it is a public credit. */
export async function eraseOwnerAddress(tx: Executor, accountId: string): Promise<void> {
  await sql`
    update song_split set email = null, account_id = null
    where account_id = ${accountId} or lower(email) = (select lower(email) from account where id = ${accountId})`.execute(
    tx,
  );
}

/** Owners who leave with a revision, by the name that they had. */
const leaving = sql`
  coalesce((select json_agg(json_build_object('name', coalesce((
      select o.name from song_split o join song_split_revision f on f.id = o.revision_id
      where f.song_id = r.song_id and f.id < r.id and ${holder} = p.account_id order by f.id desc limit 1), ''),
    'holder', p.account_id, 'confirmed_at', p.confirmed_at) order by p.account_id)
    from song_split_approval p where p.revision_id = r.id and p.is_leaving), '[]')`;

const owners = sql`
  coalesce((select json_agg(json_build_object('name', o.name, 'ownership', o.ownership_points / 100.0,
      'royalty', o.royalty_points / 100.0, 'email', o.email, 'holder', o.holder,
      'confirmed_at', (select p.confirmed_at from song_split_approval p where p.revision_id = r.id and p.account_id = o.holder))
    order by o.position)
    from (select o.*, ${holder} as holder from song_split o where o.revision_id = r.id) o), '[]')`;

type Holder = { name: string; holder: string | null; confirmed_at: string | null };
export type RevisionDetail = RevisionRow & {
  effective_from: string | null;
  decided_at: string | null;
  reason: string | null;
  proposer: string | null;
  owners: Array<Holder & { email: string | null; ownership: number; royalty: number }>;
  leaving: Holder[];
};

/** Lists revisions with their owners, newest first. */
export async function listRevisions(
  db: Executor,
  { songIds, states }: { songIds: readonly number[]; states: readonly SplitState[] },
): Promise<RevisionDetail[]> {
  const { rows } = await sql<RevisionDetail>`
    select r.id, r.song_id, r.state, r.proposed_by, r.proposed_at, r.decided_by, r.decided_as, r.effective_from, r.decided_at,
      r.reason, (select name from account where id = r.proposed_by) as proposer, ${owners} as owners, ${leaving} as leaving
    from song_split_revision r
    where r.song_id = any(${songIds}::int[]) and r.state = any(${states}::text[])
    order by r.song_id, r.id desc`.execute(db);
  return rows;
}

export type SplitSongDetail = SplitSong & { publisher: string | null };

/** Reads wraps in the order of their ids; deleted ones are missing. */
export async function readSplitSongs(
  db: Executor,
  songIds: readonly number[],
): Promise<ReadonlyMap<number, SplitSongDetail>> {
  const { rows } = await sql<SplitSongDetail>`
    select ${songColumns}, (select name from account where id = a.owner_id) as publisher
    from song s join artist a on a.id = s.artist_id
    where s.id = any(${songIds}::int[]) and s.status <> 'DELETED'`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Finds a wrap by id or pretty id; deleted wraps are not found. */
export async function findSongId(
  db: Executor,
  reference: string,
): Promise<{ id: number; publisher_id: string | null } | undefined> {
  const { rows } = await sql<{ id: number; publisher_id: string | null }>`
    select s.id, a.owner_id as publisher_id from song s join artist a on a.id = s.artist_id
    where s.status <> 'DELETED' and ${matchesReference("pretty_id", reference, "s.")}`.execute(db);
  return rows[0];
}

/** Returns whether a revision other than a draft names the account. */
export async function isNamedOwner(db: Executor, songId: number, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from song_split_revision r
    where r.song_id = ${songId} and r.state in ('PROPOSED', 'CONFIRMED', 'REPLACED')
      and (exists (select from song_split o where o.revision_id = r.id and ${holder} = ${accountId}::uuid)
        or exists (select from song_split_approval p where p.revision_id = r.id and p.account_id = ${accountId}))
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Lists the wraps of other publishers that name the account as an owner; wraps that await its decision come first. */
export async function listNamingSongs(
  db: Executor,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ songIds: number[]; total: number }> {
  const { rows } = await sql<{ song_id: number; total: number }>`
    with me as (select id, case when verified_at is not null then lower(email) end as email from account where id = ${accountId}),
    named as (
      select o.revision_id from song_split o, me where o.account_id = me.id
      union select o.revision_id from song_split o, me where o.account_id is null and lower(o.email) = me.email
      union select p.revision_id from song_split_approval p, me where p.account_id = me.id
    )
    select r.song_id, count(*) over () as total,
      bool_or(r.state = 'PROPOSED' and not exists (select from song_split_approval p, me
        where p.revision_id = r.id and p.account_id = me.id and p.confirmed_at is not null)) as waits
    from song_split_revision r join song s on s.id = r.song_id join artist a on a.id = s.artist_id
    where r.id in (select revision_id from named) and r.state in ('PROPOSED', 'CONFIRMED', 'REPLACED')
      and s.status <> 'DELETED' and a.owner_id is distinct from ${accountId}::uuid
    group by r.song_id order by waits desc, max(r.id) desc limit ${limit} offset ${offset}`.execute(db);
  return { songIds: rows.map(({ song_id }) => song_id), total: rows[0]?.total ?? 0 };
}

const waitingProposals = (
  before: Date,
) => sql`song_split_revision r where r.state = 'PROPOSED' and r.proposed_at <= ${before}
    and exists (select from song s where s.id = r.song_id and s.status <> 'DELETED')`;

export async function countWaitingProposals(db: Executor, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select ${countUpTo(sql`select from ${waitingProposals(before)}`, limit)} as total`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Lists the wraps whose proposal was made before `before`, oldest first. */
export async function listWaitingSongs(
  db: Executor,
  { before, limit, offset }: { before: Date; limit: number; offset: number },
): Promise<{ songIds: number[]; total: number }> {
  const waiting = waitingProposals(before);
  const { rows } = await sql<{ song_id: number; total: number }>`
    select r.song_id, ${countUpTo(sql`select from ${waiting}`)} as total from ${waiting}
    order by r.proposed_at, r.id limit ${limit} offset ${offset}`.execute(db);
  return { songIds: rows.map(({ song_id }) => song_id), total: rows[0]?.total ?? 0 };
}
