import { type Executor, sql } from "../../../platform/database/database.ts";

/** Inserts an exchange code. Returns whether its session still exists. */
export async function insertExchange(
  db: Executor,
  exchange: { codeHash: Buffer; sessionId: string; expiresAt: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into session_exchange (code_hash, session_id, expires_at)
    select ${exchange.codeHash}, id, ${exchange.expiresAt} from session where id = ${exchange.sessionId} for key share`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0) > 0;
}

export type ExchangedSession = { accountId: string; authenticatedAt: string };

/** Returns the account and login time behind a valid code of a live session. */
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

/** Returns whether the row was still there: of several concurrent callers one gets true. */
export async function deleteExchange(tx: Executor, codeHash: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from session_exchange where code_hash = ${codeHash}`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0) > 0;
}

export async function deleteExpiredExchanges(db: Executor, now: Date): Promise<void> {
  await sql`delete from session_exchange where expires_at <= ${now}`.execute(db);
}
