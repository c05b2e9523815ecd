import type { Campaign, Participant } from "@wrapsody/shared/experiences/experiences.ts";
import type { RawBuilder } from "kysely";
import { type Executor, sql } from "../../../../platform/database/database.ts";
import { imageColumn } from "../../../artwork/index.ts";
import { isRestricted } from "../../../catalogue/index.ts";
import { isKeptArtwork } from "../../public/campaigns.data.ts";
import { collectedArtworks } from "../../public/collection.data.ts";

/** A rendered artwork with everything that it is drawn from. */
export type RenderedArtwork = Pick<Campaign, "type" | "image" | "song_id"> &
  Pick<Participant, "id" | "name" | "traits"> & {
    campaignId: number;
    /** Component ids; null for artworks that were not drawn here, such as those of the demo catalogue. */
    drawn: number[] | null;
    /** The buyer's photos by component; none once the buyer's account is deleted. */
    photos: { componentId: number; imageId: string }[];
    /** The rendered image. */
    renderedId: string;
    /** The account that ordered it; null without one. */
    buyerId: string | null;
  };

async function findWhere(db: Executor, where: RawBuilder<unknown>): Promise<RenderedArtwork | undefined> {
  const { rows } = await sql<RenderedArtwork>`
    select p.id, p.campaign_id as "campaignId", p.name, p.traits, p.drawn, p.rendered_image_id as "renderedId", c.type, c.song_id,
      o.account_id as "buyerId", ${imageColumn(sql`i`)} as image,
      (select coalesce(json_agg(json_build_object('componentId', f.component_id, 'imageId', f.image_id)), '[]')
        from participation_photo f where f.participation_id = p.participation_id) as photos
    from participant p join campaign c on c.id = p.campaign_id join song s on s.id = c.song_id
      left join participation o on o.id = p.participation_id
      left join image i on i.id = c.promo_image_id
    where ${where} and p.rendered_image_id is not null and s.status <> 'RESTRICTED'
      and not ${isRestricted("experience", sql`c.id::text`)} and ${isKeptArtwork}`.execute(db);
  return rows[0];
}

/** Finds the artwork of an order, unless it is not rendered or restricted. */
export function findRenderedArtworkOfOrder(
  db: Executor,
  { campaignId, orderId }: { campaignId: number; orderId: number },
): Promise<RenderedArtwork | undefined> {
  return findWhere(db, sql`p.campaign_id = ${campaignId} and p.participation_id = ${orderId}`);
}

/** Finds an artwork that an account owns, by its order or a linked wallet, unless it is not rendered or restricted. */
export function findRenderedArtworkOfAccount(
  db: Executor,
  { accountId, participantId }: { accountId: string; participantId: number },
): Promise<RenderedArtwork | undefined> {
  const own = collectedArtworks(accountId, sql`and p.id = ${participantId}`);
  return findWhere(db, sql`p.id = ${participantId} and exists (select from (${own}) own)`);
}
