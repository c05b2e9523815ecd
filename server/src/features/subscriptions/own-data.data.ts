import { type Executor, sql } from "../../platform/database/database.ts";

/** A plan that was paid for or given, also one that is over. Amounts are US cents. */
export type OwnPlan = {
  id: number;
  plan: string;
  is_granted: boolean;
  price_cents: number | null;
  created_at: string;
  expires_at: string;
  is_canceled: boolean;
  renews_as: string | null;
  is_unpaid: boolean;
  kept_until: string;
  ended_at: string | null;
};

export async function listOwnPlans(db: Executor, accountId: string): Promise<OwnPlan[]> {
  const { rows } = await sql<OwnPlan>`
    select id, plan, order_id is null as is_granted, price_cents, created_at, expires_at, is_canceled, renews_as, is_unpaid,
      kept_until, ended_at
    from subscription where account_id = ${accountId} order by id`.execute(db);
  return rows;
}

/** `order` is what its owner knows it by; the code is not theirs to read again. */
export type OwnPlanOrder = {
  id: number;
  order: string;
  plan: string;
  price_cents: number;
  state: string;
  created_at: string;
  expires_at: string;
};

export async function listOwnPlanOrders(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: OwnPlanOrder | undefined },
): Promise<OwnPlanOrder[]> {
  const further =
    after === undefined ? sql`true` : sql`(created_at, id) < (${after.created_at}, ${after.id})`;
  const { rows } = await sql<OwnPlanOrder>`
    select id, exposed_id as "order", plan, price_cents, state, created_at, expires_at from subscription_order
    where account_id = ${accountId} and ${further} order by created_at desc, id desc limit ${limit}`.execute(
    db,
  );
  return rows;
}
