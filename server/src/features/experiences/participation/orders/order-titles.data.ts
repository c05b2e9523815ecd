import { type Executor, sql } from "../../../../platform/database/database.ts";

/** The names of the experiences that orders are of, by the orders' numbers; also of deleted ones, which were taken part in all the same. */
export async function findOrderTitles(
  db: Executor,
  orders: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select p.id, c.name from participation p join campaign c on c.id = p.campaign_id
    where p.id = any(${[...orders]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
