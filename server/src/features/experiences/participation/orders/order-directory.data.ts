import { type Executor, sql } from "../../../../platform/database/database.ts";
import type { BlockedOrder, OrderDirectory, OrderSummary } from "../../../payments/index.ts";
import { parseOrderReference } from "./order-code.ts";

/** Stuck orders that are listed at most, newest first. */
const MAX_WAITING_ORDERS = 5_000;

/** Participation orders as the payments administration shows them. */
export const orderDirectory: OrderDirectory = { summarize: summarizeOrders, findByNumber, listBlocked };

async function summarizeOrders(db: Executor, references: readonly string[]): Promise<OrderSummary[]> {
  const ids = references.flatMap((reference) => parseOrderReference(reference) ?? []);
  const { rows } = await sql<OrderSummary>`
    select p.id::text as reference, p.exposed_id as number, c.name as title, p.state
    from participation p join campaign c on c.id = p.campaign_id where p.id = any(${ids}::bigint[])`.execute(
    db,
  );
  return rows;
}

async function findByNumber(db: Executor, number: string): Promise<string | undefined> {
  const { rows } = await sql<{ reference: string }>`
    select id::text as reference from participation where exposed_id = ${number}`.execute(db);
  return rows[0]?.reference;
}

/** Lists paid orders that wait for a photo, and those whose artwork failed. */
async function listBlocked(db: Executor, before: Date): Promise<BlockedOrder[]> {
  const { rows } = await sql<BlockedOrder>`
    (select id::text as reference, 'MATERIAL_MISSING' as problem from participation
      where state = 'NEEDS_MATERIAL' and total_cents > 0 and created_at < ${before}
      order by created_at desc limit ${sql.lit(MAX_WAITING_ORDERS)})
    union all
    (select o.id::text, 'ARTWORK_FAILED' from participant p join participation o on o.id = p.participation_id
      where p.state = 'FAILED' and o.total_cents > 0 order by o.id desc limit ${sql.lit(MAX_WAITING_ORDERS)})`.execute(
    db,
  );
  return rows;
}

/** Maps order ids to the names of their experiences, deleted ones included. */
export async function findOrderTitles(
  db: Executor,
  orders: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select p.id, c.name from participation p join campaign c on c.id = p.campaign_id
    where p.id = any(${[...orders]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
