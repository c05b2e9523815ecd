import { type Network, pendingHash } from "@wrapsody/shared/chain.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";

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
    select state, network, attempt, owner, in_custody, use_ipfs, metadata_cid, pinned_at, problem
    from wrap_token where song_id = ${songId}`.execute(db);
  return rows[0];
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
  now: Date;
};

/** Inserts the issue of a token for a locked song without one. Returns the number of the attempt. */
export async function insertIssue(tx: Executor, songId: number, issue: NewIssue): Promise<number> {
  const { accountId, network, owner, useIpfs, now } = issue;
  const state: TokenState = useIpfs ? "FIXING" : "MINTING";
  const { rows } = await sql<{ attempt: number }>`
    insert into wrap_token (song_id, account_id, network, state, owner, in_custody, use_ipfs, asked_at)
    values (${songId}, ${accountId}, ${network}, ${state}, ${owner.address}, ${owner.in_custody}, ${useIpfs}, ${now})
    on conflict (song_id) do update set account_id = excluded.account_id, network = excluded.network,
      state = excluded.state, owner = excluded.owner, in_custody = excluded.in_custody, use_ipfs = excluded.use_ipfs,
      asked_at = excluded.asked_at, attempt = wrap_token.attempt + 1, metadata_cid = null, pinned_at = null,
      problem = null, ended_at = null
    returning attempt`.execute(tx);
  await sql`
    update song set nft_hash = ${pendingHash}, nft_network = ${network}, nft_confirmed = false, updated_at = ${now}
    where id = ${songId}`.execute(tx);
  return rows[0]?.attempt ?? 1;
}

type Attempt = { songId: number; attempt: number };

/** Locks an attempt if it is in the given state; undefined otherwise. */
export async function lockIssue(
  tx: Executor,
  { songId, attempt }: Attempt,
  state: TokenState,
): Promise<{ network: Network; owner: string; asked_at: string } | undefined> {
  const { rows } = await sql<{ network: Network; owner: string; asked_at: string }>`
    select network, owner, asked_at from wrap_token
    where song_id = ${songId} and attempt = ${attempt} and state = ${state} for update`.execute(tx);
  return rows[0];
}

/** Saves the CID of the published metadata. `tx` holds the issue. */
export async function markMetadataPublished(
  tx: Executor,
  songId: number,
  { cid, pinnedAt }: { cid: string; pinnedAt: Date | null },
): Promise<void> {
  await sql`
    update wrap_token set state = 'MINTING', metadata_cid = ${cid}, pinned_at = ${pinnedAt}
    where song_id = ${songId}`.execute(tx);
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
