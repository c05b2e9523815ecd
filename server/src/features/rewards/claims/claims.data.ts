import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { Network } from "@wrapsody/shared/experiences/chain.ts";
import type { ClaimQuestion } from "@wrapsody/shared/rewards/claim-questions.ts";
import type { Claim, ClaimState } from "@wrapsody/shared/rewards/claims.ts";
import type { RawBuilder } from "kysely";
import { type Executor, sql } from "../../../platform/database/database.ts";
import {
  buildOrderBy,
  buildWhere,
  type Columns,
  type Rows,
  readListPage,
} from "../../../platform/database/list-query.ts";
import { matchesReference } from "../../catalogue/index.ts";

/** A level that an account may claim. `isActive` is false if it was deleted. */
export type ClaimableLevel = Pick<
  Claim["reward"],
  "id" | "name" | "reward_points_earned" | "reward_type" | "alt_id"
> & {
  song_id: number;
  questions: readonly ClaimQuestion[];
  isActive: boolean;
};

/** Finds a level of a public wrap, or of any wrap if the account has claimed it. */
export async function findClaimableLevel(
  db: Executor,
  { accountId, song, level }: { accountId: string; song: string; level: number },
): Promise<ClaimableLevel | undefined> {
  const { rows } = await sql<ClaimableLevel>`
    select r.id, r.name, r.reward_points_earned, r.reward_type, r.alt_id, r.song_id, r.questions, r.deleted_at is null as "isActive"
    from reward r join song s on s.id = r.song_id
    where r.id = ${level} and ${matchesReference("pretty_id", song, "s.")} and (s.status = 'ACTIVE'
      or exists (select from reward_claim k where k.reward_id = r.id and k.account_id = ${accountId}))`.execute(
    db,
  );
  return rows[0];
}

/** Takes one from the stock of a level and locks the level. Returns false if none is left. */
export async function decrementStock(tx: Executor, levelId: number): Promise<boolean> {
  const { rows } = await sql`
    update reward set claimed = claimed + 1
    where id = ${levelId} and deleted_at is null and (stock is null or claimed < stock) returning id`.execute(
    tx,
  );
  return rows.length > 0;
}

export async function incrementStock(tx: Executor, levelId: number): Promise<void> {
  await sql`update reward set claimed = claimed - 1 where id = ${levelId} and claimed > 0`.execute(tx);
}

export type ClaimRow = Omit<Claim, "answers"> & { account_id: string | null; answersSealed: Buffer | null };

const columns = sql`
  k.id, k.state, k.points, k.reason, k.created_at, k.changed_at, k.account_id,
  k.answers_sealed as "answersSealed", ticket.admitted_at,
  json_build_object('id', r.id, 'name', r.name, 'description', r.description,
    'reward_points_earned', r.reward_points_earned, 'reward_type', r.reward_type, 'instructions', r.instructions,
    'alt_id', r.alt_id, 'stock_left', case when r.stock is not null then greatest(0, r.stock - r.claimed) end, 'details', r.details) as reward,
  json_build_object('id', s.id, 'pretty_id', s.pretty_id, 'name', s.name, 'artist', s.artist,
    'is_public', s.status = 'ACTIVE') as song`;
const tables = sql`reward_claim k join reward r on r.id = k.reward_id join song s on s.id = k.song_id
  left join ticket on ticket.claim_id = k.id`;

export async function findClaim(
  db: Executor,
  { accountId, levelId }: { accountId: string; levelId: number },
): Promise<ClaimRow | undefined> {
  const { rows } = await sql<ClaimRow>`
    select ${columns} from ${tables} where k.reward_id = ${levelId} and k.account_id = ${accountId}`.execute(
    db,
  );
  return rows[0];
}

