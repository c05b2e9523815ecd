import { type Executor, sql } from "../../../platform/database/database.ts";
import type { ProviderName } from "../payments.data.ts";

export type PayoutAccountRow = { external_id: string; is_ready: boolean };

export async function findPayoutAccount(
  db: Executor,
  accountId: string,
  provider: ProviderName,
): Promise<PayoutAccountRow | undefined> {
  const { rows } = await sql<PayoutAccountRow>`
    select external_id, is_ready from payout_account where account_id = ${accountId} and provider = ${provider}`.execute(
    db,
  );
  return rows[0];
}

export async function listReadyAccounts(db: Executor, provider: ProviderName): Promise<string[]> {
  const { rows } = await sql<{ external_id: string }>`
    select external_id from payout_account where provider = ${provider} and is_ready order by checked_at`.execute(
    db,
  );
  return rows.map(({ external_id }) => external_id);
}

export async function insertPayoutAccount(
  db: Executor,
  account: { accountId: string; provider: ProviderName; externalId: string; now: Date },
): Promise<void> {
  await sql`
    insert into payout_account (account_id, provider, external_id, created_at, checked_at)
    values (${account.accountId}, ${account.provider}, ${account.externalId}, ${account.now}, ${account.now})
    on conflict do nothing`.execute(db);
}

export async function writeReadiness(
  db: Executor,
  account: { provider: ProviderName; externalId: string; isReady: boolean; now: Date },
): Promise<void> {
  await sql`
    update payout_account set is_ready = ${account.isReady}, checked_at = ${account.now}
    where provider = ${account.provider} and external_id = ${account.externalId}`.execute(db);
}
