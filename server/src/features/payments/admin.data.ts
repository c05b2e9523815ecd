import type { Filter, ListQuery } from "@wrapsody/shared/page.ts";
import type { ListedPayment } from "@wrapsody/shared/payments.ts";
import type { RawBuilder } from "kysely";
import { type Executor, sql } from "../../platform/database.ts";
import { type Columns, countUpTo, orderOf, type Rows, whereOf } from "../../platform/list.ts";

/**
 * What stands still: the times are those after which the jobs that carry it on must have done so, however often they had to try.
 */
const problem = (now: Date) => sql`
  case when p.problem is not null then p.problem
    when p.state in ('OPENING', 'OPEN') and p.expires_at < ${now}::timestamptz - interval '15 minutes' then 'OVERDUE'
    when p.state = 'REFUNDING' and p.refund_asked_at < ${now}::timestamptz - interval '1 hour' then 'OVERDUE' end`;

const columns = (now: Date) => sql`
  p.id, p.kind, p.reference, p.title, p.state, ${problem(now)} as problem,
  case when a.id is not null then json_build_object('id', a.id, 'name', a.name, 'email', a.email) end as account,
  case when b.id is not null then json_build_object('id', b.id, 'name', b.name, 'email', b.email) end as payee,
  p.amount_cents, p.platform_fee_cents, p.provider_fee_cents, p.provider, p.session_id, p.destination is not null as is_shared,
  p.refund_reason, p.created_at, p.expires_at, p.paid_at, p.refunded_at`;

const tables = sql`payment p left join account a on a.id = p.account_id left join account b on b.id = p.payee_id`;

const keys: Columns = {
  created_at: sql`p.created_at`,
  amount: sql`p.amount_cents`,
  state: sql`p.state`,
  kind: sql`p.kind`,
  provider: sql`p.provider`,
};

export async function listPayments(db: Executor, list: ListQuery, now: Date): Promise<Rows<ListedPayment>> {
  const filters = list.filters.map((filter) => conditionOf(filter, now));
  const where = filters.length === 0 ? sql`true` : sql.join(filters, sql` and `);
  const order = orderOf(list, keys, sql`p.id`);
  // Whoever asks for an order has it; everybody else sees first what waits for them.
  const stuckFirst = list.sortGiven === true ? sql`` : sql`(${problem(now)}) is null, `;
  const { rows } = await sql<ListedPayment>`
    select ${columns(now)} from ${tables} where ${where}
    order by ${stuckFirst}${order} limit ${list.limit} offset ${list.offset}`.execute(db);
  const count = await sql<{ total: number }>`
    select ${countUpTo(sql`select from payment p where ${where}`)} as total`.execute(db);
  return { data: rows, total: count.rows[0]?.total ?? 0 };
}

export async function readListedPayment(
  db: Executor,
  id: string,
  now: Date,
): Promise<ListedPayment | undefined> {
  const { rows } = await sql<ListedPayment>`
    select ${columns(now)} from ${tables} where p.id = ${id}`.execute(db);
  return rows[0];
}

/** Texts are words of the contract, so a part of one is as good as a guess at it. */
function conditionOf(filter: Filter, now: Date): RawBuilder<unknown> {
  const { key, operator, value } = filter;
  if (key === "stuck") {
    const wanted = (operator === "==") === value;
    return wanted ? sql`(${problem(now)}) is not null` : sql`(${problem(now)}) is null`;
  }
  return operator === "~~" ? whereOf([{ ...filter, operator: "==" }], keys) : whereOf([filter], keys);
}
