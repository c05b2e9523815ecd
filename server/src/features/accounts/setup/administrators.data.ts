import { type Executor, sql } from "../../../platform/database/database.ts";
import { isSuspended } from "../users/users.data.ts";

/** Serializes all changes of who is an administrator until the transaction ends. */
export async function lockAdministrators(tx: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('administrators', 2))`.execute(tx);
}

/** Whether an administrator can log in, with a password or a streaming service; `except` leaves one out. */
export async function hasAdministrator(db: Executor, except?: string): Promise<boolean> {
  const { rows } = await sql`
    select from account a
    where a.role = 'ADMIN' and not ${isSuspended} and a.id is distinct from ${except ?? null}::uuid
      and (a.password_hash is not null or exists (select from social_login s where s.account_id = a.id))
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Returns whether the role changed. */
export async function updateRole(
  tx: Executor,
  { accountId, role }: { accountId: string; role: "ADMIN" | "PROVIDER" },
): Promise<boolean> {
  const { rows } = await sql`
    update account set role = ${role} where id = ${accountId} and role <> ${role} returning 1`.execute(tx);
  return rows.length > 0;
}

/** Inserts an administrator with a confirmed address. Returns undefined if the address has an account. */
export async function insertAdministrator(
  tx: Executor,
  account: { email: string; name: string; passwordHash: string | null; language: string; now: Date },
): Promise<string | undefined> {
  const { email, name, passwordHash, language, now } = account;
  const { rows } = await sql<{ id: string }>`
    insert into account (email, name, password_hash, language, role, created_at, verified_at)
    values (${email}, ${name}, ${passwordHash}, ${language}, 'ADMIN', ${now}, ${now})
    on conflict do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

/** Confirms the address of an account that its owner never claimed. */
export async function confirmAddress(tx: Executor, accountId: string, now: Date): Promise<void> {
  await sql`update account set verified_at = ${now} where id = ${accountId} and verified_at is null`.execute(
    tx,
  );
}

export async function insertSetupLink(
  db: Executor,
  { codeHash, expiresAt }: { codeHash: Buffer; expiresAt: Date },
): Promise<void> {
  await sql`insert into setup_link (code_hash, expires_at) values (${codeHash}, ${expiresAt})`.execute(db);
}

export async function isSetupCodeValid(db: Executor, codeHash: Buffer, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from setup_link where code_hash = ${codeHash} and expires_at > ${now}`.execute(db);
  return rows.length > 0;
}

/** Deletes the links of all starts. */
export async function deleteSetupLinks(tx: Executor): Promise<void> {
  await sql`delete from setup_link`.execute(tx);
}

export async function deleteExpiredSetupLinks(db: Executor, now: Date): Promise<void> {
  await sql`delete from setup_link where expires_at <= ${now}`.execute(db);
}