export async function insertClaim(
  tx: Executor,
  claim: {
    accountId: string;
    levelId: number;
    songId: number;
    points: number;
    state: ClaimState;
    now: Date;
  },
): Promise<number> {
  const { accountId, levelId, songId, points, state, now } = claim;
  const { rows } = await sql<{ id: number }>`
    insert into reward_claim (reward_id, song_id, account_id, points, state, created_at, changed_at)
    values (${levelId}, ${songId}, ${accountId}, ${points}, ${state}, ${now}, ${now}) returning id`.execute(
    tx,
  );
  const [added] = rows;
  if (added === undefined) throw new Error("claim was not inserted");
  return added.id;
}

export async function storeAnswers(tx: Executor, claimId: number, sealed: Buffer): Promise<void> {
  await sql`update reward_claim set answers_sealed = ${sealed} where id = ${claimId}`.execute(tx);
}

/** Erases the answers of an account, whatever the state of its claims. */
export async function eraseAnswers(tx: Executor, accountId: string): Promise<void> {
  await sql`
    update reward_claim set answers_sealed = null
    where account_id = ${accountId} and answers_sealed is not null`.execute(tx);
}

const keys: Columns = {
  song_id: sql`k.song_id`,
  state: sql`k.state`,
  reward_type: sql`r.reward_type`,
  created_at: sql`k.created_at`,
  changed_at: sql`k.changed_at`,
};

export function listClaims(db: Executor, accountId: string, list: ListQuery): Promise<Rows<ClaimRow>> {
  return listWhere(db, sql`k.account_id = ${accountId}`, list);
}

/** Includes deleted wraps: a claim stays owed. */
const isOwnWrap = (accountId: string) => sql`
  k.song_id = any(array(select song.id from song join artist on artist.id = song.artist_id
    where artist.owner_id = ${accountId}))`;

export function listReceived(db: Executor, accountId: string, list: ListQuery): Promise<Rows<ClaimRow>> {
  return listWhere(db, isOwnWrap(accountId), list);
}

async function listWhere(db: Executor, whose: RawBuilder<unknown>, list: ListQuery): Promise<Rows<ClaimRow>> {
  const where = sql`${whose} and ${buildWhere(list.filters, keys)}`;
  return readListPage(db, list, {
    rows: sql<ClaimRow>`
      select ${columns} from ${tables} where ${where}
      order by ${buildOrderBy(list, keys, sql`k.id`)} limit ${list.limit} offset ${list.offset}`,
    counted: sql`select from ${tables} where ${where}`,
  });
}

/** Locks a claim on a reward of the account's wraps. */
export async function lockReceivedClaim(
  tx: Executor,
  { accountId, id }: { accountId: string; id: number },
): Promise<ClaimRow | undefined> {
  const { rows } = await sql<ClaimRow>`
    select ${columns} from ${tables} where k.id = ${id} and ${isOwnWrap(accountId)} for no key update of k`.execute(
    tx,
  );
  return rows[0];
}

/** Locks the claim of a ticket on a level by the hash of its code. */
export async function lockTicketClaim(
  tx: Executor,
  { codeHash, levelId }: { codeHash: Buffer; levelId: number },
): Promise<ClaimRow | undefined> {
  const { rows } = await sql<ClaimRow>`
    select ${columns} from ${tables}
    where k.id = (select claim_id from ticket where code_hash = ${codeHash}) and k.reward_id = ${levelId}
    for no key update of k`.execute(tx);
  return rows[0];
}

/** Finds a claim of an account. */
export async function findOwnClaim(
  db: Executor,
  { accountId, id }: { accountId: string; id: number },
): Promise<ClaimRow | undefined> {
  const { rows } = await sql<ClaimRow>`
    select ${columns} from ${tables} where k.id = ${id} and k.account_id = ${accountId}`.execute(db);
  return rows[0];
}

/** Writes the state of a claim. Answers are needed only until it is final. */
export async function updateClaim(
  tx: Executor,
  id: number,
  { state, reason, now }: { state: ClaimState; reason: string | null; now: Date },
): Promise<void> {
  await sql`
    update reward_claim set state = ${state}, reason = ${reason}, changed_at = ${now},
      answers_sealed = case when ${state} not in ('FULFILLED', 'REJECTED') then answers_sealed end
    where id = ${id}`.execute(tx);
}

