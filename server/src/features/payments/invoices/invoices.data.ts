import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import type { Rows } from "../../../platform/database/list-query.ts";
import type { Invoice } from "../orders.ts";
import type { ProviderName } from "../payments.data.ts";

const columns = sql`
  i.external_id as id, p.kind, p.reference, i.number, i.amount_cents, i.refunded_cents, i.state, i.period, i.period_from,
  i.period_until, i.created_at, i.paid_at`;

const tables = sql`payment p join payment_invoice i on i.payment_id = p.id`;

/** Lists an account's invoices by creation time; those of one second by their periods, because Stripe has whole seconds. */
export async function listInvoices(
  db: Executor,
  accountId: string,
  { limit, offset, sortDir }: Pick<ListQuery, "limit" | "offset" | "sortDir">,
): Promise<Rows<Invoice>> {
  const order =
    sortDir === "ASC"
      ? sql`i.created_at, i.period_until, i.external_id`
      : sql`i.created_at desc, i.period_until desc, i.external_id desc`;
  const { rows } = await sql<Invoice>`
    select ${columns} from ${tables} where p.account_id = ${accountId}
    order by ${order} limit ${limit} offset ${offset}`.execute(db);
  const count = await sql<{ total: number }>`
    select count(*) as total from ${tables} where p.account_id = ${accountId}`.execute(db);
  return { data: rows, total: count.rows[0]?.total ?? 0 };
}

/** Returns the provider of an invoice; undefined if the account has no such invoice. */
export async function findInvoiceProvider(
  db: Executor,
  accountId: string,
  id: string,
): Promise<ProviderName | undefined> {
  const { rows } = await sql<{ provider: ProviderName }>`
    select i.provider from ${tables} where p.account_id = ${accountId} and i.external_id = ${id}`.execute(db);
  return rows[0]?.provider;
}

/** Returns the customer id of the account's active subscription; undefined if it has none. */
export async function findCustomerId(
  db: Executor,
  accountId: string,
  provider: ProviderName,
): Promise<string | undefined> {
  const { rows } = await sql<{ customer_id: string }>`
    select customer_id from payment
    where account_id = ${accountId} and provider = ${provider} and subscription_id is not null and ended_at is null
      and customer_id is not null
    order by created_at desc limit 1`.execute(db);
  return rows[0]?.customer_id;
}
