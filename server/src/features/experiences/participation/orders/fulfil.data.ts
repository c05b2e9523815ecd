import { type Executor, sql } from "../../../../platform/database/database.ts";

/** Whether a photo is missing that the campaign of an order asks for. */
export async function lacksPhotos(
  tx: Executor,
  { orderId, campaignId }: { orderId: number; campaignId: number },
): Promise<boolean> {
  const { rows } = await sql<{ lacks: boolean }>`
    select exists (
      select from component c where c.campaign_id = ${campaignId} and c.component_type = 'PRESELECTED' and not exists (
        select from participation_photo f where f.participation_id = ${orderId} and f.component_id = c.id)) as lacks`.execute(
    tx,
  );
  return rows[0]?.lacks === true;
}
