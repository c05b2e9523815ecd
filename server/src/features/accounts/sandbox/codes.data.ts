import { type Executor, sql } from "../../../platform/database/database.ts";

/** Marks a code as used. Returns false if it was used before. */
export async function markUsed(db: Executor, code: { codeHash: Buffer; expiresAt: Date }): Promise<boolean> {
  const { rows } = await sql`
    insert into sandbox_code (code_hash, expires_at) values (${code.codeHash}, ${code.expiresAt})
    on conflict do nothing returning 1`.execute(db);
  return rows.length > 0;
}

export async function deleteExpiredCodes(db: Executor, now: Date): Promise<void> {
  await sql`delete from sandbox_code where expires_at <= ${now}`.execute(db);
}
