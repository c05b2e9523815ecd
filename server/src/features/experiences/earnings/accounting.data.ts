import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { AccountingLine } from "@wrapsody/shared/payments/earnings.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import {
  buildOrderBy,
  type Columns,
  type Rows,
  readListPage,
} from "../../../platform/database/list-query.ts";
import { campaignOf, ledgerEntries } from "./earnings.data.ts";

/**
 * Selects the lines of a publisher: orders and refunds with the fees that they cost or gave back, disputes and payouts. Each amount is in
 * one line only, so that every column adds up to its total.
 */
const accountingLines = (publisherId: string) => sql`(
  with entry as (select e.* from ${ledgerEntries({ publisherId })} e where e.kind <> 'ASSIGNED')
  select e.at, l.kind, l.place, e.payment_id, e.kind as payment_kind, e.participation_id, 'usd' as currency, l.gross, l.refund, l.fee,
    l.gross + l.refund - l.fee as net, 0 as disputed, 0::bigint as paid_out, null as payout, null as state, '' as external_id
  from entry e cross join lateral (values
    ('ORDER', 1, e.gross, 0, 0, e.kind = 'PAID'),
    ('REFUND', 1, 0, e.gross, 0, e.kind = 'REFUNDED'),
    ('PROVIDER_FEE', 2, 0, 0, e.provider_fee, e.provider_fee <> 0),
    ('PLATFORM_FEE', 3, 0, 0, e.platform_fee, e.platform_fee <> 0)
  ) l (kind, place, gross, refund, fee, applies)
  where l.applies
  union all
  select d.created_at, 'DISPUTE', 4, y.id, null, y.reference::bigint, 'usd', 0, 0, 0, 0, d.amount_cents, 0, null, d.state, d.external_id
  from payment y join payment_dispute d on d.payment_id = y.id
  where y.payee_id = ${publisherId} and y.kind = 'PARTICIPATION' and y.paid_at is not null
  union all
  select o.created_at, 'PAYOUT', 5, null, null, null, o.currency, 0, 0, 0, 0, 0,
    case when o.state in ('FAILED', 'CANCELED') then 0 else o.amount end, o.external_id, o.state, o.external_id
  from payout_account a join payout o on o.provider = a.provider and o.destination = a.external_id
  where a.account_id = ${publisherId})`;

/** The payouts that contain a payment, or its refunds. */
const payoutsOf = sql`(
  select string_agg(distinct i.payout_id, ' ') from payout_item i where i.payment_id = g.payment_id and i.kind = g.payment_kind)`;

const keys: Columns = { created_at: sql`l.at` };

/** Lists the lines in `[from, until)`. */
export async function listAccountingRows(
  db: Executor,
  publisherId: string,
  { list, from, until }: { list: ListQuery; from: Date; until: Date },
): Promise<Rows<AccountingLine>> {
  const lines = sql`${accountingLines(publisherId)} l where l.at >= ${from} and l.at < ${until}`;
  // Of lines that are equal in all of these, the pages may show either.
  const order = sql`${buildOrderBy(list, keys, sql`l.participation_id`)}, l.place, l.external_id, l.kind, l.gross, l.refund, l.fee`;
  return readListPage(db, list, {
    rows: sql<AccountingLine>`
      with page as (select l.* from ${lines} order by ${order} limit ${list.limit} offset ${list.offset}),
        g as (select l.*, row_number() over (order by ${order}) as rank from page l)
      select g.at, g.kind, p.exposed_id as "order", case when c.id is not null then ${campaignOf} end as campaign, g.currency, g.gross,
        g.refund, g.fee, g.net, g.disputed, g.paid_out::float8 as paid_out, coalesce(g.payout, ${payoutsOf}) as payout, g.state
      from g left join participation p on p.id = g.participation_id left join campaign c on c.id = p.campaign_id
      left join song s on s.id = c.song_id
      order by g.rank`,
    counted: sql`select from ${lines}`,
  });
}
