import { type Network, pendingHash } from "@wrapsody/shared/experiences/chain.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import type { RefreshTimes, Royalty } from "../../chain/index.ts";

/** FIXING: the metadata is being published to IPFS; the mint is requested afterwards. */
type TokenState = "FIXING" | "MINTING" | "MINTED" | "FAILED";

/** The public columns of a song's token. */
export type PublicToken = {
  nft_id: string | null;
  nft_hash: string | null;
  nft_network: Network | null;
  nft_confirmed: boolean;
  contract_address: string | null;
};

/** The record of how a token was issued. */
export type Issue = {
  state: TokenState;
  network: Network;
  attempt: number;
  owner: string;
  in_custody: boolean;
  use_ipfs: boolean;
  metadata_cid: string | null;
  pinned_at: string | null;
  problem: string | null;
  royalty_basis_points: number;
  royalty_receiver: string | null;
};

const publicTokenColumns = sql`s.nft_id, s.nft_hash, s.nft_network, s.nft_confirmed, s.contract_address`;

export async function readPublicToken(db: Executor, songId: number): Promise<PublicToken> {
  const { rows } =
    await sql<PublicToken>`select ${publicTokenColumns} from song s where s.id = ${songId}`.execute(db);
  const [token] = rows;
  if (token === undefined) throw new Error(`song ${songId} does not exist`);
  return token;
}

export async function findIssue(db: Executor, songId: number): Promise<Issue | undefined> {
  const { rows } = await sql<Issue>`
    select state, network, attempt, owner, in_custody, use_ipfs, metadata_cid, pinned_at, problem,
      royalty_basis_points, royalty_receiver
    from wrap_token where song_id = ${songId}`.execute(db);
  return rows[0];
}

/** Returns the resale royalty of an issue; null for none. */
export function royaltyOf(issue: Pick<Issue, "royalty_basis_points" | "royalty_receiver">): Royalty | null {
  const { royalty_basis_points: basisPoints, royalty_receiver: receiver } = issue;
  return receiver === null ? null : { receiver, basisPoints };
}

/** Counts the tokens an account has had issued, pending ones included. */
export async function countIssued(db: Executor, accountId: string): Promise<number> {
  const { rows } = await sql<{ tokens: number }>`
    select count(*) as tokens from wrap_token where account_id = ${accountId} and state <> 'FAILED'`.execute(
    db,
  );
  return rows[0]?.tokens ?? 0;
}

type NewIssue = {
  accountId: string;
  network: Network;
  owner: { address: string; in_custody: boolean };
  useIpfs: boolean;
  royalty: Royalty | null;
  now: Date;
};

/** Inserts the issue of a token for a locked song without one. Returns the number of the attempt. */
export async function insertIssue(tx: Executor, songId: number, issue: NewIssue): Promise<number> {
  const { accountId, network, owner, useIpfs, royalty, now } = issue;
  const state: TokenState = useIpfs ? "FIXING" : "MINTING";
  const { rows } = await sql<{ attempt: number }>`
    insert into wrap_token (song_id, account_id, network, state, owner, in_custody, use_ipfs, asked_at,
      royalty_basis_points, royalty_receiver)
    values (${songId}, ${accountId}, ${network}, ${state}, ${owner.address}, ${owner.in_custody}, ${useIpfs}, ${now},
      ${royalty?.basisPoints ?? 0}, ${royalty?.receiver ?? null})
    on conflict (song_id) do update set account_id = excluded.account_id, network = excluded.network,
      state = excluded.state, owner = excluded.owner, in_custody = excluded.in_custody, use_ipfs = excluded.use_ipfs,
      asked_at = excluded.asked_at, attempt = wrap_token.attempt + 1, metadata_cid = null, pinned_at = null,
      problem = null, ended_at = null,
      royalty_basis_points = excluded.royalty_basis_points, royalty_receiver = excluded.royalty_receiver
    returning attempt`.execute(tx);
  await sql`
    update song set nft_hash = ${pendingHash}, nft_network = ${network}, nft_confirmed = false, updated_at = ${now}
    where id = ${songId}`.execute(tx);
  return rows[0]?.attempt ?? 1;
}

type Attempt = { songId: number; attempt: number };
type LockedIssue = Pick<Issue, "network" | "owner" | "royalty_basis_points" | "royalty_receiver"> & {
  asked_at: string;
};

/** Locks an attempt if it is in the given state; undefined otherwise. */
export async function lockIssue(
  tx: Executor,
  { songId, attempt }: Attempt,
  state: TokenState,
): Promise<LockedIssue | undefined> {
  const { rows } = await sql<LockedIssue>`
    select network, owner, asked_at, royalty_basis_points, royalty_receiver from wrap_token
    where song_id = ${songId} and attempt = ${attempt} and state = ${state} for update`.execute(tx);
  return rows[0];
}

/** Saves the CID of the published metadata. `tx` holds the issue. */
export async function markMetadataPublished(
  tx: Executor,
  songId: number,
  { cid, blocks, pinnedAt }: { cid: string; blocks: readonly string[]; pinnedAt: Date | null },
): Promise<void> {
  await sql`
    update wrap_token set state = 'MINTING', metadata_cid = ${cid}, pinned_at = ${pinnedAt}
    where song_id = ${songId}`.execute(tx);
  await saveIpfsBlocks(tx, songId, blocks);
}

