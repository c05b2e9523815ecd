import { type Executor, sql } from "../../../platform/database/database.ts";

type Code = { accountId: string; codeHash: Buffer };

/**
 * Inserts a code unless the account has `maxCodes` live ones or this very code. Returns whether it did. The
 * caller holds the account's row lock.
 */
export async function insertResetCode(
  tx: Executor,
  { accountId, codeHash, expiresAt, now, maxCodes }: Code & { expiresAt: Date; now: Date; maxCodes: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into password_reset (code_hash, account_id, expires_at)
    select ${codeHash}, ${accountId}, ${expiresAt} where ${maxCodes}::int > (
      select count(*) from password_reset where account_id = ${accountId} and expires_at > ${now})
    on conflict do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

/** Inserts a code in place of all others of the account. The caller holds the account's row lock. */
export async function replaceResetCodes(
  tx: Executor,
  { accountId, codeHash, expiresAt }: Code & { expiresAt: Date },
): Promise<void> {
  await sql`delete from password_reset where account_id = ${accountId}`.execute(tx);
  await sql`
    insert into password_reset (code_hash, account_id, expires_at)
    values (${codeHash}, ${accountId}, ${expiresAt})`.execute(tx);
}

/** Returns the owner of a live code: their address and name must not be part of the password. */
export async function readCodeOwner(
  db: Executor,
  { accountId, codeHash }: Code,
  now: Date,
): Promise<{ email: string | null; name: string } | undefined> {
  const { rows } = await sql<{ email: string | null; name: string }>`
    select a.email, a.name from password_reset r join account a on a.id = r.account_id
    where r.code_hash = ${codeHash} and r.account_id = ${accountId} and r.expires_at > ${now}`.execute(db);
  return rows[0];
}

/** Deletes all codes of an account. Returns whether the given one was among them and alive. */
export async function consumeResetCodes(
  tx: Executor,
  { accountId, codeHash }: Code,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ fits: boolean }>`
    delete from password_reset where account_id = ${accountId}
    returning code_hash = ${codeHash} and expires_at > ${now} as fits`.execute(tx);
  return rows.some(({ fits }) => fits);
}

/** Sets the password hash. The code came by email, so the address counts as confirmed. */
export async function updatePassword(
  tx: Executor,
  { accountId, passwordHash, now }: { accountId: string; passwordHash: string; now: Date },
): Promise<void> {
  await sql`
    update account set password_hash = ${passwordHash}, verified_at = coalesce(verified_at, ${now})
    where id = ${accountId}`.execute(tx);
}

/** Deletes pending logins. */
export async function deleteChallenges(tx: Executor, accountId: string): Promise<void> {
  await sql`delete from mfa_challenge where account_id = ${accountId}`.execute(tx);
}

export async function deleteExpiredResetCodes(db: Executor, now: Date): Promise<void> {
  await sql`delete from password_reset where expires_at <= ${now}`.execute(db);
}
