import { type Executor, sql } from "../../platform/database/database.ts";
import { type BlockedOrders, paymentsNeedingAttention } from "./admin/needs-attention.data.ts";
import type { ProviderName } from "./payments.data.ts";

/** Events of the provider that were not applied yet, and when the oldest was received. */
export async function readEventBacklog(
  db: Executor,
): Promise<{ provider: ProviderName; count: number; oldest: string }[]> {
  const { rows } = await sql<{ provider: ProviderName; count: number; oldest: string }>`
    select provider, count(*) as count, min(received_at) as oldest from payment_event where done_at is null
    group by provider order by provider`.execute(db);
  return rows;
}

/** Returns when the last reconciliation finished, or else when this database was created; undefined without payments. */
export async function readLastReconciliation(
  db: Executor,
  provider: ProviderName,
): Promise<string | undefined> {
  const { rows } = await sql<{ at: string }>`
    select coalesce(
      (select finished_at from payment_reconciliation where provider = ${provider} order by id desc limit 1),
      (select min(ran_at) from schema_migration)) as at
    where exists (select from payment where provider = ${provider})`.execute(db);
  return rows[0]?.at;
}

/** Counts the payments that need the attention of an administrator; `since` is when the oldest was made. */
export async function countStuckPayments(
  db: Executor,
  orders: BlockedOrders,
): Promise<{ provider: ProviderName; count: number; since: string }[]> {
  const { rows } = await sql<{ provider: ProviderName; count: number; since: string }>`
    select p.provider, count(*) as count, min(p.created_at) as since
    from (${paymentsNeedingAttention(orders)}) attention join payment p using (id)
    where not attention.is_seen group by p.provider order by p.provider`.execute(db);
  return rows;
}
