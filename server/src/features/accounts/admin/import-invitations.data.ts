import { type Executor, sql } from "../../../platform/database/database.ts";

/** Inserts an invitation. Returns whether the account was not invited before. */
export async function insertImportInvitation(
  tx: Executor,
  { accountId, invitedBy, now }: { accountId: string; invitedBy: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into import_invitation (account_id, invited_by, invited_at) values (${accountId}, ${invitedBy}, ${now})
    on conflict do nothing returning account_id`.execute(tx);
  return rows.length > 0;
}

/** Deletes an invitation. Returns whether there was one. */
export async function deleteImportInvitation(tx: Executor, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from import_invitation where account_id = ${accountId} returning account_id`.execute(tx);
  return rows.length > 0;
}
