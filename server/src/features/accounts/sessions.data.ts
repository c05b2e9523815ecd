import { type Executor, sql } from "../../platform/database.ts";
import type { Session } from "../../platform/routing.ts";

export async function readSession(db: Executor, tokenHash: Buffer, now: Date): Promise<Session | undefined> {
  const { rows } = await sql<Session>`
    select a.id as "accountId", a.role, a.user_type as "userType"
    from session s join account a on a.id = s.account_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${now}`.execute(db);
  return rows[0];
}
