import type { Network } from "@wrapsody/shared/experiences/chain.ts";
import type { Campaign, Participant } from "@wrapsody/shared/experiences/experiences.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { isRestricted } from "../../catalogue/index.ts";
import type { RefreshTimes } from "../../chain/index.ts";
import { slotNames } from "../public/campaigns.data.ts";

type MetadataRow = {
  pretty_id: string;
  description: string;
  image_id: string | null;
  is_restricted: boolean;
};
type TokenRow = MetadataRow &
  Pick<Participant, "id" | "name" | "traits" | "total_rarity_score"> &
  Pick<Campaign, "slot_names">;
type CollectionRow = MetadataRow & { name: string };

/** Selects whether `campaign c` or its song is restricted. */
const isRestrictedCampaign = sql`(${isRestricted("experience", sql`c.id::text`)}
  or exists (select from song s where s.id = c.song_id and s.status = 'RESTRICTED'))`;

/** Finds a token, also of an experience that is no longer public. */
export async function findToken(
  db: Executor,
  campaignId: number,
  tokenId: number,
): Promise<TokenRow | undefined> {
  const { rows } = await sql<TokenRow>`
    select p.id, p.name, p.traits, p.total_rarity_score, p.rendered_image_id as image_id, c.pretty_id, c.description, ${slotNames} as slot_names,
      (${isRestrictedCampaign} or ${isRestricted("artwork", sql`p.campaign_id::text || '-' || p.id::text`)}) as is_restricted
    from participant p join campaign c on c.id = p.campaign_id and c.contract_address is not null
    where p.campaign_id = ${campaignId} and p.id = ${tokenId}`.execute(db);
  return rows[0];
}

export async function findCollection(db: Executor, campaignId: number): Promise<CollectionRow | undefined> {
  const { rows } = await sql<CollectionRow>`
    select c.pretty_id, c.name, c.description, c.promo_image_id as image_id, ${isRestrictedCampaign} as is_restricted from campaign c
    where c.id = ${campaignId} and c.contract_address is not null`.execute(db);
  return rows[0];
}

/** Lists the campaigns with changed token metadata whose event is due. */
export async function listChangedCollections(db: Executor, due: RefreshTimes): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from campaign where ${isDue(due)} order by metadata_changed_at limit ${due.limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Stores that the event of a campaign is requested. Returns undefined if it is not due any more, if there are no tokens, or if the
 * description is that of the last event.
 */
export async function recordRefresh(
  tx: Executor,
  campaignId: number,
  { due, now }: { due: RefreshTimes; now: Date },
): Promise<{ network: Network; contract: string; refresh: number } | undefined> {
  const { rows: changed } = await sql<{ isNew: boolean }>`
    select refreshed_metadata is distinct from md5(description) and participants > 0 as "isNew" from campaign
    where id = ${campaignId} and ${isDue(due)} for no key update skip locked`.execute(tx);
  if (changed[0] === undefined) return undefined;
  const isNew = changed[0].isNew;
  const { rows } = await sql<{ network: Network; contract: string; refresh: number }>`
    update campaign set metadata_changed_at = null,
      refreshed_metadata = md5(description),
      refreshed_at = case when ${isNew} then ${now} else refreshed_at end,
      refreshes = refreshes + ${isNew ? 1 : 0}
    where id = ${campaignId}
    returning coalesce(contract_network, network) as network, contract_address as contract,
      refreshes as refresh`.execute(tx);
  return isNew ? rows[0] : undefined;
}

const isDue = ({ changedBefore, refreshedBefore }: RefreshTimes) => sql`
  metadata_changed_at <= ${changedBefore} and coalesce(refreshed_at <= ${refreshedBefore}, true)`;
