import type { Campaign } from "@wrapsody/shared/experiences.ts";
import { type Executor, sql } from "../../../../platform/database/database.ts";
import { imageColumn } from "../../../artwork/index.ts";

/** What rendering a participant depends on. */
export type RenderInput = Pick<Campaign, "type" | "image" | "network" | "contract_address" | "song_id"> & {
  wallet: string;
  /** Component ids. */
  drawn: number[];
  /** The buyer's photos by component. */
  photos: { componentId: number; imageId: string }[];
  isShown: boolean;
};

/** Returns undefined if the artwork is already rendered. */
export async function findRenderInput(
  db: Executor,
  campaignId: number,
  participantId: number,
): Promise<RenderInput | undefined> {
  const { rows } = await sql<RenderInput>`
    select c.type, ${imageColumn(sql`i`)} as image, coalesce(c.contract_network, c.network) as network, c.contract_address,
      c.song_id, p.owner_wallet_address as wallet, p.drawn, c.deleted_at is null and s.status = 'ACTIVE' as "isShown",
      (select coalesce(json_agg(json_build_object('componentId', f.component_id, 'imageId', f.image_id)), '[]')
        from participation_photo f where f.participation_id = p.participation_id) as photos
    from participant p join campaign c on c.id = p.campaign_id join song s on s.id = c.song_id
      left join image i on i.id = c.promo_image_id
    where p.campaign_id = ${campaignId} and p.id = ${participantId} and p.state = 'DRAWN'`.execute(db);
  return rows[0];
}

/** Counts a failed attempt and returns the total; undefined if the artwork is already rendered. */
export async function countRenderFailure(
  tx: Executor,
  campaignId: number,
  participantId: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ failures: number }>`
    update participant set render_failures = render_failures + 1
    where campaign_id = ${campaignId} and id = ${participantId} and state = 'DRAWN'
    returning render_failures as failures`.execute(tx);
  return rows[0]?.failures;
}

/** Returns false if the artwork was rendered before. */
export async function markRendered(
  tx: Executor,
  { campaignId, participantId }: { campaignId: number; participantId: number },
  { imageId, now }: { imageId: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update participant set state = 'MINTING', rendered_image_id = ${imageId}, rendered_at = ${now}
    where campaign_id = ${campaignId} and id = ${participantId} and state = 'DRAWN' returning id`.execute(tx);
  return rows.length > 0;
}
