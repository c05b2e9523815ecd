import { type Executor, sql } from "../../../../platform/database/database.ts";

/** The orders of a campaign that wait for nobody but their owner. */
export async function listOpenOrdersOfCampaign(
  db: Executor,
  campaignId: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from participation where campaign_id = ${campaignId} and state in ('RESERVED', 'NEEDS_MATERIAL')
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
