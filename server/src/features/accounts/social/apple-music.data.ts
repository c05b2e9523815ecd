import { type Executor, sql } from "../../../platform/database/database.ts";

/** Stores the token. Returns false if it is the stored one. */
export async function writeAppleMusicLink(
  tx: Executor,
  link: { accountId: string; tokenSealed: Buffer; tokenMark: Buffer; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into apple_music_link as kept (account_id, token_sealed, token_mark, linked_at)
    values (${link.accountId}, ${link.tokenSealed}, ${link.tokenMark}, ${link.now})
    on conflict (account_id) do update set token_sealed = excluded.token_sealed, token_mark = excluded.token_mark,
      linked_at = excluded.linked_at
    where kept.token_mark <> excluded.token_mark
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Returns when an account was linked to Apple Music. */
export async function readAppleMusicLink(
  db: Executor,
  accountId: string,
): Promise<{ linked_at: string } | null> {
  const { rows } = await sql<{ linked_at: string }>`
    select linked_at from apple_music_link where account_id = ${accountId}`.execute(db);
  return rows[0] ?? null;
}
