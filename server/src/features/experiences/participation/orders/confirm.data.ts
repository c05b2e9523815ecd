import { type Executor, sql } from "../../../../platform/database/database.ts";
import { type ParticipantRow, participantColumns } from "../../public/campaigns.data.ts";

type OrderKey = { campaignId: number; orderId: number };

/** What was drawn for an order. */
export async function findParticipantOfOrder(
  db: Executor,
  { campaignId, orderId }: OrderKey,
): Promise<ParticipantRow | undefined> {
  const { rows } = await sql<ParticipantRow>`
    select ${participantColumns} from participant p left join image i on i.id = p.rendered_image_id
    where p.campaign_id = ${campaignId} and p.participation_id = ${orderId}`.execute(db);
  return rows[0];
}

/** Whether what was drawn for an order could not be made or minted. */
export async function hasFailedArtwork(db: Executor, { campaignId, orderId }: OrderKey): Promise<boolean> {
  const { rows } = await sql`
    select from participant
    where campaign_id = ${campaignId} and participation_id = ${orderId} and state = 'FAILED'`.execute(db);
  return rows.length > 0;
}
