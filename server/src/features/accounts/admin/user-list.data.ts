import type { ListedUser } from "@wrapsody/shared/accounts/account-admin.ts";
import type { Filter, ListQuery } from "@wrapsody/shared/api/page.ts";
import type { RawBuilder } from "kysely";
import { type Executor, sql } from "../../../platform/database/database.ts";
import {
  buildOrderBy,
  buildWhere,
  type Columns,
  containsText,
  type Rows,
  readListPage,
} from "../../../platform/database/list-query.ts";
import { isSuspended } from "../users/users.data.ts";

/** A user without the data of other features. */
export type ListedRow = Omit<ListedUser, "plan" | "plan_expires_at" | "artists" | "songs">;

const columns = sql`
  a.id, a.email, a.name, a.role, a.user_type, a.language, a.verified_at is not null as verified, a.created_at,
  exists (select from import_invitation where account_id = a.id) as may_import, a.trusted_at is not null as trusted,
  ${isSuspended} as is_suspended`;

const keys: Columns = {
  created_at: sql`a.created_at`,
  name: sql`a.name collate "unicode"`,
  role: sql`a.role`,
  trusted: sql`(a.trusted_at is not null)`,
};

export async function listAccounts(db: Executor, list: ListQuery): Promise<Rows<ListedRow>> {
  const where = list.filters.length === 0 ? sql`true` : sql.join(list.filters.map(toCondition), sql` and `);
  return readListPage(db, list, {
    rows: sql<ListedRow>`select ${columns} from account a where ${where}
      order by ${buildOrderBy(list, keys, sql`a.id`)} limit ${list.limit} offset ${list.offset}`,
    counted: sql`select from account a where ${where}`,
  });
}

export async function readAccount(db: Executor, id: string): Promise<ListedRow | undefined> {
  const { rows } = await sql<ListedRow>`select ${columns} from account a where a.id = ${id}`.execute(db);
  return rows[0];
}

function toCondition(filter: Filter): RawBuilder<unknown> {
  const { key, operator, value } = filter;
  // In the form of the partial index.
  if (key === "trusted" && (operator === "==") === value) return sql`a.trusted_at is not null`;
  if (key === "may_import") return importInvitationCondition((operator === "==") === value);
  if (key === "text") return containsText(searched, String(value));
  if (operator === "~~") return sql`a.role ilike ${`%${String(value).replace(/[%_\\]/g, "")}%`}`;
  return buildWhere([filter], keys);
}

/** Starts from the invitations, which are few. */
function importInvitationCondition(isInvited: boolean): RawBuilder<unknown> {
  return isInvited
    ? sql`a.id in (select account_id from import_invitation)`
    : sql`not exists (select from import_invitation where account_id = a.id)`;
}

/** The expression of the index `account_search`. */
const searched = sql`fold_name(a.name || ' ' || coalesce(a.email, ''))`;

/** Sets or clears the trust in a locked account. Returns whether that changed anything. */
export async function updateTrust(
  tx: Executor,
  { accountId, isTrusted, now }: { accountId: string; isTrusted: boolean; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update account set trusted_at = ${isTrusted ? now : null}
    where id = ${accountId} and (trusted_at is not null) <> ${isTrusted} returning 1`.execute(tx);
  return rows.length > 0;
}

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
