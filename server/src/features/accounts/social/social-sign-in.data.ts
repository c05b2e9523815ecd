import type { SocialNetwork } from "@wrapsody/shared/accounts/social-login.ts";
import type { Language } from "@wrapsody/shared/api/language.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";

export type IdentityKey = { network: SocialNetwork; subject: string };

/** Serializes sign-ins of the same identity until the transaction ends. */
export async function lockIdentity(tx: Executor, { network, subject }: IdentityKey): Promise<void> {
  const person = `${network} ${subject}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${person}, 1))`.execute(tx);
}

export async function readLinkedAccount(
  tx: Executor,
  { network, subject }: IdentityKey,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select account_id as id from social_login where network = ${network} and subject = ${subject}`.execute(
    tx,
  );
  return rows[0]?.id;
}

/** Links an identity to an account, or updates the link's last use. */
export async function upsertLink(
  tx: Executor,
  link: IdentityKey & { accountId: string; email: string | null; now: Date },
): Promise<void> {
  await sql`
    insert into social_login (network, subject, account_id, email, created_at, used_at)
    values (${link.network}, ${link.subject}, ${link.accountId}, ${link.email}, ${link.now}, ${link.now})
    on conflict (network, subject) do update set email = excluded.email, used_at = excluded.used_at`.execute(
    tx,
  );
}

/** Finds the account that has confirmed the address, in any letter case. */
export async function readVerifiedAccount(tx: Executor, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from account where lower(email) = lower(${email}) and verified_at is not null`.execute(tx);
  return rows[0]?.id;
}

/** Inserts an account. Returns its id, or undefined if the address has an account. */
export async function insertAccount(
  tx: Executor,
  account: { email: string | null; name: string; language: Language; now: Date },
): Promise<string | undefined> {
  const { email, name, language, now } = account;
  const verifiedAt = email === null ? null : now;
  const { rows } = await sql<{ id: string }>`
    insert into account (email, name, language, created_at, verified_at)
    values (${email}, ${name}, ${language}, ${now}, ${verifiedAt})
    on conflict do nothing returning id`.execute(tx);
  return rows[0]?.id;
}
