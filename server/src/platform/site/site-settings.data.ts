import { type Executor, sql } from "../database/database.ts";

/** The stored settings by key, such as `name` or `terms.en`. A null value stands for the default. */
export type StoredSettings = ReadonlyMap<string, { value: unknown; revision: number }>;

export async function readStoredSettings(db: Executor): Promise<StoredSettings> {
  const { rows } = await sql<{ key: string; value: unknown; revision: number }>`
    select key, value, revision from site_setting`.execute(db);
  return new Map(rows.map(({ key, value, revision }) => [key, { value, revision: Number(revision) }]));
}

/** Serializes changes of settings until the transaction ends. */
export async function lockSettings(tx: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('site settings', 2))`.execute(tx);
}

export async function upsertSetting(
  tx: Executor,
  { key, value, revision, now }: { key: string; value: unknown; revision: number; now: Date },
): Promise<void> {
  await sql`
    insert into site_setting (key, value, revision, updated_at)
    values (${key}, ${JSON.stringify(value)}::jsonb, ${revision}, ${now})
    on conflict (key) do update set value = excluded.value, revision = excluded.revision, updated_at = excluded.updated_at`.execute(
    tx,
  );
}
