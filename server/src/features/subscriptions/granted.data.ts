import type { Plan } from "@wrapsody/shared/subscriptions.ts";
import { type Executor, sql } from "../../platform/database/database.ts";

type CurrentPlan = { plan: Plan; expires_at: string; is_canceled: boolean };

/** The plan that each of the accounts has now, the one that is kept longest; those on the free plan are not in it. */
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

/** One plan at a time is given; asked for the same day again, nothing changes. Answers whether something did. */
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

/** Ends what was given at once; what was paid for stays. Answers whether there was anything. */
export async function revokePlan(tx: Executor, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from subscription where account_id = ${accountId} and granted returning id`.execute(tx);
  return rows.length > 0;
}
