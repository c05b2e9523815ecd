import { type Executor, sql } from "../../../platform/database.ts";

/** Answers whether the session was still there to hand something over. */
export async function insertExchange(
  db: Executor,
  given: { codeHash: Buffer; sessionId: string; expiresAt: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into session_exchange (code_hash, session_id, expires_at)
    select ${given.codeHash}, id, ${given.expiresAt} from session where id = ${given.sessionId} for key share`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0) > 0;
}

export type ExchangedSession = { accountId: string; authenticatedAt: string };

/** What a code that can still be exchanged stands for: the account of a living session. */
export async function readExchange(
  db: Executor,
  codeHash: Buffer,
  now: Date,
): Promise<ExchangedSession | undefined> {
  const { rows } = await sql<ExchangedSession>`
    select s.account_id as "accountId", s.authenticated_at as "authenticatedAt"
    from session_exchange e join session s on s.id = e.session_id
    where e.code_hash = ${codeHash} and e.expires_at > ${now} and s.expires_at > ${now}`.execute(db);
  return rows[0];
}

/** Answers whether it was still there: of several that use it at once, it was there for one. */
export async function deleteExchange(tx: Executor, codeHash: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from session_exchange where code_hash = ${codeHash}`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0) > 0;
}

export async function deleteExpiredExchanges(db: Executor, now: Date): Promise<void> {
  await sql`delete from session_exchange where expires_at <= ${now}`.execute(db);
}
