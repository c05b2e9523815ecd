import { type Executor, sql } from "../../platform/database.ts";
import type { Session } from "../../platform/routing.ts";

type SessionRow = Session & { expiresAt: string };

export async function readSession(
  db: Executor,
  tokenHash: Buffer,
  now: Date,
): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select a.id as "accountId", a.role, a.user_type as "userType", s.expires_at as "expiresAt"
    from session s join account a on a.id = s.account_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${now}`.execute(db);
  return rows[0];
}

export async function insertSession(
  db: Executor,
  session: { tokenHash: Buffer; accountId: string; now: Date; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into session (token_hash, account_id, created_at, expires_at)
    values (${session.tokenHash}, ${session.accountId}, ${session.now}, ${session.expiresAt})`.execute(db);
}

/** Only ever later: of two requests at once, the one with the older clock changes nothing. */
export async function extendSession(db: Executor, tokenHash: Buffer, expiresAt: Date): Promise<void> {
  await sql`
    update session set expires_at = ${expiresAt} where token_hash = ${tokenHash} and expires_at < ${expiresAt}`.execute(
    db,
  );
}

export async function deleteSession(db: Executor, tokenHash: Buffer): Promise<void> {
  await sql`delete from session where token_hash = ${tokenHash}`.execute(db);
}

export async function deleteExpiredSessions(db: Executor, now: Date): Promise<void> {
  await sql`delete from session where expires_at <= ${now}`.execute(db);
}
