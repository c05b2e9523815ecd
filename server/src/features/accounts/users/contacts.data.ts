import type { Language } from "@wrapsody/shared/language.ts";
import { type Executor, sql } from "../../../platform/database.ts";

/** An account that can be written to. Mails go to its own `email`, which whoever asked may have spelled differently. */
export type Contact = {
  id: string;
  email: string;
  name: string;
  language: Language;
  /** The address is proved to be its owner's. */
  verified: boolean;
  hasPassword: boolean;
};

const columns = sql`id, email, name, language, verified_at is not null as verified,
  password_hash is not null as "hasPassword"`;

/** To whom a mail about something of theirs goes; undefined for who is gone or has no address. */
export async function readContact(db: Executor, id: string): Promise<Contact | undefined> {
  const { rows } = await sql<Contact>`
    select ${columns} from account where id = ${id} and email is not null`.execute(db);
  return rows[0];
}

/** Holds the account until the transaction ends, so that of two that decide about it at once the second sees the first. */
export async function lockContact(tx: Executor, id: string): Promise<Contact | undefined> {
  const { rows } = await sql<Contact>`
    select ${columns} from account where id = ${id} and email is not null for no key update`.execute(tx);
  return rows[0];
}

/** As `lockContact`, by the address in any case. */
export async function lockContactByEmail(tx: Executor, email: string): Promise<Contact | undefined> {
  const { rows } = await sql<Contact>`
    select ${columns} from account where lower(email) = lower(${email}) for no key update`.execute(tx);
  return rows[0];
}
