import { type Executor, sql } from "../../../platform/database/database.ts";
import type { OrderDirectory, OrderSummary } from "../../payments/index.ts";
import { parseOrderId, planTitle } from "./order-reference.ts";

type Row = Omit<OrderSummary, "title"> & { plan: Parameters<typeof planTitle>[0] };

/** Looks up plan orders for administrators. */
export const orderDirectory: OrderDirectory = {
  async summarize(db, references) {
    const ids = references.flatMap((reference) => parseOrderId(reference) ?? []);
    const { rows } = await sql<Row>`
      select id::text as reference, exposed_id as number, plan, state from subscription_order
      where id = any(${ids}::bigint[])`.execute(db);
    return rows.map(({ plan, ...order }) => ({ ...order, title: planTitle(plan, "en") }));
  },
  findByNumber,
};

async function findByNumber(db: Executor, number: string): Promise<string | undefined> {
  const { rows } = await sql<{ reference: string }>`
    select id::text as reference from subscription_order where exposed_id = ${number}`.execute(db);
  return rows[0]?.reference;
}
