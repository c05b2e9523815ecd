import type { Reconciliation } from "@wrapsody/shared/payments.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import type { Rows } from "../../../platform/database/list-query.ts";
import type { ProviderName } from "../payments.data.ts";

/**
 * A page of the payments that the provider is asked about one by one: those that are not final, and those of which it has not told its
 * fee, as far as they are not younger than `before`.
 */
export async function listUnfinishedPayments(
  db: Executor,
  given: { provider: ProviderName; before: Date; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payment
    where provider = ${given.provider} and id > ${given.after}::uuid and created_at < ${given.before}
      and (state in ('OPENING', 'OPEN', 'REFUNDING') or (state = 'PAID' and (provider_fee_cents is null or problem is not null)))
    order by id limit ${given.limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Payments that the provider did not list although they were opened in that time. */
export async function listPaymentsMissingAtProvider(
  db: Executor,
  given: { provider: ProviderName; from: Date; to: Date; listed: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payment
    where provider = ${given.provider} and created_at >= ${given.from} and created_at <= ${given.to} and state <> 'EXPIRED'
      and not (id = any(${given.listed}::uuid[]))
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** When the last comparison that came to its end began, and what it could not compare. */
export async function findLatestReconciliation(
  db: Executor,
  provider: ProviderName,
): Promise<{ started_at: string; failed: string[] } | undefined> {
  const { rows } = await sql<{ started_at: string; failed: string[] }>`
    select started_at, failed from payment_reconciliation where provider = ${provider}
    order by id desc limit 1`.execute(db);
  return rows[0];
}

export async function insertReconciliation(
  db: Executor,
  given: {
    provider: ProviderName;
    compared: number;
    repaired: number;
    strangers: readonly string[];
    failed: readonly string[];
    startedAt: Date;
    finishedAt: Date;
  },
): Promise<void> {
  await sql`
    insert into payment_reconciliation (provider, compared, repaired, strangers, failed, started_at, finished_at)
    values (${given.provider}, ${given.compared}, ${given.repaired}, ${JSON.stringify(given.strangers)}::jsonb,
      ${JSON.stringify(given.failed)}::jsonb, ${given.startedAt}, ${given.finishedAt})`.execute(db);
}

export async function listReconciliations(
  db: Executor,
  { limit, offset, sortDir }: { limit: number; offset: number; sortDir: "ASC" | "DESC" },
): Promise<Rows<Reconciliation>> {
  const order = sortDir === "ASC" ? sql`id asc` : sql`id desc`;
  const { rows } = await sql<Reconciliation>`
    select id, provider, compared, repaired, strangers, failed, started_at, finished_at from payment_reconciliation
    order by ${order} limit ${limit} offset ${offset}`.execute(db);
  const count = await sql<{ total: number }>`select count(*) as total from payment_reconciliation`.execute(
    db,
  );
  return { data: rows, total: count.rows[0]?.total ?? 0 };
}
