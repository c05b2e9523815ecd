import type { User, UserType } from "@wrapsody/shared/accounts/accounts.ts";
import type { Language } from "@wrapsody/shared/api/language.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";

/** A user without the data of other features. */
export type UserRow = Omit<User, "subscriptions" | "memberships">;

export const userColumns = sql`id, email, name, role, user_type, mfa_enabled, password_hash is not null as has_password,
  language, created_at`;

/** Selects whether `account a` is suspended. */
export const isSuspended = sql<boolean>`exists (
  select from restriction r where r.kind = 'account' and r.target = a.id::text and r.ended_at is null)`;

export async function isSuspendedAccount(db: Executor, id: string): Promise<boolean> {
  const { rows } = await sql`select from account a where a.id = ${id} and ${isSuspended}`.execute(db);
  return rows.length > 0;
}

/** Returns whether administrators let the account's changes of listed wraps apply at once. */
export async function isTrustedPublisher(db: Executor, id: string): Promise<boolean> {
  const { rows } = await sql`select from account where id = ${id} and trusted_at is not null`.execute(db);
  return rows.length > 0;
}

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

export async function updateName(tx: Executor, id: string, name: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    update account set name = ${name} where id = ${id} returning ${userColumns}`.execute(tx);
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

/** An account with an email address. Mails go to its own `email`, whatever spelling was typed. */
export type Contact = {
  id: string;
  email: string;
  name: string;
  language: Language;
  /** Whether the address is confirmed. */
  verified: boolean;
  hasPassword: boolean;
};

const columns = sql`id, email, name, language, verified_at is not null as verified,
  password_hash is not null as "hasPassword"`;

/** Returns the contact of an account; undefined if it is deleted (or null) or has no address. */
export async function readContact(db: Executor, id: string | null): Promise<Contact | undefined> {
  if (id === null) return undefined;
  const { rows } = await sql<Contact>`
    select ${columns} from account where id = ${id} and email is not null`.execute(db);
  return rows[0];
}

/** Lists the administrators with a confirmed address. */
export async function listAdministratorContacts(db: Executor): Promise<Contact[]> {
  const { rows } = await sql<Contact>`
    select ${columns} from account where role = 'ADMIN' and email is not null and verified_at is not null order by id`.execute(
    db,
  );
  return rows;
}

/** Locks the account, so that of two concurrent decisions the second sees the first. */
export async function lockContact(tx: Executor, id: string): Promise<Contact | undefined> {
  const { rows } = await sql<Contact>`
    select ${columns} from account where id = ${id} and email is not null for no key update`.execute(tx);
  return rows[0];
}

/** Like `lockContact`, by email address in any letter case. */
export async function lockContactByEmail(tx: Executor, email: string): Promise<Contact | undefined> {
  const { rows } = await sql<Contact>`
    select ${columns} from account where lower(email) = lower(${email}) for no key update`.execute(tx);
  return rows[0];
}

/** An account as administrators see it. */
export type AccountSummary = { id: string; name: string; email: string | null };

/** Reads the summaries of many accounts by id; deleted accounts are missing. */
export async function readAccountSummaries(
  db: Executor,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, AccountSummary>> {
  const { rows } = await sql<AccountSummary>`
    select id, name, email from account where id = any(${accountIds}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
