import type { Network } from "@wrapsody/shared/chain.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { matchesReference } from "../../catalogue/index.ts";

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
 * linked. `campaignId` is the experience whose token the level requires; null if any of the song's qualifies.
 * A contract wallet is linked on one network only, so it needs the session.
 */
export async function findFileClaim(
  db: Executor,
  given: { levelId: number; songId: number; accountId: string | undefined; wallet: string },
): Promise<{ id: number; campaignId: number | null } | undefined> {
  const { levelId, songId, accountId = null, wallet } = given;
  const { rows } = await sql<{ id: number; campaignId: number | null }>`
    select k.id, r.alt_id as "campaignId" from reward_claim k join reward r on r.id = k.reward_id
    where k.reward_id = ${levelId} and k.song_id = ${songId} and k.state <> 'REJECTED'
      and r.reward_type = 'WRAPPED_MP3'
      and (k.account_id = ${accountId} or k.account_id in (select account_id from wallet where address = ${wallet} and network = ''))
    order by k.account_id = ${accountId} desc nulls last limit 1`.execute(db);
  return rows[0];
}

export async function insertDownload(
  db: Executor,
  download: {
    serial: string;
    claimId: number;
    wallet: string;
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
