import type { EarnedOrder, StatementLine } from "@wrapsody/shared/payments/earnings.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { ledgerEntries, type OrderSplits, splitColumns } from "./earnings.data.ts";

/**
 * Location of money. COLLECTED: with the site operator. PENDING: on the payout account, or on the way to the bank. PAID: it arrived at the
 * bank.
 */
export type Standing = "COLLECTED" | "PENDING" | "PAID";

/** Orders with identical amounts, splits and standing. */
export type StandingGroup = Pick<StatementLine, "gross" | "provider_fee" | "platform_fee"> &
  OrderSplits & { standing: Standing; kind: EarnedOrder["kind"]; orders: number };

/** Lists the groups of a publisher in `[from, until)`. */
export async function listStandings(
  db: Executor,
  publisherId: string,
  { from, until }: { from: Date; until: Date },
): Promise<StandingGroup[]> {
  const reader = { publisherId };
  const { rows } = await sql<StandingGroup>`
    with arrived as (
      select distinct i.payment_id, i.kind from payout_account a
      join payout o on o.provider = a.provider and o.destination = a.external_id and o.state = 'PAID'
      join payout_item i on i.provider = o.provider and i.payout_id = o.external_id
      where a.account_id = ${publisherId}
    )
    select g.standing, g.kind, g.gross, g.provider_fee, g.platform_fee, g.orders, ${splitColumns(reader)}
    from (
      select case when not e.is_transferred then 'COLLECTED' when a.payment_id is null then 'PENDING' else 'PAID' end as standing,
        e.kind, e.gross, e.provider_fee, e.platform_fee, e.split_revision_id, e.rest_revision_id, count(*)::int as orders
      from ${ledgerEntries(reader)} e left join arrived a on a.payment_id = e.payment_id and a.kind = e.payment_kind
      where e.at >= ${from} and e.at < ${until} group by 1, 2, 3, 4, 5, 6, 7
    ) g order by g.split_revision_id desc nulls last, g.standing, g.kind, g.gross, g.rest_revision_id`.execute(
    db,
  );
  return rows;
}
