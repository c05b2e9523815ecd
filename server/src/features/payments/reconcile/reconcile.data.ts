import type { Reconciliation } from "@wrapsody/shared/payments/payments.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import type { Rows } from "../../../platform/database/list-query.ts";
import type { ProviderName } from "../payments.data.ts";

/** Lists payments to look up at the provider one by one: created before `before`, and not final, without a provider fee or with a problem. */
export async function listUnfinishedPayments(
  db: Executor,
  query: { provider: ProviderName; before: Date; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payment
    where provider = ${query.provider} and id > ${query.after}::uuid and created_at < ${query.before}
      and (state in ('OPENING', 'OPEN', 'REFUNDING') or (state = 'PAID' and (provider_fee_cents is null or problem is not null)))
    order by id limit ${query.limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Lists payments created in a period that the provider did not list. */
export async function listPaymentsMissingAtProvider(
  db: Executor,
  query: { provider: ProviderName; from: Date; to: Date; listed: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payment
    where provider = ${query.provider} and created_at >= ${query.from} and created_at <= ${query.to} and state <> 'EXPIRED'
      and not (id = any(${query.listed}::uuid[]))
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the start of the last finished reconciliation and the payments that failed in it. */
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
  reconciliation: {
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
    values (${reconciliation.provider}, ${reconciliation.compared}, ${reconciliation.repaired}, ${JSON.stringify(reconciliation.strangers)}::jsonb,
      ${JSON.stringify(reconciliation.failed)}::jsonb, ${reconciliation.startedAt}, ${reconciliation.finishedAt})`.execute(
    db,
  );
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
