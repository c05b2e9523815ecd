import { type Executor, sql } from "../../../platform/database/database.ts";

/** Makes concurrent uploads of an account wait for each other until the transaction ends. */
export async function lockStorageQuota(tx: Executor, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('storage quota'), hashtext(${accountId}))`.execute(tx);
}
