import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { SignUpInvitation } from "@wrapsody/shared/operations/site-settings.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { buildOrderBy, type Columns, type Rows } from "../../../platform/database/list-query.ts";

const keys: Columns = { created_at: sql`i.created_at` };

const columns = sql`i.id, i.email, i.language, a.name as invited_by, i.created_at, i.expires_at`;

/** Lists a page of the invitations that can still be used. */
export async function listInvitations(
  db: Executor,
  list: ListQuery,
  now: Date,
): Promise<Rows<SignUpInvitation>> {
  const [data, count] = await Promise.all([
    sql<SignUpInvitation>`
      select ${columns} from sign_up_invitation i left join account a on a.id = i.invited_by
      where i.expires_at > ${now} order by ${buildOrderBy(list, keys, sql`i.id`)}
      limit ${list.limit} offset ${list.offset}`.execute(db),
    sql<{ total: number }>`
      select count(*)::int as total from sign_up_invitation where expires_at > ${now}`.execute(db),
  ]);
  return { data: data.rows, total: count.rows[0]?.total ?? 0 };
}

/** Inserts an invitation, which replaces an earlier one for the address. */
export async function upsertInvitation(
  tx: Executor,
  invitation: {
    email: string;
    language: string;
    codeHash: Buffer;
    invitedBy: string;
    now: Date;
    expiresAt: Date;
  },
): Promise<SignUpInvitation> {
  const { email, language, codeHash, invitedBy, now, expiresAt } = invitation;
  const { rows } = await sql<SignUpInvitation>`
    with i as (
      insert into sign_up_invitation (email, language, code_hash, invited_by, created_at, expires_at)
      values (${email}, ${language}, ${codeHash}, ${invitedBy}, ${now}, ${expiresAt})
      on conflict (lower(email)) do update set email = excluded.email, language = excluded.language,
        code_hash = excluded.code_hash, invited_by = excluded.invited_by, created_at = excluded.created_at,
        expires_at = excluded.expires_at
      returning *
    )
    select ${columns} from i left join account a on a.id = i.invited_by`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error("invitation was not inserted");
  return row;
}

/** Finds the invitation of a code and keeps it until the transaction ends. */
export async function lockInvitation(
  tx: Executor,
  codeHash: Buffer,
  now: Date,
): Promise<{ id: string; email: string } | undefined> {
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from sign_up_invitation
    where code_hash = ${codeHash} and expires_at > ${now} for key share`.execute(tx);
  return rows[0];
}

/** Whether two addresses are the same in any letter case, as the database folds them. */
export async function isSameAddress(db: Executor, first: string, second: string): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`
    select lower(${first}::text) = lower(${second}::text) as same`.execute(db);
  return rows[0]?.same ?? false;
}

/** Deletes a used or revoked invitation. Returns whether it existed. */
export async function deleteInvitation(tx: Executor, id: string): Promise<boolean> {
  const { rows } = await sql`delete from sign_up_invitation where id = ${id} returning 1`.execute(tx);
  return rows.length > 0;
}

/** Deletes the valid invitation of an address that has been proved. Returns whether there was one. */
export async function deleteInvitationOf(tx: Executor, email: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    delete from sign_up_invitation where lower(email) = lower(${email}) and expires_at > ${now} returning 1`.execute(
    tx,
  );
  return rows.length > 0;
}

export async function deleteExpiredInvitations(db: Executor, now: Date): Promise<void> {
  await sql`delete from sign_up_invitation where expires_at <= ${now}`.execute(db);
}
