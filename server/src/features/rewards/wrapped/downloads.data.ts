import type { Network } from "@wrapsody/shared/chain.ts";
import { type Executor, sql } from "../../../platform/database.ts";
import { byReference } from "../../catalogue/index.ts";

/** The number of a public song, or of one that its publisher hides from all but those who have claimed its file. */
export async function findSongOfFile(db: Executor, reference: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select s.id from song s
    where ${byReference("pretty_id", reference, "s.")} and (s.status = 'ACTIVE' or (s.status = 'HIDDEN' and exists (
      select from reward_claim k join reward r on r.id = k.reward_id
      where k.song_id = s.id and r.reward_type = 'WRAPPED_MP3' and k.state <> 'REJECTED')))`.execute(db);
  return rows[0]?.id;
}

/**
 * The claim of a level of a song that gives the file: an account's own, or that of whom the wallet is linked to. `campaignId` is the
 * experience whose token the level asks for, null where any of the song's will do. A wallet that is a contract speaks for an account on
 * one network alone, so it needs the session.
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
