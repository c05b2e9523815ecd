import { type Executor, sql } from "../../../platform/database.ts";

/** Somebody as administrators read of them. */
export type AccountSummary = { id: string; name: string; email: string | null };

/** Of many accounts at once, by their id; those that are gone are not in it. */
export async function readAccountSummaries(
  db: Executor,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, AccountSummary>> {
  const { rows } = await sql<AccountSummary>`
    select id, name, email from account where id = any(${accountIds}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
