import { type Executor, sql } from "../../platform/database/database.ts";
import { type ExportTable, paged } from "../accounts/index.ts";

/** Exports the participation orders and collected artworks of an account. */
export const experiencesExport = {
  orders: paged(listExportedOrders),
  artworks: paged(listExportedArtworks),
} satisfies ExportTable;

type ExportedArtwork = {
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

/** `order` is the exposed id. The code is not exported, because it is stored only as a hash. */
type ExportedOrder = {
  id: number;
  order: string;
  campaign_id: number;
  campaign: string;
  wallet_address: string;
  state: string;
  total_cents: number;
  photos: number;
  created_at: string;
  completed_at: string | null;
};

export async function listExportedOrders(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: ExportedOrder | undefined },
): Promise<ExportedOrder[]> {
  const further =
    after === undefined ? sql`true` : sql`(o.created_at, o.id) < (${after.created_at}, ${after.id})`;
  const { rows } = await sql<ExportedOrder>`
    select o.id, o.exposed_id as "order", o.campaign_id, c.name as campaign, o.wallet as wallet_address, o.state, o.total_cents,
      (select count(*) from participation_photo f where f.participation_id = o.id) as photos, o.created_at, o.completed_at
    from participation o join campaign c on c.id = o.campaign_id
    where o.account_id = ${accountId} and ${further}
    order by o.created_at desc, o.id desc limit ${limit}`.execute(db);
  return rows;
}

async function listExportedArtworks(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: ExportedArtwork | undefined },
): Promise<ExportedArtwork[]> {
  const further =
    after === undefined ? sql`true` : sql`(p.created_at, p.id) < (${after.created_at}, ${after.id})`;
  const { rows } = await sql<ExportedArtwork>`
    select p.id, p.campaign_id, c.name as campaign, p.name, p.nft_id, p.traits, p.total_rarity_score,
      p.owner_wallet_address, p.created_at, p.minted_at
    from participant p join campaign c on c.id = p.campaign_id
    where p.account_id = ${accountId} and ${further}
    order by p.created_at desc, p.id desc limit ${limit}`.execute(db);
  return rows;
}
