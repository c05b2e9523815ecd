import { type Executor, sql } from "../database/database.ts";

export async function isSuppressed(db: Executor, email: string): Promise<boolean> {
  return (await findSuppression(db, email)) !== undefined;
}

/** Returns since when an address is suppressed; undefined if it is not. */
export async function findSuppression(db: Executor, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ created_at: string }>`
    select created_at from suppressed_address where email = lower(${email})`.execute(db);
  return rows[0]?.created_at;
}

type Suppression = {
  email: string;
  /** `REJECTED` by its mail server while a mail was sent, or `REPORTED` by the operator. */
  reason: "REJECTED" | "REPORTED";
  status: number | null;
  now: Date;
};

/** A repeat keeps the first. Returns whether the address was not suppressed before. */
export async function insertSuppression(
  db: Executor,
  { email, reason, status, now }: Suppression,
): Promise<boolean> {
  const { rows } = await sql`
    insert into suppressed_address (email, reason, status, created_at) values (lower(${email}), ${reason}, ${status}, ${now})
    on conflict do nothing returning email`.execute(db);
  return rows.length > 0;
}

/** Returns whether the address was suppressed. */
export async function deleteSuppression(db: Executor, email: string): Promise<boolean> {
  const { rows } = await sql`
    delete from suppressed_address where email = lower(${email}) returning email`.execute(db);
  return rows.length > 0;
}

export async function deleteSuppressionsBefore(db: Executor, time: Date): Promise<void> {
  await sql`delete from suppressed_address where created_at < ${time}`.execute(db);
}

/** Lists what is stored about the account's address, for its export. */
export async function listOwnSuppressions(db: Executor, accountId: string) {
  const { rows } = await sql<{ email: string; reason: string; status: number | null; created_at: string }>`
    select s.email, s.reason, s.status, s.created_at from suppressed_address s join account a on lower(a.email) = s.email
    where a.id = ${accountId}`.execute(db);
  return rows;
}
