import { type Executor, sql } from "../../../../platform/database/database.ts";
import type { OrderState } from "./orders.data.ts";

export type OverdueOrder = { id: number; campaignId: number; state: OrderState };

/** Places whose time is over, those that are over longest first. */
export async function listOverdueOrders(
  db: Executor,
  { now, limit }: { now: Date; limit: number },
): Promise<OverdueOrder[]> {
  const { rows } = await sql<OverdueOrder>`
    select id, campaign_id as "campaignId", state from participation
    where state in ('RESERVED', 'AWAITING_PAYMENT', 'NEEDS_MATERIAL') and expires_at <= ${now}
    order by expires_at, id limit ${limit}`.execute(db);
  return rows;
}

/** Ends those of the orders that are free, not finished and over. Answers how many. */
export async function expireFree(
  tx: Executor,
  { campaignId, ids, now }: { campaignId: number; ids: readonly number[]; now: Date },
): Promise<number> {
  await sql`select from campaign where id = ${campaignId} for no key update`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    update participation set state = 'EXPIRED', failed_by = 'E0040', expires_at = null
    where id = any(${ids}::bigint[]) and state in ('RESERVED', 'NEEDS_MATERIAL') and expires_at <= ${now}
    returning id`.execute(tx);
  await sql`
    delete from participation_photo where participation_id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  );
  return rows.length;
}
