import { type Executor, sql } from "../../platform/database/database.ts";
import type { AuditObject } from "../accounts/index.ts";

/** Finds experiences by id, also deleted ones. */
export async function findExperienceObjects(db: Executor, ids: readonly string[]): Promise<AuditObject[]> {
  const { rows } = await sql<AuditObject>`
    select id::text, name, case when deleted_at is null then '/experiences/' || pretty_id end as path
    from campaign where id = any(${ids}::int[])`.execute(db);
  return rows;
}