/** Finds the account that owns the song's artist. */
export async function findSongOwner(db: Executor, songId: number): Promise<string | null> {
  const { rows } = await sql<{ owner_id: string | null }>`
    select a.owner_id from song s join artist a on a.id = s.artist_id where s.id = ${songId}`.execute(db);
  return rows[0]?.owner_id ?? null;
}

/**
 * Whether an account has a claim that is not rejected on a reward that unlocks a private experience: the
 * level that the experience names, or any DAPP_ACCESS level that names the experience.
 */
export async function opensExperience(
  db: Executor,
  { accountId, campaignId, levelId }: { accountId: string; campaignId: number; levelId: number | null },
): Promise<boolean> {
  const { rows } = await sql`
    select from reward_claim k join reward r on r.id = k.reward_id
    where k.account_id = ${accountId} and k.state <> 'REJECTED' and r.reward_type = 'DAPP_ACCESS'
      and (r.alt_id = ${campaignId} or r.id = ${levelId}) limit 1`.execute(db);
  return rows.length > 0;
}

/** Finds a public song, or a hidden one that has claims on its file. */
export async function findSongOfFile(db: Executor, reference: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select s.id from song s
    where ${matchesReference("pretty_id", reference, "s.")} and (s.status = 'ACTIVE' or (s.status = 'HIDDEN' and exists (
      select from reward_claim k join reward r on r.id = k.reward_id
      where k.song_id = s.id and r.reward_type = 'WRAPPED_MP3' and k.state <> 'REJECTED')))`.execute(db);
  return rows[0]?.id;
}

/**
 * Finds the claim that gives the file: the account's own, or that of the account to which the wallet is
 * linked, if any. `campaignId` is the experience whose token the level requires; null if any of the song's qualifies.
 * A contract wallet is linked on one network only, so it needs the session.
 */
export async function findFileClaim(
  db: Executor,
  query: { levelId: number; songId: number; accountId: string | undefined; wallet: string | null },
): Promise<{ id: number; campaignId: number | null } | undefined> {
  const { levelId, songId, accountId = null, wallet } = query;
  const { rows } = await sql<{ id: number; campaignId: number | null }>`
    select k.id, r.alt_id as "campaignId" from reward_claim k join reward r on r.id = k.reward_id
    where k.reward_id = ${levelId} and k.song_id = ${songId} and k.state <> 'REJECTED'
      and r.reward_type = 'WRAPPED_MP3'
      and (k.account_id = ${accountId} or k.account_id in (select account_id from wallet where address = ${wallet} and network = ''))
    order by k.account_id = ${accountId} desc nulls last limit 1`.execute(db);
  return rows[0];
}

/** Finds a level that gives the file of a song. `campaignId` is the experience whose token it requires; null if any of the song's qualifies. */
export async function findFileLevel(
  db: Executor,
  { levelId, songId }: { levelId: number; songId: number },
): Promise<{ campaignId: number | null } | undefined> {
  const { rows } = await sql<{ campaignId: number | null }>`
    select alt_id as "campaignId" from reward
    where id = ${levelId} and song_id = ${songId} and reward_type = 'WRAPPED_MP3' and deleted_at is null`.execute(
    db,
  );
  return rows[0];
}

export async function insertDownload(
  db: Executor,
  download: {
    serial: string;
    claimId: number;
    /** Null for a kept artwork. */
    wallet: string | null;
    network: Network;
    contract: string;
    tokenId: number;
    now: Date;
  },
): Promise<void> {
  const { serial, claimId, wallet, network, contract, tokenId, now } = download;
  await sql`
    insert into wrapped_download (serial, claim_id, wallet, network, contract, token_id, created_at)
    values (${serial}, ${claimId}, ${wallet}, ${network}, ${contract}, ${tokenId}, ${now})`.execute(db);
}
