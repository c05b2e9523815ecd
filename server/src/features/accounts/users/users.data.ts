import type { User, UserType } from "@wrapsody/shared/accounts.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";

/** A user without the data of other features. */
export type UserRow = Omit<User, "subscriptions">;

export const userColumns = sql`id, email, name, role, user_type, mfa_enabled, password_hash is not null as has_password,
  language, created_at`;

export async function readUser(db: Executor, id: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`select ${userColumns} from account where id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Locks the account and returns the user with their password hash. Locked before any other row of the
 * account, so that concurrent transactions cannot deadlock.
 */
export async function lockUser(
  tx: Executor,
  id: string,
): Promise<{ user: UserRow; passwordHash: string | null; verified: boolean } | undefined> {
  const { rows } = await sql<UserRow & { password_hash: string | null; verified: boolean }>`
    select ${userColumns}, password_hash, verified_at is not null as verified
    from account where id = ${id} for no key update`.execute(tx);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { password_hash: passwordHash, verified, ...user } = row;
  return { user, passwordHash, verified };
}

/** Returns the address and password hash of an account; the hash is null for accounts without a password. */
export async function readPasswordHash(
  db: Executor,
  id: string,
): Promise<{ email: string | null; passwordHash: string | null } | undefined> {
  const { rows } = await sql<{ email: string | null; passwordHash: string | null }>`
    select email, password_hash as "passwordHash" from account where id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Finds the credentials of an address in any letter case. Folded only by the database, because JavaScript
 * folds some letters differently.
 */
export async function readCredentials(
  db: Executor,
  username: string,
): Promise<{ user: UserRow; passwordHash: string | null } | undefined> {
  const { rows } = await sql<UserRow & { password_hash: string | null }>`
    select ${userColumns}, password_hash from account where lower(email) = lower(${username})`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { password_hash: passwordHash, ...user } = row;
  return { user, passwordHash };
}

export async function updateUserType(
  db: Executor,
  id: string,
  userType: UserType,
): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    update account set user_type = ${userType} where id = ${id} returning ${userColumns}`.execute(db);
  return rows[0];
}

/**
 * Deletes the account with everything that cascades from it. Sessions first, so that a concurrent logout is
 * not waited for.
 */
export async function deleteAccountRow(tx: Executor, accountId: string): Promise<void> {
  await sql`delete from session where account_id = ${accountId}`.execute(tx);
  await sql`delete from account where id = ${accountId}`.execute(tx);
}
