import { type Executor, sql } from "../../platform/database.ts";

export type OwnArtwork = {
  id: number;
  campaign_id: number;
  campaign: string;
  name: string;
  nft_id: string | null;
  traits: unknown;
  total_rarity_score: number | null;
  owner_wallet_address: string;
  created_at: string;
  minted_at: string | null;
};

export async function listOwnArtworks(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: OwnArtwork | undefined },
): Promise<OwnArtwork[]> {
  const further =
    after === undefined ? sql`true` : sql`(p.created_at, p.id) < (${after.created_at}, ${after.id})`;
  const { rows } = await sql<OwnArtwork>`
    select p.id, p.campaign_id, c.name as campaign, p.name, p.nft_id, p.traits, p.total_rarity_score,
      p.owner_wallet_address, p.created_at, p.minted_at
    from participant p join campaign c on c.id = p.campaign_id
    where p.account_id = ${accountId} and ${further}
    order by p.created_at desc, p.id desc limit ${limit}`.execute(db);
  return rows;
}
