import type { EarnedOrder, StatementLine } from "@wrapsody/shared/earnings.ts";
import type { ListQuery } from "@wrapsody/shared/page.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import {
  buildOrderBy,
  buildWhere,
  type Columns,
  countUpTo,
  type Rows,
} from "../../../platform/database/list-query.ts";
import type { Split } from "./split.ts";

type Amounts = Pick<StatementLine, "gross" | "provider_fee" | "platform_fee">;

/** Orders of an experience and month with identical amounts. */
export type OrderGroup = Amounts & {
  month: string;
  kind: EarnedOrder["kind"];
  campaign: StatementLine["campaign"];
  splits: Split[];
  orders: number;
};

/** The platform fee of a partial refund; the full refund takes what is left of the fee. */
const partialRefundFee = sql`(y.platform_fee_cents::bigint * y.part_refunded_cents / y.amount_cents)::integer`;

/**
 * Selects the payments of an account and their full and partial refunds. The platform pays the provider's fee of payments that
 * went to the payee's connected account.
 */
const ledgerEntries = (accountId: string) => sql`(
  select y.reference::bigint as participation_id, 'PAID' as kind, y.paid_at as at, y.amount_cents as gross,
    case when y.destination is null then coalesce(y.provider_fee_cents, 0) else 0 end as provider_fee,
    y.platform_fee_cents as platform_fee
  from payment y where y.payee_id = ${accountId} and y.kind = 'PARTICIPATION' and y.paid_at is not null
  union all
  select y.reference::bigint, 'REFUNDED', y.refunded_at, y.part_refunded_cents - y.amount_cents,
    case when y.destination is null then -coalesce(y.provider_fee_cents, 0) else 0 end, ${partialRefundFee} - y.platform_fee_cents
  from payment y where y.payee_id = ${accountId} and y.kind = 'PARTICIPATION' and y.paid_at is not null
    and y.refunded_at is not null
  union all
  select y.reference::bigint, 'REFUNDED', y.part_refunded_at, -y.part_refunded_cents, 0, -${partialRefundFee}
  from payment y where y.payee_id = ${accountId} and y.kind = 'PARTICIPATION' and y.paid_at is not null
    and y.part_refunded_at is not null)`;

const monthOf = sql`to_char(e.at at time zone 'UTC', 'YYYY-MM')`;
const campaignOf = sql`
  json_build_object('id', c.id, 'pretty_id', c.pretty_id, 'name', c.name,
    'song', json_build_object('id', s.id, 'name', s.name, 'artist', s.artist))`;
const splitsOf = sql`
  coalesce((select json_agg(json_build_object('name', o.name, 'points', o.royalty_points) order by o.position)
    from song_owner o where o.song_id = s.id), '[]')`;

/** Lists groups in `[from, until)`. */
export async function listGroups(
  db: Executor,
  accountId: string,
  { from, until }: { from: Date; until: Date },
): Promise<OrderGroup[]> {
  const { rows } = await sql<OrderGroup>`
    select g.month, g.kind, g.gross, g.provider_fee, g.platform_fee, g.orders, ${campaignOf} as campaign,
      ${splitsOf} as splits
    from (
      select ${monthOf} as month, e.kind, p.campaign_id, e.gross, e.provider_fee, e.platform_fee, count(*)::int as orders
      from ${ledgerEntries(accountId)} e join participation p on p.id = e.participation_id
      where e.at >= ${from} and e.at < ${until} group by 1, 2, 3, 4, 5, 6
    ) g join campaign c on c.id = g.campaign_id join song s on s.id = c.song_id
    order by g.month desc, c.name, c.id, g.kind, g.gross`.execute(db);
  return rows;
}

export type OrderRow = Amounts &
  Pick<EarnedOrder, "order" | "kind" | "at" | "campaign"> & { splits: Split[] };

const keys: Columns = { campaign_id: sql`p.campaign_id`, month: monthOf, created_at: sql`e.at` };

/** Lists the orders of an account. */
export async function listOrderRows(
  db: Executor,
  accountId: string,
  list: ListQuery,
): Promise<Rows<OrderRow>> {
  const from = sql`
    ${ledgerEntries(accountId)} e join participation p on p.id = e.participation_id where ${buildWhere(list.filters, keys)}`;
  const [data, count] = await Promise.all([
    sql<OrderRow>`
      select g.*, ${campaignOf} as campaign, ${splitsOf} as splits
      from (
        select p.exposed_id as "order", p.campaign_id, e.kind, e.at, e.gross, e.provider_fee, e.platform_fee,
          row_number() over (order by ${buildOrderBy(list, keys, sql`p.id`)}, e.kind, e.at) as place
        from ${from} order by place limit ${list.limit} offset ${list.offset}
      ) g join campaign c on c.id = g.campaign_id join song s on s.id = c.song_id order by g.place`.execute(
      db,
    ),
    sql<{ total: number }>`select ${countUpTo(sql`select from ${from}`)} as total`.execute(db),
  ]);
  return { data: data.rows, total: count.rows[0]?.total ?? 0 };
}
