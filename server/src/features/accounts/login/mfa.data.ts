import { type Executor, sql } from "../../../platform/database/database.ts";
import { type UserRow, userColumns } from "../users/users.data.ts";

export type Challenge = { tokenHash: Buffer; accountId: string; codeMark: Buffer; expiresAt: Date };

export async function insertChallenge(tx: Executor, challenge: Challenge): Promise<void> {
  await sql`
    insert into mfa_challenge (token_hash, account_id, code_mark, expires_at)
    values (${challenge.tokenHash}, ${challenge.accountId}, ${challenge.codeMark}, ${challenge.expiresAt})`.execute(
    tx,
  );
}

/** Counts the challenges of an account that expire after `expireAfter`, with the earliest expiry. */
export async function countChallenges(
  tx: Executor,
  accountId: string,
  expireAfter: Date,
): Promise<{ count: number; firstExpiresAt: string | null }> {
  const { rows } = await sql<{ count: number; firstExpiresAt: string | null }>`
    select count(*) as count, min(expires_at) as "firstExpiresAt" from mfa_challenge
    where account_id = ${accountId} and expires_at > ${expireAfter}`.execute(tx);
  return rows[0] ?? { count: 0, firstExpiresAt: null };
}

/**
 * Counts an attempt before its code is checked, so that concurrent attempts are counted one after the other.
 * Returns undefined if the challenge is unknown, expired or has had its attempts.
 */
export async function countCodeAttempt(
  db: Executor,
  tokenHash: Buffer,
  { now, maxAttempts }: { now: Date; maxAttempts: number },
): Promise<{ accountId: string; codeMark: Buffer; tries: number } | undefined> {
  const { rows } = await sql<{ accountId: string; codeMark: Buffer; tries: number }>`
    update mfa_challenge set tries = tries + 1
    where token_hash = ${tokenHash} and expires_at > ${now} and tries < ${maxAttempts}
    returning account_id as "accountId", code_mark as "codeMark", tries`.execute(db);
  return rows[0];
}

/** Reads a challenge that is not used, expired or closed. */
export async function readOpenChallenge(
  db: Executor,
  { tokenHash, now, maxAttempts }: { tokenHash: Buffer; now: Date; maxAttempts: number },
): Promise<{ accountId: string; expiresAt: string } | undefined> {
  const { rows } = await sql<{ accountId: string; expiresAt: string }>`
    select account_id as "accountId", expires_at as "expiresAt" from mfa_challenge
    where token_hash = ${tokenHash} and expires_at > ${now} and tries < ${maxAttempts}`.execute(db);
  return rows[0];
}

/** Takes the remaining attempts from a challenge. It still counts towards the hourly limit. */
export async function closeChallenge(
  tx: Executor,
  { tokenHash, maxAttempts }: { tokenHash: Buffer; maxAttempts: number },
): Promise<void> {
  await sql`
    update mfa_challenge set tries = ${maxAttempts} where token_hash = ${tokenHash}`.execute(tx);
}

/** Returns whether the row was still there: of several concurrent callers one gets true. */
export async function deleteChallenge(tx: Executor, tokenHash: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from mfa_challenge where token_hash = ${tokenHash}`.execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}

export async function deleteChallengesBefore(db: Executor, expired: Date): Promise<void> {
  await sql`delete from mfa_challenge where expires_at <= ${expired}`.execute(db);
}

export async function updateMfa(tx: Executor, id: string, enabled: boolean): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    update account set mfa_enabled = ${enabled} where id = ${id} returning ${userColumns}`.execute(tx);
  return rows[0];
}
