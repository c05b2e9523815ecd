import { type Executor, sql } from "../../../platform/database/database.ts";
import { isShown } from "./campaigns.data.ts";

export async function findLastCampaignId(db: Executor): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from campaign`.execute(db);
  return rows[0]?.id ?? 0;
}

export async function listPublicCampaignsBetween(
  db: Executor,
  from: number,
  to: number,
): Promise<{ reference: string; changedAt: string }[]> {
  const { rows } = await sql<{ reference: string; changedAt: string }>`
    select c.pretty_id as reference, coalesce(c.activated_at, c.created_at) as "changedAt"
    from campaign c join song s on s.id = c.song_id and s.status = 'ACTIVE'
    where c.id >= ${from} and c.id < ${to} and c.deleted_at is null and ${isShown} order by c.id`.execute(db);
  return rows;
}
