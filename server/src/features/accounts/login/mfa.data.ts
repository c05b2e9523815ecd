import { type Executor, sql } from "../../../platform/database.ts";
import { type UserRow, userColumns } from "../users/users.data.ts";

export type Challenge = { tokenHash: Buffer; accountId: string; codeMark: Buffer; expiresAt: Date };

export async function insertChallenge(tx: Executor, challenge: Challenge): Promise<void> {
  await sql`
    insert into mfa_challenge (token_hash, account_id, code_mark, expires_at)
    values (${challenge.tokenHash}, ${challenge.accountId}, ${challenge.codeMark}, ${challenge.expiresAt})`.execute(
    tx,
  );
}

/** Of an account's challenges that expire after a moment: how many, and which of them expires first. */
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
 * Counts a try before it is looked at, so that tries at the same instant are counted one after the other. Nothing where
 * there is no such challenge, its time is over, or it has had its tries.
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

/** Answers whether it was still there: of several that use it at once, it was there for one. */
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
