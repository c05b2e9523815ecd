import { type Executor, sql } from "../../../../platform/database.ts";
import { type ParticipantRow, participantColumns } from "../../campaigns.data.ts";

/** What was drawn for an order. */
export async function findParticipantOf(
  db: Executor,
  { campaignId, orderId }: { campaignId: number; orderId: number },
): Promise<ParticipantRow | undefined> {
  const { rows } = await sql<ParticipantRow>`
    select ${participantColumns} from participant p left join image i on i.id = p.rendered_image_id
    where p.campaign_id = ${campaignId} and p.participation_id = ${orderId}`.execute(db);
  return rows[0];
}
