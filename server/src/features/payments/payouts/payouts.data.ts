import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { Payout } from "@wrapsody/shared/payments/payments.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import {
  buildOrderBy,
  type Columns,
  type Rows,
  readListPage,
} from "../../../platform/database/list-query.ts";
import type { ProviderName } from "../payments.data.ts";
import type { PayoutItem, PayoutSnapshot, TransferredPayment } from "../provider.ts";

type PayoutAccountKey = { provider: ProviderName; destination: string };

/** State of the stored payouts of an account. `unsettledSince`: older payouts are final; null if none are stored. */
export type SyncState = { accountId: string; unsettledSince: Date | null; reconciled: ReadonlySet<string> };

/** Returns undefined if no account here has this payout account. */
export async function findSyncState(
  db: Executor,
  { provider, destination }: PayoutAccountKey,
): Promise<SyncState | undefined> {
  const { rows } = await sql<{ account_id: string; since: string | null; reconciled: string[] }>`
    select a.account_id, coalesce(min(o.created_at) filter (where o.state in ('PENDING', 'IN_TRANSIT') or not o.is_reconciled), max(o.created_at)) as since,
      coalesce(array_agg(o.external_id) filter (where o.is_reconciled), '{}') as reconciled
    from payout_account a left join payout o on o.provider = a.provider and o.destination = a.external_id
    where a.provider = ${provider} and a.external_id = ${destination} group by a.account_id`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  return {
    accountId: row.account_id,
    unsettledSince: row.since === null ? null : new Date(row.since),
    reconciled: new Set(row.reconciled),
  };
}

/** Lists the payout accounts to which payments were transferred. */
export async function listAccountsWithTransfers(db: Executor, provider: ProviderName): Promise<string[]> {
  const { rows } = await sql<{ external_id: string }>`
    select a.external_id from payout_account a
    where a.provider = ${provider}
      and exists (select from payment y where y.payee_id = a.account_id and y.destination = a.external_id)
    order by a.external_id`.execute(db);
  return rows.map(({ external_id }) => external_id);
}

/** Lists those of the payments on payout accounts that no payment here is known to belong to. */
export async function listUnknownTransfers(
  db: Executor,
  provider: ProviderName,
  transferPaymentIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select named.id from unnest(${transferPaymentIds}::text[]) as named (id)
    where not exists (select from payment y where y.provider = ${provider} and y.transfer_payment_id = named.id)`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export async function writeTransferredPayments(
  db: Executor,
  provider: ProviderName,
  transfers: readonly TransferredPayment[],
): Promise<void> {
  await sql`
    update payment y set transfer_payment_id = t.transfer_payment_id
    from unnest(${transfers.map(({ intentId }) => intentId)}::text[],
      ${transfers.map(({ transferPaymentId }) => transferPaymentId)}::text[]) as t (intent_id, transfer_payment_id)
    where y.provider = ${provider} and y.intent_id = t.intent_id and y.transfer_payment_id is null`.execute(
    db,
  );
}

type SyncedPayout = PayoutAccountKey & { payout: PayoutSnapshot; items: readonly PayoutItem[]; now: Date };

/**
 * Stores a payout and its items. Returns whether it has just arrived at the bank; of concurrent and repeated calls, one returns true.
 */
export async function writePayout(
  tx: Executor,
  { provider, destination, payout, items, now }: SyncedPayout,
): Promise<boolean> {
  const { id, amount, currency, state, failure, createdAt, arrivesAt, isReconciled } = payout;
  const paidAt = state === "PAID" ? now : null;
  const { rows } = await sql<{ is_new: boolean }>`
    insert into payout (provider, external_id, destination, amount, currency, state, failure, created_at, arrives_at, paid_at,
      is_reconciled)
    values (${provider}, ${id}, ${destination}, ${amount}, ${currency}, ${state}, ${failure}, ${createdAt}, ${arrivesAt}, ${paidAt},
      ${isReconciled})
    on conflict (provider, external_id) do update set state = excluded.state, failure = excluded.failure,
      arrives_at = excluded.arrives_at, paid_at = coalesce(payout.paid_at, excluded.paid_at),
      is_reconciled = payout.is_reconciled or excluded.is_reconciled
    returning new.paid_at is not null and old.paid_at is null as is_new`.execute(tx);
  await sql`
    insert into payout_item (provider, external_id, payout_id, payment_id, kind, created_at)
    select ${provider}, i.id, ${id}, y.id, i.kind, i.created_at
    from unnest(${items.map((item) => item.id)}::text[], ${items.map(({ kind }) => kind)}::text[],
      ${items.map(({ transferPaymentId }) => transferPaymentId)}::text[], ${items.map((item) => item.createdAt)}::timestamptz[])
      as i (id, kind, transfer_payment_id, created_at)
    join payment y on y.provider = ${provider} and y.transfer_payment_id = i.transfer_payment_id
    on conflict (provider, external_id) do update set payout_id = excluded.payout_id`.execute(tx);
  return rows[0]?.is_new ?? false;
}

const keys: Columns = { created_at: sql`o.created_at` };

/** Lists the payouts of an account at the provider. */
export async function listPayoutRows(
  db: Executor,
  { accountId, provider }: { accountId: string; provider: ProviderName },
  list: ListQuery,
): Promise<Rows<Payout>> {
  const from = sql`
    from payout_account a join payout o on o.provider = a.provider and o.destination = a.external_id
    where a.account_id = ${accountId} and a.provider = ${provider}`;
  return readListPage(db, list, {
    rows: sql<Payout>`
      select o.external_id as id, o.amount::float8 as amount, o.currency, o.state, o.failure, o.created_at, o.arrives_at,
        (select count(*)::int from payout_item i where i.provider = o.provider and i.payout_id = o.external_id and i.kind = 'PAID') as orders,
        (select count(*)::int from payout_item i where i.provider = o.provider and i.payout_id = o.external_id and i.kind = 'REFUNDED') as refunds
      ${from} order by ${buildOrderBy(list, keys, sql`o.external_id`)} limit ${list.limit} offset ${list.offset}`,
    counted: sql`select ${from}`,
  });
}
