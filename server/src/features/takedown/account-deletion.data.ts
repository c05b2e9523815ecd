import { type Executor, sql } from "../../platform/database/database.ts";

/**
 * Removes the personal data of an account that is being deleted: its counter-notices, and its name and contacts from decided reports. Open
 * reports and those whose restriction is in force keep them for the parties, until a year after the decision.
 */
export async function detachReporter(tx: Executor, accountId: string): Promise<void> {
  await sql`
    update restriction set contest_statement = null, contest_signature = null, contest_address = null
    where contested_by = ${accountId}`.execute(tx);
  await sql`
    update report r set name = null, email = null, address = null, signature = null
    where r.account_id = ${accountId} and r.decided_at is not null
      and not exists (select from restriction t where t.id = r.restriction_id and t.ended_at is null)`.execute(
    tx,
  );
}
