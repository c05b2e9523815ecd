import type { Network } from "@wrapsody/shared/experiences/chain.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";

/**
 * Lists the collections with tokens of a song: those of its experiences, and the wNFT collection if the song has a token.
 * `likely` are the tokens that the database attributes to the wallet; collections with any come first.
 */
export async function listTokenCollections(
  db: Executor,
  { songId, wallet }: { songId: number; wallet: string },
): Promise<{ network: Network; contract: string; campaignId: number | null; likely: number[] }[]> {
  const { rows } = await sql<{
    network: Network;
    contract: string;
    campaignId: number | null;
    likely: number[];
  }>`
    select coalesce(c.contract_network, c.network) as network, c.contract_address as contract, c.id as "campaignId",
      coalesce((select json_agg(p.id order by p.id desc) from (
        select id from participant where campaign_id = c.id and owner_wallet_address = ${wallet} and state = 'MINTED'
        order by id desc limit 20) p), '[]') as likely
    from campaign c where c.song_id = ${songId} and c.contract_address is not null
    union all
    select s.nft_network, s.contract_address, null, json_build_array(s.id)
    from song s where s.id = ${songId} and s.nft_confirmed and s.contract_address is not null`.execute(db);
  return rows.toSorted((a, b) => Math.sign(b.likely.length) - Math.sign(a.likely.length));
}

/** Returns the image id of a participant's artwork. */
export async function findTokenArtwork(
  db: Executor,
  { campaignId, tokenId }: { campaignId: number; tokenId: number },
): Promise<string | null> {
  const { rows } = await sql<{ rendered_image_id: string | null }>`
    select rendered_image_id from participant where campaign_id = ${campaignId} and id = ${tokenId}`.execute(
    db,
  );
  return rows[0]?.rendered_image_id ?? null;
}
