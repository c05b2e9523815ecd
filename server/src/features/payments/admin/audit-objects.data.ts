import { type Executor, sql } from "../../../platform/database/database.ts";
import type { AuditObject } from "../../accounts/index.ts";

/** Finds payments by id. Their page is the list, searched by the payer where there is one. */
export async function findPaymentObjects(db: Executor, ids: readonly string[]): Promise<AuditObject[]> {
  const { rows } = await sql<Omit<AuditObject, "path"> & { searched: string }>`
    select p.id::text, p.title as name, coalesce(a.email, p.title) as searched
    from payment p left join account a on a.id = p.account_id where p.id = any(${ids}::uuid[])`.execute(db);
  return rows.map(({ searched, ...payment }) => ({
    ...payment,
    path: `/admin/payments?q=${encodeURIComponent(searched)}`,
  }));
}