/** Saves further blocks of a token. Those of failed attempts stay, because they stay in the storage. */
export async function saveIpfsBlocks(db: Executor, songId: number, blocks: readonly string[]): Promise<void> {
  await sql`
    update wrap_token set ipfs_blocks = array(select unnest(ipfs_blocks) union select unnest(${[...blocks]}::text[]))
    where song_id = ${songId}`.execute(db);
}

/** Lists tokens with metadata on IPFS whose blocks are not saved. */
export async function listTokensWithoutBlocks(
  db: Executor,
  limit: number,
): Promise<{ songId: number; metadataCid: string }[]> {
  const { rows } = await sql<{ songId: number; metadataCid: string }>`
    select song_id as "songId", metadata_cid as "metadataCid" from wrap_token
    where metadata_cid is not null and ipfs_blocks is null order by song_id limit ${limit}`.execute(db);
  return rows;
}

/** Marks the token as minted. An empty hash means unknown. `tx` holds the issue. */
export async function markMinted(
  tx: Executor,
  songId: number,
  { hash, contract, now }: { hash: string; contract: string; now: Date },
): Promise<void> {
  await sql`
    update wrap_token set state = 'MINTED', ended_at = ${now} where song_id = ${songId}`.execute(tx);
  await sql`
    update song set nft_id = id::text, nft_hash = nullif(${hash}, ''), nft_confirmed = true,
      contract_address = ${contract}, updated_at = ${now}
    where id = ${songId}`.execute(tx);
}

/** Marks the issue as failed, so that another can be requested. `tx` holds the issue. */
export async function markFailed(
  tx: Executor,
  songId: number,
  { problem, now }: { problem: string; now: Date },
): Promise<void> {
  await sql`
    update wrap_token set state = 'FAILED', problem = ${problem}, ended_at = ${now}
    where song_id = ${songId}`.execute(tx);
  await sql`
    update song set nft_hash = null, nft_network = null, updated_at = ${now} where id = ${songId}`.execute(
    tx,
  );
}

/** The song behind a token's metadata, as it is now. */
export type TokenSong = {
  id: number;
  pretty_id: string;
  name: string;
  artist: string;
  description: string;
  iswc: string | null;
  /** Distinct, in the order of its albums. */
  isrcs: string[];
  /** Seconds; 0 if unknown. */
  duration: number;
  image_id: string | null;
  image_key: string | null;
  is_restricted: boolean;
};

const facts = sql`
  s.id, s.pretty_id, s.name, s.artist, s.description, s.iswc, s.duration, s.image_id, i.storage_key as image_key, s.status = 'RESTRICTED' as is_restricted,
  array(select isrc from song_album where song_id = s.id and isrc is not null group by isrc order by min(position)) as isrcs
  from song s left join image i on i.id = s.image_id`;

/**
 * Returns the song of an issued or pending token, whatever its listing state: the token belongs to its owner.
 */
export async function findTokenSong(db: Executor, songId: number): Promise<TokenSong | undefined> {
  const { rows } = await sql<TokenSong>`
    select ${facts} where s.id = ${songId} and (s.nft_hash is not null or s.nft_confirmed)`.execute(db);
  return rows[0];
}

/** Stores that the tokens in custody on some networks belong to another key of the operator. */
export async function changeCustodian(
  tx: Executor,
  { from, to, networks }: { from: string; to: string; networks: readonly string[] },
): Promise<void> {
  await sql`
    update wrap_token set owner = ${to}
    where in_custody and owner = ${from} and network = any(${[...networks]})`.execute(tx);
}

/** Lists the tokens with changed metadata whose event is due. */
export async function listChangedTokens(db: Executor, due: RefreshTimes): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select song_id as id from wrap_token where ${isDue(due)} order by metadata_changed_at limit ${due.limit}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Locks a token whose event is due, unless another run handles it. */
export async function lockChangedToken(
  tx: Executor,
  songId: number,
  due: RefreshTimes,
): Promise<{ network: Network; contract: string; refreshed: string | null } | undefined> {
  const { rows } = await sql<{ network: Network; contract: string; refreshed: string | null }>`
    select t.network, s.contract_address as contract, t.refreshed_metadata as refreshed
    from wrap_token t join song s on s.id = t.song_id and s.contract_address is not null
    where t.song_id = ${songId} and ${isDue(due)} for update of t skip locked`.execute(tx);
  return rows[0];
}

const isDue = ({ changedBefore, refreshedBefore }: RefreshTimes) => sql`
  metadata_changed_at <= ${changedBefore} and coalesce(refreshed_at <= ${refreshedBefore}, true)`;

/** Stores that no event is needed. */
export async function clearMetadataChange(tx: Executor, songId: number): Promise<void> {
  await sql`update wrap_token set metadata_changed_at = null where song_id = ${songId}`.execute(tx);
}

/** Stores that an event is requested for metadata with this hash. Returns its number. */
export async function recordRefresh(
  tx: Executor,
  songId: number,
  { hash, now }: { hash: string; now: Date },
): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    update wrap_token set metadata_changed_at = null, refreshed_metadata = ${hash}, refreshed_at = ${now},
      refreshes = refreshes + 1
    where song_id = ${songId} returning refreshes as number`.execute(tx);
  return rows[0]?.number ?? 0;
}
