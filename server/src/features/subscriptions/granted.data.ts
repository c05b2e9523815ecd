import type { Plan } from "@wrapsody/shared/subscriptions.ts";
import { type Executor, sql } from "../../platform/database.ts";

/** The plan that each of the accounts has now, the one that lasts longest; those on the free plan are not in it. */
export async function currentPlans(
  db: Executor,
  accountIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, { plan: Plan; expires_at: string }>> {
  const { rows } = await sql<{ account_id: string; plan: Plan; expires_at: string }>`
    select distinct on (account_id) account_id, plan, expires_at from subscription
    where account_id = any(${accountIds}::uuid[]) and expires_at > ${now}
    order by account_id, expires_at desc, id desc`.execute(db);
  return new Map(rows.map(({ account_id, ...plan }) => [account_id, plan]));
}

/** One plan at a time is given; asked for the same day again, nothing changes. Answers whether something did. */
export async function grant(
  tx: Executor,
  { accountId, until, now }: { accountId: string; until: Date; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into subscription (account_id, plan, expires_at, granted, created_at)
    values (${accountId}, 'PREMIUM_YEARLY', ${until}, true, ${now})
    on conflict (account_id) where granted do update set expires_at = excluded.expires_at
      where subscription.expires_at <> excluded.expires_at
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Ends what was given at once; what was paid for stays. Answers whether there was anything. */
export async function withdraw(tx: Executor, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from subscription where account_id = ${accountId} and granted returning id`.execute(tx);
  return rows.length > 0;
}
