import type { Language } from "@wrapsody/shared/language.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";

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
