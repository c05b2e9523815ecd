import type { Filter, ListQuery } from "@wrapsody/shared/api/page.ts";
import { MAX_COUNTED } from "@wrapsody/shared/api/page.ts";
import type { ListedPayment } from "@wrapsody/shared/payments/payments.ts";
import type { RawBuilder } from "kysely";
import { type Executor, sql } from "../../../platform/database/database.ts";
import {
  buildOrderBy,
  buildWhere,
  type Columns,
  containsText,
  type Rows,
} from "../../../platform/database/list-query.ts";
import { type BlockedOrders, paymentsNeedingAttention } from "./needs-attention.data.ts";

/** A payment as it is stored, without its order and invoices. */
export type ListedPaymentRow = Omit<ListedPayment, "order" | "bills">;

const columns = sql`
  p.id, p.kind, p.reference, p.title, p.state, s.problem, case when s.is_seen then p.seen_at end as seen_at,
  case when a.id is not null then json_build_object('id', a.id, 'name', a.name, 'email', a.email) end as account,
  case when b.id is not null then json_build_object('id', b.id, 'name', b.name, 'email', b.email) end as payee,
  p.amount_cents, p.platform_fee_cents, p.provider_fee_cents,
  case when p.refunded_at is null then p.part_refunded_cents else p.amount_cents end as refunded_cents, p.provider, p.session_id, p.destination is not null as is_shared,
  p.refund_reason, p.created_at, p.expires_at, p.paid_at, p.refunded_at`;

const joined = sql`left join attention s on s.id = p.id left join account a on a.id = p.account_id
  left join account b on b.id = p.payee_id`;

const sortColumns: Columns = {
  created_at: sql`p.created_at`,
  amount: sql`p.amount_cents`,
  state: sql`p.state`,
  kind: sql`p.kind`,
  provider: sql`p.provider`,
};

/** `ordersByNumber` are the orders whose number matches the search text. */
export type PaymentSearch = BlockedOrders & {
  ordersByNumber: readonly { kind: string; reference: string }[];
};

/**
 * Lists a page of payments. Without an explicit sort, unresolved payments come first. Each part is read only as far as the page reaches,
 * so that no list scans all payments.
 */
export async function listPaymentRows(
  db: Executor,
  list: ListQuery,
  desk: PaymentSearch,
): Promise<Rows<ListedPaymentRow> & { sum_cents: number | null }> {
  const matching = buildMatchQuery(list, desk);
  const { rows } = await sql<ListedPaymentRow>`
    with attention as materialized (${paymentsNeedingAttention(desk)}),
      page as materialized (${buildPageQuery(list, matching)} limit ${list.limit} offset ${list.offset})
    select ${columns} from page join payment p on p.id = page.id ${joined}
    order by page.part, ${buildOrderBy(list, sortColumns, sql`p.id`)}`.execute(db);
  const totals = await sql<{ total: number; sum: number }>`
    with attention as materialized (${paymentsNeedingAttention(desk)})
    select count(*) as total, coalesce(sum(amount_cents), 0) as sum
    from (${matching(sql`true`, sql`limit ${maxMatches}`)}) counted`.execute(db);
  const { total = 0, sum = 0 } = totals.rows[0] ?? {};
  return { data: rows, total, sum_cents: total < MAX_COUNTED ? sum : null };
}

/** Builds the query for the matching ids and amounts of one part of the list, in an order and up to a limit. */
type BuildMatchQuery = (part: RawBuilder<unknown>, ordered: RawBuilder<unknown>) => RawBuilder<unknown>;

const unresolved = sql`select id from attention where not is_seen`;

function buildPageQuery(list: ListQuery, matching: BuildMatchQuery): RawBuilder<unknown> {
  const order = buildOrderBy(list, sortColumns, sql`p.id`);
  const reach = sql`order by ${order} limit ${list.limit + list.offset}`;
  const sorted = sql`join payment p on p.id = found.id order by found.part, ${order}`;
  const part = (number: number, which: RawBuilder<unknown>) =>
    sql`(select id, ${sql.lit(number)} as part from (${matching(which, reach)}) matched)`;
  if (list.sortRequested === true)
    return sql`select found.id, found.part from ${part(0, sql`true`)} found ${sorted}`;
  return sql`
    select found.id, found.part from (
      ${part(0, sql`p.id in (${unresolved})`)} union all ${part(1, sql`p.id not in (${unresolved})`)}) found ${sorted}`;
}

/** Searches text in three places, each by its own index and only as far as paging reaches. */
function buildMatchQuery({ filters }: ListQuery, { ordersByNumber }: PaymentSearch): BuildMatchQuery {
  const typed = filters.find(({ key }) => key === "text");
  const conditions = filters.filter(({ key }) => key !== "text").map(buildCondition);
  const where = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
  if (typed === undefined || String(typed.value).trim() === "")
    return (part, ordered) =>
      sql`select p.id, p.amount_cents from payment p where ${where} and ${part} ${ordered}`;
  const found = buildTextSearches(String(typed.value), ordersByNumber).map(
    (place) =>
      sql`(select p.* from ${place(where)} p order by p.created_at desc, p.id desc limit ${maxMatches})`,
  );
  return (part, ordered) =>
    sql`select p.id, p.amount_cents from (${sql.join(found, sql` union `)}) p where ${part} ${ordered}`;
}

const maxMatches = sql.lit(MAX_COUNTED);
/** The columns that the parts are filtered and ordered by. */
const matchColumns = sql`p.id, p.created_at, p.amount_cents`;

/** Searches order numbers, payers by name and email, and titles. Each search is driven by its own index. */
function buildTextSearches(text: string, orders: PaymentSearch["ordersByNumber"]) {
  const payments = (where: RawBuilder<unknown>, match: RawBuilder<unknown>) => sql`
    (select ${matchColumns} from payment p where ${match} and ${where} order by p.created_at desc limit ${maxMatches})`;
  const payer = containsText(sql`fold_name(a.name || ' ' || coalesce(a.email, ''))`, text);
  return [
    (where: RawBuilder<unknown>) => sql`(
      select p.* from ${recordset(orders)} n(kind text, reference text)
        cross join lateral ${payments(where, sql`p.kind = n.kind and p.reference = n.reference`)} p)`,
    (where: RawBuilder<unknown>) => sql`(
      select p.* from (select a.id from account a where ${payer} order by a.created_at desc limit ${maxMatches}) a
        cross join lateral ${payments(where, sql`p.account_id = a.id`)} p)`,
    (where: RawBuilder<unknown>) => payments(where, containsText(sql`fold_name(p.title)`, text)),
  ];
}

export function recordset(rows: readonly object[]): RawBuilder<unknown> {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`;
}

export async function findPaymentRow(
  db: Executor,
  id: string,
  desk: BlockedOrders,
): Promise<ListedPaymentRow | undefined> {
  const { rows } = await sql<ListedPaymentRow>`
    with attention as materialized (${paymentsNeedingAttention(desk)})
    select ${columns} from payment p ${joined} where p.id = ${id}`.execute(db);
  return rows[0];
}

/** Compares enum columns by equality also for `~~`, because a partial match of an enum value is meaningless. */
function buildCondition(filter: Filter): RawBuilder<unknown> {
  const { key, operator, value } = filter;
  if (key === "stuck") {
    const isStuck = (operator === "==") === value;
    return isStuck ? sql`p.id in (${unresolved})` : sql`p.id not in (${unresolved})`;
  }
  return operator === "~~"
    ? buildWhere([{ ...filter, operator: "==" }], sortColumns)
    : buildWhere([filter], sortColumns);
}
