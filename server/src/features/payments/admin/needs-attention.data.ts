import type { RawBuilder } from "kysely";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { countUpTo } from "../../../platform/database/list-query.ts";
import type { BlockedOrder, OrderKind } from "../orders.ts";

/** The orders that the selling features report as blocked. */
export type BlockedOrders = { blocked: readonly (BlockedOrder & { kind: OrderKind })[]; now: Date };

/** How long a paid order may wait for material of its owner. */
export const MATERIAL_GRACE_MS = 7 * 24 * 60 * 60 * 1000;

/** A payment is overdue once its jobs must have finished, retries included. */
const paymentProblem = (now: Date) => sql`
  case when p.problem is not null then p.problem
    when p.state in ('OPENING', 'OPEN') and p.expires_at < ${now}::timestamptz - interval '15 minutes' then 'OVERDUE'
    when p.state = 'REFUNDING' and p.refund_asked_at < ${now}::timestamptz - interval '1 hour' then 'OVERDUE' end`;

/** A refund of an invoice that failed or is overdue. */
const invoiceProblem = (now: Date) => sql`
  case when i.refund_failed then 'REFUND_FAILED'
    when i.refund_asked_at < ${now}::timestamptz - interval '1 hour' then 'OVERDUE' end`;

const refunding = sql`i.refund_asked_at is not null and i.refunded_cents < i.amount_cents`;

/** A blocked order needs attention only while its payment is paid. */
const orderProblem = ({ blocked, now }: BlockedOrders) => sql`
  select p.id, w.problem
  from jsonb_to_recordset(${JSON.stringify(blocked)}::jsonb) w(kind text, reference text, problem text)
    join payment p on p.kind = w.kind and p.reference = w.reference
  where p.state = 'PAID' and (w.problem <> 'MATERIAL_MISSING' or p.paid_at < ${new Date(now.getTime() - MATERIAL_GRACE_MS)})`;

/**
 * Selects all payments with a problem (`id`, `problem`, `mark`, `is_seen`), driven by the indexes of possible problems. The mark encodes
 * the state, so that a resolved payment comes back when anything about it changes.
 */
export function paymentsNeedingAttention(desk: BlockedOrders): RawBuilder<unknown> {
  const { now } = desk;
  return sql`
    with ordered as (${orderProblem(desk)}),
      billed as (
        select i.payment_id as id, min(${invoiceProblem(now)}) as problem,
          string_agg(i.external_id || ' ' || i.refund_attempt || ' ' || coalesce(${invoiceProblem(now)}, ''), ' '
            order by i.external_id) as mark
        from payment_invoice i where ${refunding} group by i.payment_id),
      candidate as (
        select id from payment where problem is not null
        union select id from payment where state in ('OPENING', 'OPEN', 'REFUNDING')
        union select id from billed union select id from ordered),
      marked as (
        select p.id, p.seen, coalesce(${paymentProblem(now)}, b.problem, o.problem) as problem,
          concat_ws(' ', p.state, p.refund_attempt, coalesce(${paymentProblem(now)}, '-'), coalesce(b.mark, '-'),
            coalesce(o.problem, '-')) as mark
        from candidate c join payment p on p.id = c.id left join billed b on b.id = p.id left join ordered o on o.id = p.id)
    select id, problem, mark, seen is not distinct from mark as is_seen from marked where problem is not null`;
}

export type AttentionRow = { id: string; problem: string; mark: string; is_seen: boolean };

/** Returns undefined if the payment has no problem. */
export async function findPaymentNeedingAttention(
  db: Executor,
  id: string,
  desk: BlockedOrders,
): Promise<AttentionRow | undefined> {
  const { rows } = await sql<AttentionRow>`
    select id, problem, mark, is_seen from (${paymentsNeedingAttention(desk)}) attention where id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/** Counts payments that need attention and are not resolved, up to a limit. */
export async function countUnresolvedPayments(
  db: Executor,
  desk: BlockedOrders,
  limit: number,
): Promise<number> {
  const unresolved = sql`select from (${paymentsNeedingAttention(desk)}) attention where not is_seen`;
  const { rows } = await sql<{ total: number }>`select ${countUpTo(unresolved, limit)} as total`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function markResolved(
  tx: Executor,
  { id, mark, now }: { id: string; mark: string; now: Date },
): Promise<void> {
  await sql`update payment set seen = ${mark}, seen_at = ${now} where id = ${id}`.execute(tx);
}

/** Makes a resolved payment need attention again. */
export async function clearResolved(db: Executor, id: string): Promise<void> {
  await sql`update payment set seen = null where id = ${id}`.execute(db);
}
