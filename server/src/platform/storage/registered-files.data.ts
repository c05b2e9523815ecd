import { type Executor, sql } from "../database/database.ts";
import type { StorageKey } from "./key.ts";
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

export type PublicState = "REQUESTED" | "PUBLISHING" | "PUBLIC" | "WITHDRAWN";

/** Returns undefined for an unknown file. */
export async function readPublicState(
  db: Executor,
  key: StorageKey,
): Promise<PublicState | null | undefined> {
  const { rows } = await sql<{ state: PublicState | null }>`
    select public_state as state from stored_file where key = ${key}`.execute(db);
  return rows[0]?.state;
}

/** Withdraws the public copy of a replaced file, unless anything public still shows it. */
export async function withdrawFile(tx: Executor, key: StorageKey): Promise<void> {
  await sql`
    update stored_file set public_state = 'WITHDRAWN' where key = ${key} and public_state is not null`.execute(
    tx,
  );
}

/** Asks for a public copy of a file; a job decides. */
export async function requestPublication(db: Executor, key: StorageKey): Promise<void> {
  await sql`
    update stored_file set public_state = 'REQUESTED' where key = ${key} and public_state is null`.execute(
    db,
  );
}
