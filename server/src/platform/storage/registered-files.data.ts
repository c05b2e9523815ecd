import { type Executor, sql } from "../database/database.ts";
import type { StoredFile } from "./storage.ts";

/** Inserts a file that is about to be stored; a known one counts as referenced again. */
export async function registerFile(
  db: Executor,
  { key, size }: Pick<StoredFile, "key" | "size">,
): Promise<void> {
  await sql`
    insert into stored_file (key, bytes, stored_at) values (${key}, ${size}, now())
    on conflict (key) do update set bytes = excluded.bytes, stored_at = now(), unreferenced_since = null`.execute(
    db,
  );
}
