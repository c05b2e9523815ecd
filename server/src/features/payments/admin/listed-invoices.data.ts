import type { ListedInvoice } from "@wrapsody/shared/payments/payments.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";

/** Ten years of monthly invoices. */
const MAX_INVOICES_PER_PAYMENT = 120;

/** Lists the invoices of payments, the latest period first. */
export async function listInvoicesOfPayments(
  db: Executor,
  ids: readonly string[],
): Promise<(ListedInvoice & { payment_id: string })[]> {
  const { rows } = await sql<ListedInvoice & { payment_id: string }>`
    select i.payment_id, i.external_id as id, i.number, i.amount_cents, i.refunded_cents, i.state,
      case when i.state <> 'PAID' or i.amount_cents = 0 then null
        when i.refunded_cents >= i.amount_cents then 'REFUNDED'
        when i.refund_asked_at is null then null
        when i.refund_failed then 'FAILED' else 'REFUNDING' end as refund,
      i.refund_reason, p.ended_at is null and p.state = 'PAID' and i.external_id = i.last_paid as ends_plan,
      i.period, i.period_from, i.period_until, i.created_at, i.paid_at
    from payment p cross join lateral (
      select b.*, first_value(b.external_id) over (
          order by (b.state = 'PAID' and b.amount_cents > 0) desc, b.period_until desc, b.created_at desc, b.external_id desc
        ) as last_paid
      from payment_invoice b where b.payment_id = p.id
      order by b.period_until desc, b.created_at desc, b.external_id desc limit ${sql.lit(MAX_INVOICES_PER_PAYMENT)}) i
    where p.id = any(${[...ids]}::uuid[])
    order by i.period_until desc, i.created_at desc, i.external_id desc`.execute(db);
  return rows;
}
