import { type Executor, sql } from "../../platform/database/database.ts";
import type { AuditObject } from "../accounts/index.ts";

/** Finds wraps by id, also deleted ones. */
export async function findSongObjects(db: Executor, ids: readonly string[]): Promise<AuditObject[]> {
  const { rows } = await sql<AuditObject>`
    select id::text, name, case when status <> 'DELETED' then '/admin/review/' || id end as path
    from song where id = any(${ids}::int[])`.execute(db);
  return rows;
}

export async function findArtistObjects(db: Executor, ids: readonly string[]): Promise<AuditObject[]> {
  const { rows } = await sql<AuditObject>`
    select id::text, name, '/artist/' || artist_clean_id as path from artist where id = any(${ids}::int[])`.execute(
    db,
  );
  return rows;
}
