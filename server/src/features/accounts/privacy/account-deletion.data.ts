import { type Executor, sql } from "../../../platform/database.ts";

/** Deletes the account with all that only it has; sessions first, so that a call which ends one is not waited for. */
export async function deleteAccountRow(tx: Executor, accountId: string): Promise<void> {
  await sql`delete from session where account_id = ${accountId}`.execute(tx);
  await sql`delete from account where id = ${accountId}`.execute(tx);
}

/** Sign-ups by the address that were not completed. */
export async function deleteRegistrations(tx: Executor, email: string): Promise<void> {
  await sql`delete from registration where lower(email) = lower(${email})`.execute(tx);
}
