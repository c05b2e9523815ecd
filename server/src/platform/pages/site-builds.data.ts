import { type Executor, sql } from "../database/database.ts";
import type { StorageKey } from "../storage/key.ts";

/** Position of an asset within the file of its build. */
export type PackedAsset = { name: string; firstByte: number; size: number };

export type StoredAsset = PackedAsset & { fileKey: StorageKey };

/** Inserts a build with its assets, or notes that it is in use. */
export async function upsertBuild(
  tx: Executor,
  { fileKey, assets, now }: { fileKey: StorageKey; assets: readonly PackedAsset[]; now: Date },
): Promise<void> {
  await sql`
    insert into site_build (file_key, used_at) values (${fileKey}, ${now})
    on conflict (file_key) do update set used_at = greatest(site_build.used_at, excluded.used_at)`.execute(
    tx,
  );
  await sql`
    insert into site_asset (name, file_key, first_byte, size)
    select name, ${fileKey}, "firstByte", size
    from jsonb_to_recordset(${JSON.stringify(assets)}::jsonb) as asset (name text, "firstByte" int, size int)
    on conflict do nothing`.execute(tx);
}

/** Finds assets by name, each in the newest build that has it. */
export async function findStoredAssets(db: Executor, names: readonly string[]): Promise<StoredAsset[]> {
  const { rows } = await sql<StoredAsset>`
    select distinct on (a.name) a.name, a.file_key as "fileKey", a.first_byte as "firstByte", a.size
    from site_asset a join site_build b using (file_key)
    where a.name = any(${names}::text[]) order by a.name, b.used_at desc`.execute(db);
  return rows;
}

/** Deletes the builds that were not in use since. Their files are collected as unreferenced ones. */
export async function deleteBuildsBefore(db: Executor, before: Date): Promise<void> {
  await sql`delete from site_build where used_at < ${before}`.execute(db);
}
