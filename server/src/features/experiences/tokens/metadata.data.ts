import type { Participant } from "@wrapsody/shared/experiences.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { isRestricted } from "../../catalogue/index.ts";

type MetadataRow = {
  pretty_id: string;
  description: string;
  image_id: string | null;
  is_restricted: boolean;
};
type TokenRow = MetadataRow & Pick<Participant, "id" | "name" | "traits" | "total_rarity_score">;
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
    select p.id, p.name, p.traits, p.total_rarity_score, p.rendered_image_id as image_id, c.pretty_id, c.description,
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
