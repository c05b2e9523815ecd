import { type Executor, sql } from "../../../platform/database/database.ts";

/**
 * Deletes the account with everything that cascades from it. Sessions first, so that a concurrent logout is
 * not waited for.
 */
export async function deleteAccountRow(tx: Executor, accountId: string): Promise<void> {
  await sql`delete from session where account_id = ${accountId}`.execute(tx);
  await sql`delete from account where id = ${accountId}`.execute(tx);
}

/** Deletes unconfirmed sign-ups of the address. */
export async function deleteRegistrations(tx: Executor, email: string): Promise<void> {
  await sql`delete from registration where lower(email) = lower(${email})`.execute(tx);
}
