import { type Executor, sql } from "../../../platform/database.ts";
import type { OrderDesk, ShownOrder } from "../../payments/index.ts";
import { orderIdOf, titleOf } from "./payment.ts";

type Row = Omit<ShownOrder, "title"> & { plan: Parameters<typeof titleOf>[0] };

/** Orders for plans, as administrators look at them. */
export const orderDesk: OrderDesk = {
  async show(db, references) {
    const ids = references.flatMap((reference) => orderIdOf(reference) ?? []);
    const { rows } = await sql<Row>`
      select id::text as reference, exposed_id as number, plan, state from subscription_order
      where id = any(${ids}::bigint[])`.execute(db);
    return rows.map(({ plan, ...order }) => ({ ...order, title: titleOf(plan, "en") }));
  },
  find: findByNumber,
};

async function findByNumber(db: Executor, number: string): Promise<string | undefined> {
  const { rows } = await sql<{ reference: string }>`
    select id::text as reference from subscription_order where exposed_id = ${number}`.execute(db);
  return rows[0]?.reference;
}
