import type { Invoice } from "@wrapsody/shared/payments/subscriptions.ts";
import { PagedRows } from "../../platform/api/streamed-json.ts";
import { type Executor, sql } from "../../platform/database/database.ts";
import { type ExportTable, paged } from "../accounts/index.ts";
import { listInvoices } from "../payments/index.ts";
import { presentInvoice } from "./billing.ts";

/** Exports the plans, plan orders and invoices of an account. */
export const subscriptionsExport = {
  plans: listOwnPlans,
  orders: paged(listOwnPlanOrders),
  bills: (db, accountId) => new PagedRows(() => readInvoices(db, accountId)),
} satisfies ExportTable;

/** A bought or granted plan, past ones included. Amounts are US cents. */
type OwnPlan = {
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

async function listOwnPlans(db: Executor, accountId: string): Promise<OwnPlan[]> {
  const { rows } = await sql<OwnPlan>`
    select id, plan, order_id is null as is_granted, price_cents, created_at, expires_at, is_canceled, renews_as, is_unpaid,
      kept_until, ended_at
    from subscription where account_id = ${accountId} order by id`.execute(db);
  return rows;
}

/** `order` is the public number; the confirmation code is not exported. */
type OwnPlanOrder = {
  id: number;
  order: string;
  plan: string;
  price_cents: number;
  state: string;
  created_at: string;
  expires_at: string;
};

async function listOwnPlanOrders(
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

const PAGE_SIZE = 1_000;

async function* readInvoices(db: Executor, accountId: string): AsyncGenerator<Invoice[]> {
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const { data } = await listInvoices(db, accountId, { limit: PAGE_SIZE, offset, sortDir: "DESC" });
    yield data.map(presentInvoice);
    if (data.length < PAGE_SIZE) return;
  }
}
