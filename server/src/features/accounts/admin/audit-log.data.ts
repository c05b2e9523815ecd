import type { AuditEntry } from "@wrapsody/shared/accounts/account-admin.ts";
import type { Filter, ListQuery } from "@wrapsody/shared/api/page.ts";
import type { RawBuilder } from "kysely";
import { z } from "zod";
import { type Executor, sql } from "../../../platform/database/database.ts";
import {
  buildOrderBy,
  buildWhere,
  type Columns,
  type Rows,
  readListPage,
} from "../../../platform/database/list-query.ts";

const keys: Columns = { created_at: sql`e.at`, kind: sql`e.kind`, account_id: sql`e.account_id` };

/** Id of the administrator in `detail`; `by_name` is added if the account still exists. */
const actor = sql`case when e.detail->>'by' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (e.detail->>'by')::uuid end`;

/** An event as it is stored, without what it is about. */
export type AuditRow = Omit<AuditEntry, "object" | "browser" | "system">;

/**
 * Lists a page of events. Applies the limit before joining accounts, so that only the page's accounts are
 * read.
 */
export async function listAuditEvents(db: Executor, list: ListQuery): Promise<Rows<AuditRow>> {
  const where = list.filters.length === 0 ? sql`true` : sql.join(list.filters.map(toCondition), sql` and `);
  const order = buildOrderBy(list, keys, sql`e.id`);
  return readListPage(db, list, {
    rows: sql<AuditRow>`
      select e.id, e.at, e.kind, e.network, e.user_agent,
        case when b.id is null then e.detail else e.detail || jsonb_build_object('by_name', b.name) end as detail,
        case when a.id is not null then json_build_object('id', a.id, 'name', a.name, 'email', a.email) end as account
      from (select * from security_event e where ${where} order by ${order} limit ${list.limit} offset ${list.offset}) e
      left join lateral (select * from account where id = e.account_id offset 0) a on true
      left join lateral (select * from account where id = ${actor} offset 0) b on true
      order by ${order}`,
    counted: sql`select from security_event e where ${where}`,
  });
}

function toCondition(filter: Filter): RawBuilder<unknown> {
  const { key, operator, value } = filter;
  // A partial id matches no account.
  if (key === "account_id" && !z.guid().safeParse(value).success)
    return operator === "!=" ? sql`true` : sql`false`;
  if (operator !== "~~") return buildWhere([filter], keys);
  return key === "account_id"
    ? sql`e.account_id = ${value}`
    : sql`e.kind like ${prefixPattern(String(value))}`;
}

function prefixPattern(typed: string): string {
  return `${typed.replace(/[%_\\]/g, "")}%`;
}
