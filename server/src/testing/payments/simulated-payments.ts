import type { Context } from "../../platform/context.ts";
import { type Executor, sql } from "../../platform/database/database.ts";

/** The simulator's checkouts as a table: `id`, `payment_id`, `amount_cents`, `status` (OPEN, PAID, CLOSED), `refunded`. */
export const simulatedCheckouts = sql`(
  select s.id, (s.data->'params'->>'client_reference_id')::uuid as payment_id, (s.data->>'amount')::integer as amount_cents,
    case s.data->>'status' when 'open' then 'OPEN' when 'complete' then 'PAID' else 'CLOSED' end as status,
    exists (select from stripe_simulator_object r where r.kind = 'refund' and r.intent = s.intent) as refunded
  from stripe_simulator_object s where s.kind = 'session')`;

/** The simulator's subscriptions as a table: `id`, `payment_id`, `status` (PAID, UNPAID, ENDED), `next_period`, `created`. */
export const simulatedSubscriptions = sql`(
  select s.id, (s.data->'metadata'->>'payment_id')::uuid as payment_id, s.created,
    case s.data->>'status' when 'active' then 'PAID' when 'past_due' then 'UNPAID' else 'ENDED' end as status,
    case when s.data->>'status' = 'canceled' or s.data->'cancelAt' <> 'null' then null
      when coalesce(h.data->'phases'->-1->'price', s.data->'price')->>'interval' = 'year' then 'YEAR' else 'MONTH' end as next_period
  from stripe_simulator_object s left join stripe_simulator_object h on h.id = s.data->>'schedule'
  where s.kind = 'subscription')`;

/** Overwrites fields of the checkout of a payment, for example `{ amount: 1_100 }`. */
export async function patchCheckout(db: Executor, paymentId: string, patch: object): Promise<void> {
  await sql`
    update stripe_simulator_object set data = data || ${JSON.stringify(patch)}::jsonb
    where kind = 'session' and data->'params'->>'client_reference_id' = ${paymentId}`.execute(db);
}

/** Reads the URL that a checkout returns to after the payment, which only the simulator knows. */
export async function readSuccessUrl({ db, encryption }: Context, page: string): Promise<string> {
  const { rows } = await sql<{ urls: string }>`
    select data->>'urls' as urls from stripe_simulator_object where id = ${page.split("/").at(-1)}`.execute(
    db,
  );
  const sealed = Buffer.from(rows[0]?.urls ?? "", "base64");
  return JSON.parse(encryption.decrypt("sandbox-checkout-ways", sealed)).successUrl;
}
