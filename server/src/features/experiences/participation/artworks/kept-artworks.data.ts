import type { Network } from "@wrapsody/shared/experiences/chain.ts";
import { type Executor, sql } from "../../../../platform/database/database.ts";

/** An artwork of an account's own order, with what minting it takes. */
export type OwnArtwork = {
  campaignId: number;
  state: string;
  /** Null while it is kept. */
  wallet: string | null;
  network: Network;
  collection: string | null;
  isShown: boolean;
};

type ArtworkKey = { accountId: string; participantId: number };

function selectOwnArtwork({ accountId, participantId }: ArtworkKey) {
  return sql<OwnArtwork>`
    select p.campaign_id as "campaignId", p.state, p.owner_wallet_address as wallet,
      coalesce(c.contract_network, c.network) as network, c.contract_address as collection,
      c.deleted_at is null and s.status = 'ACTIVE' as "isShown"
    from participant p join campaign c on c.id = p.campaign_id join song s on s.id = c.song_id
    where p.id = ${participantId} and p.account_id = ${accountId}`;
}

export async function findOwnArtwork(db: Executor, key: ArtworkKey): Promise<OwnArtwork | undefined> {
  return (await selectOwnArtwork(key).execute(db)).rows[0];
}

/** Locks it until the transaction ends. */
export async function lockOwnArtwork(tx: Executor, key: ArtworkKey): Promise<OwnArtwork | undefined> {
  const { rows } = await sql<OwnArtwork>`${selectOwnArtwork(key)} for no key update of p`.execute(tx);
  return rows[0];
}

/** Stores the wallet of a kept artwork. A rendered one is being minted from then on. */
export async function updateWallet(
  tx: Executor,
  { campaignId, participantId, wallet }: { campaignId: number; participantId: number; wallet: string },
): Promise<void> {
  await sql`
    update participant set owner_wallet_address = ${wallet}, state = case state when 'KEPT' then 'MINTING' else state end
    where campaign_id = ${campaignId} and id = ${participantId}`.execute(tx);
}

/** An artwork of a song that is kept for an account, with the token that it becomes. */
export type KeptArtwork = {
  campaignId: number;
  tokenId: number;
  network: Network;
  contract: string;
  imageId: string | null;
};

/** Finds the newest artwork of a song that is kept for an account; `campaignId` is its experience, null for any. */
export async function findKeptArtwork(
  db: Executor,
  { accountId, songId, campaignId }: { accountId: string; songId: number; campaignId: number | null },
): Promise<KeptArtwork | undefined> {
  const { rows } = await sql<KeptArtwork>`
    select c.id as "campaignId", p.id as "tokenId", coalesce(c.contract_network, c.network) as network,
      c.contract_address as contract, p.rendered_image_id as "imageId"
    from participant p join campaign c on c.id = p.campaign_id and c.contract_address is not null
    where p.account_id = ${accountId} and p.owner_wallet_address is null and c.song_id = ${songId}
      and (${campaignId}::int is null or c.id = ${campaignId})
    order by p.created_at desc, p.id desc limit 1`.execute(db);
  return rows[0];
}
