import type { Subscription } from "@wrapsody/shared/subscriptions.ts";
import { type Executor, sql } from "../../platform/database.ts";

/** The plans that an account has paid for, the one that lasts longest first. */
export async function listSubscriptions(db: Executor, accountId: string): Promise<Subscription[]> {
  const { rows } = await sql<Subscription>`
    select id, plan, expires_at, is_canceled from subscription
    where account_id = ${accountId} order by expires_at desc, id desc`.execute(db);
  return rows;
}

/** Whether the account has the benefits of a paid plan; a cancelled one keeps them until it expires. */
export async function isPremium(db: Executor, accountId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from subscription where account_id = ${accountId} and expires_at > ${now} limit 1`.execute(db);
  return rows.length > 0;
}
