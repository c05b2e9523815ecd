import { type Executor, sql } from "../../../platform/database/database.ts";

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
