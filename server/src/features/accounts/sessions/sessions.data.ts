import { type Executor, sql } from "../../../platform/database/database.ts";
import { isSuspended } from "../users/users.data.ts";

type SessionRow = {
  sessionId: string;
  accountId: string;
  role: "ADMIN" | "ARTIST" | "PROVIDER";
  userType: "provider" | "artist";
  authenticatedAt: string;
  lastUsedAt: string;
};

export async function readSession(
  db: Executor,
  tokenHash: Buffer,
  now: Date,
): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select s.id as "sessionId", a.id as "accountId", a.role, a.user_type as "userType",
      s.authenticated_at as "authenticatedAt", s.last_used_at as "lastUsedAt"
    from session s join account a on a.id = s.account_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${now} and not ${isSuspended}`.execute(db);
  return rows[0];
}

export type NewSession = {
  tokenHash: Buffer;
  accountId: string;
  now: Date;
  expiresAt: Date;
  /** Time of the login; equals `now` unless the session derives from another one. */
  authenticatedAt: Date;
  userAgent: string;
  network: string;
  fingerprint: string | undefined;
  /** The device that a derived session was issued to; null for a browser. */
  device: string | null;
};

export async function insertSession(db: Executor, session: NewSession): Promise<void> {
  await sql`
    insert into session (token_hash, account_id, created_at, last_used_at, authenticated_at, expires_at,
      user_agent, network, fingerprint, device)
    values (${session.tokenHash}, ${session.accountId}, ${session.now}, ${session.now}, ${session.authenticatedAt},
      ${session.expiresAt}, ${session.userAgent}, ${session.network}, ${session.fingerprint ?? null},
      ${session.device})`.execute(db);
}

/**
 * Extends a session. Never moves `last_used_at` back: of two concurrent requests the older one changes
 * nothing.
 */
export async function touchSession(
  db: Executor,
  id: string,
  used: { now: Date; expiresAt: Date; network: string },
): Promise<void> {
  await sql`
    update session set last_used_at = ${used.now}, expires_at = ${used.expiresAt}, network = ${used.network}
    where id = ${id} and last_used_at < ${used.now}`.execute(db);
}

/** Returns the time of the login of a session; undefined for a derived session. */
export async function readAuthenticatedAt(db: Executor, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ at: string }>`
    select authenticated_at as at from session where id = ${id} and device is null`.execute(db);
  return rows[0]?.at;
}

/** Deletes a session of the account. Returns 0 or 1. */
export async function deleteSession(db: Executor, accountId: string, id: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from session where id = ${id} and account_id = ${accountId}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Deletes all sessions of an account, optionally except one. Returns how many. */
export async function deleteSessions(db: Executor, accountId: string, except?: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from session where account_id = ${accountId} and id is distinct from ${except ?? null}`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/** Deletes the sessions of all accounts, optionally except one. Returns how many. */
export async function deleteAllSessions(db: Executor, except: string | undefined): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from session where id is distinct from ${except ?? null}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export async function deleteExpiredSessions(db: Executor, now: Date): Promise<void> {
  await sql`delete from session where expires_at <= ${now}`.execute(db);
}

export type DeviceRow = {
  id: string;
  user_agent: string;
  network: string;
  created_at: string;
  last_used_at: string;
  current: boolean;
};

/** Lists up to `limit` live sessions of an account: `current` first, then by last use. */
export async function listSessions(
  db: Executor,
  accountId: string,
  { current, now, limit }: { current: string | undefined; now: Date; limit: number },
): Promise<{ data: DeviceRow[]; total: number }> {
  const { rows } = await sql<DeviceRow & { total: number }>`
    select id, user_agent, network, created_at, last_used_at, id = ${current ?? null} as current,
      count(*) over () as total
    from session where account_id = ${accountId} and expires_at > ${now}
    order by id = ${current ?? null} desc, last_used_at desc, id desc limit ${limit}`.execute(db);
  return { data: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}

export async function sessionExists(db: Executor, id: string): Promise<boolean> {
  const { rows } = await sql`select from session where id = ${id}`.execute(db);
  return rows.length > 0;
}
