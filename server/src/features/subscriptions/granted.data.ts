import type { Plan } from "@wrapsody/shared/payments/subscriptions.ts";
import { type Executor, sql } from "../../platform/database/database.ts";

type CurrentPlan = { plan: Plan; expires_at: string; is_canceled: boolean };

/** Returns the current plan of each account, the one that is kept longest; accounts on the Free plan are omitted. */
export async function listCurrentPlans(
  db: Executor,
  accountIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, CurrentPlan>> {
  const { rows } = await sql<CurrentPlan & { account_id: string }>`
    select distinct on (account_id) account_id, plan, expires_at, is_canceled from subscription
    where account_id = any(${accountIds}::uuid[]) and kept_until > ${now}
    order by account_id, kept_until desc, id desc`.execute(db);
  return new Map(rows.map(({ account_id, ...plan }) => [account_id, plan]));
}

/** Grants a plan until `until`, replacing an earlier grant. Returns whether anything changed. */
export async function grantPlan(
  tx: Executor,
  { accountId, until, now }: { accountId: string; until: Date; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into subscription (account_id, plan, expires_at, kept_until, granted, created_at)
    values (${accountId}, 'PREMIUM_YEARLY', ${until}, ${until}, true, ${now})
    on conflict (account_id) where granted
      do update set expires_at = excluded.expires_at, kept_until = excluded.kept_until
      where subscription.expires_at <> excluded.expires_at
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Revokes a granted plan immediately; bought plans stay. Returns whether there was one. */
export async function revokePlan(tx: Executor, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from subscription where account_id = ${accountId} and granted returning id`.execute(tx);
  return rows.length > 0;
}
