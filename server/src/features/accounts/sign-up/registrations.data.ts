import type { UserType } from "@wrapsody/shared/accounts/accounts.ts";
import type { Language } from "@wrapsody/shared/api/language.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";

export type NewRegistration = {
  email: string;
  name: string;
  passwordHash: string;
  language: Language;
  userType: UserType;
  codeHash: Buffer;
  /** The invitation that allows the sign-up, if one is needed. */
  invitationId: string | undefined;
  now: Date;
  expiresAt: Date;
};

/** Inserts a registration. Returns its id, which becomes the account's id once confirmed. */
export async function insertRegistration(tx: Executor, registration: NewRegistration): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into registration (email, name, password_hash, language, user_type, code_hash, invitation_id, created_at,
      expires_at)
    values (${registration.email}, ${registration.name}, ${registration.passwordHash}, ${registration.language}, ${registration.userType},
      ${registration.codeHash}, ${registration.invitationId ?? null}, ${registration.now}, ${registration.expiresAt})
    returning id`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error("registration was not inserted");
  return row.id;
}

export type Registration = {
  id: string;
  email: string;
  name: string;
  language: Language;
  codeHash: Buffer;
  invitationId: string | null;
  expiresAt: string;
  mailedAt: string | null;
};

/** Locks a registration. */
export async function lockRegistration(tx: Executor, id: string): Promise<Registration | undefined> {
  const { rows } = await sql<Registration>`
    select id, email, name, language, code_hash as "codeHash", invitation_id as "invitationId", expires_at as "expiresAt",
      mailed_at as "mailedAt"
    from registration where id = ${id} for update`.execute(tx);
  return rows[0];
}

/** Reads what decides whether the link of a registration works. */
export async function readRegistrationLink(
  tx: Executor,
  id: string,
): Promise<Pick<Registration, "codeHash" | "expiresAt"> | undefined> {
  const { rows } = await sql<Pick<Registration, "codeHash" | "expiresAt">>`
    select code_hash as "codeHash", expires_at as "expiresAt" from registration where id = ${id}`.execute(tx);
  return rows[0];
}

/** Serializes decisions about sign-up mails to one address until the transaction ends. */
export async function lockEmail(tx: Executor, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(lower(${email}), 0))`.execute(tx);
}

/** Counts the sign-up mails sent to the address, in any letter case, after `since`. */
export async function countMails(tx: Executor, email: string, since: Date): Promise<number> {
  const { rows } = await sql<{ mails: number }>`
    select count(*) as mails from registration
    where lower(email) = lower(${email}) and mailed_at > ${since}`.execute(tx);
  return rows[0]?.mails ?? 0;
}

export async function markMailed(tx: Executor, id: string, now: Date): Promise<void> {
  await sql`update registration set mailed_at = ${now} where id = ${id}`.execute(tx);
}

/**
 * Turns a registration into the account of the same id. Returns false, and changes nothing, if the address
 * has an account.
 */
export async function createAccountFromRegistration(tx: Executor, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into account (id, email, name, password_hash, language, user_type, created_at, verified_at)
    select id, email, name, password_hash, language, user_type, ${now}, ${now} from registration where id = ${id}
    on conflict do nothing returning 1`.execute(tx);
  if (rows.length === 0) return false;
  await sql`delete from registration where id = ${id}`.execute(tx);
  return true;
}

export async function deleteExpiredRegistrations(db: Executor, now: Date): Promise<void> {
  await sql`delete from registration where expires_at <= ${now}`.execute(db);
}

/** Deletes unconfirmed sign-ups of the address. */
export async function deleteRegistrations(tx: Executor, email: string): Promise<void> {
  await sql`delete from registration where lower(email) = lower(${email})`.execute(tx);
}
