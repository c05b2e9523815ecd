import { type Database, type Executor, sql } from "../../platform/database/database.ts";
import type { StorageKey } from "../../platform/storage/key.ts";
import { isReferenced } from "./references.data.ts";

export type FileTotals = { files: number; bytes: number };

/**
 * Clears the references of rows that no one can restore: the recordings, masters, covers and changes of deleted wraps, and the images of
 * deleted experiences that gave no artwork. The cover of a wrap with a token stays, because the token's metadata shows it.
 */
export async function clearDeadReferences(db: Executor): Promise<void> {
  await sql`
    update song s set audio_key = null, incoming_audio_key = null, audio_bytes = null, peaks = null
    where s.status = 'DELETED' and (s.audio_key is not null or s.incoming_audio_key is not null)`.execute(db);
  await sql`
    delete from song_change h using song s where s.id = h.song_id and s.status = 'DELETED'`.execute(db);
  await sql`
    delete from song_master m using song s where s.id = m.song_id and s.status = 'DELETED'`.execute(db);
  await sql`
    update song s set image_id = null
    where s.status = 'DELETED' and s.image_id is not null and s.nft_id is null
      and not exists (select from wrap_token t where t.song_id = s.id and t.state <> 'FAILED')`.execute(db);
  const isDead = sql`
    (c.deleted_at is not null or exists (select from song s where s.id = c.song_id and s.status = 'DELETED'))
    and c.contract_address is null and c.state <> 'ACTIVATING'
    and not exists (select from participant p where p.campaign_id = c.id)`;
  await sql`
    update component part set image_id = null from campaign c
    where c.id = part.campaign_id and part.image_id is not null and ${isDead}`.execute(db);
  await sql`
    update campaign c set promo_image_id = null where c.promo_image_id is not null and ${isDead}`.execute(db);
}

/** Registers files that older nodes stored. */
export async function registerMissingFiles(db: Executor): Promise<void> {
  await sql`
    insert into stored_file (key, stored_at)
    select known.key, now() from (
      select storage_key as key from image union select storage_key from image_variant union select key from audio_file
      union select audio_key from song where audio_key is not null
      union select incoming_audio_key from song where incoming_audio_key is not null
    ) known where not exists (select from stored_file f where f.key = known.key)
    on conflict do nothing`.execute(db);
}

/** Returns the time of the database if the size of a file is unknown. As text, because a `Date` would lose its microseconds. */
export async function findUnmeasuredFiles(db: Executor): Promise<string | undefined> {
  const { rows } = await sql<{ now: string }>`
    select clock_timestamp()::text as now from stored_file where bytes is null limit 1`.execute(db);
  return rows[0]?.now;
}

/** Registers files that the storage lists, and saves the sizes of known ones. */
export async function saveListedFiles(
  db: Executor,
  listed: readonly { key: StorageKey; size: number }[],
): Promise<void> {
  await sql`
    insert into stored_file (key, bytes, stored_at)
    select distinct f.key, f.size, now() from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) as f (key text, size bigint)
    on conflict (key) do update set bytes = excluded.bytes where stored_file.bytes is null`.execute(db);
}

/** Marks files that the storage does not have as empty. Called after all listed files are saved. */
export async function clearUnmeasuredFiles(db: Executor, storedBefore: string): Promise<void> {
  await sql`update stored_file set bytes = 0 where bytes is null and stored_at < ${storedBefore}::timestamptz`.execute(
    db,
  );
}

/**
 * Marks the files of one batch that lost their last reference, and unmarks the ones that have one again. Returns the last
 * key of the batch, or undefined after the last batch.
 */
export async function markBatch(
  db: Executor,
  { after, limit, now }: { after: StorageKey; limit: number; now: Date },
): Promise<StorageKey | undefined> {
  const { rows } = await sql<{ last: StorageKey | null }>`
    with batch as (
      select key, unreferenced_since from stored_file where key > ${after} order by key limit ${limit}
    ), checked as materialized (
      select b.key, ${isReferenced(sql`b.key`)} as referenced from batch b
    ), changed as (
      update stored_file f set unreferenced_since = case when c.referenced then null else ${now}::timestamptz end
      from checked c where f.key = c.key and c.referenced = (f.unreferenced_since is not null)
    )
    select max(key) as last from batch`.execute(db);
  return rows[0]?.last ?? undefined;
}

/** Marks files whose grace period is waived, such as the photos of a deleted account. */
export async function waiveGracePeriod(db: Executor, imageIds: readonly string[]): Promise<void> {
  await sql`
    update stored_file set unreferenced_since = '-infinity'
    where key in (
      select storage_key from image where id = any(${imageIds}::text[])
      union select storage_key from image_variant where image_id = any(${imageIds}::text[]))`.execute(db);
}

/** Lists files that have been unreferenced since `until` or longer. */
export async function listCollectable(
  db: Executor,
  { until, after, limit }: { until: Date; after: StorageKey; limit: number },
): Promise<StorageKey[]> {
  const { rows } = await sql<{ key: StorageKey }>`
    select key from stored_file where unreferenced_since <= ${until} and key > ${after}
    order by key limit ${limit}`.execute(db);
  return rows.map(({ key }) => key);
}

/**
 * Locks a collectable file until the transaction ends; uploads of the same content wait. Returns undefined if it was
 * uploaded again, or if another node collects it. Unmarks a file that is referenced again.
 */
export async function lockCollectable(
  tx: Executor,
  key: StorageKey,
  until: Date,
): Promise<{ bytes: number; hasCopy: boolean } | undefined> {
  const { rows } = await sql<{ bytes: number | null; hasCopy: boolean }>`
    select bytes, public_state is not null as "hasCopy" from stored_file where key = ${key} and unreferenced_since <= ${until}
    for update skip locked`.execute(tx);
  const [locked] = rows;
  if (locked === undefined) return undefined;
  const { rows: unmarked } = await sql`
    update stored_file set unreferenced_since = null where key = ${key} and ${isReferenced(sql`${key}::text`)}
    returning key`.execute(tx);
  return unmarked.length > 0 ? undefined : { bytes: locked.bytes ?? 0, hasCopy: locked.hasCopy };
}

/**
 * Deletes the rows that describe a locked file.
 * @throws a foreign key violation if a reference was added meanwhile
 */
export async function deleteDescriptions(tx: Executor, key: StorageKey): Promise<void> {
  await sql`delete from image_variant where storage_key = ${key}`.execute(tx);
  await sql`delete from image where storage_key = ${key}`.execute(tx);
  await sql`delete from audio_match where audio_key = ${key}`.execute(tx);
  await sql`delete from audio_file where key = ${key}`.execute(tx);
  await sql`delete from stored_file where key = ${key}`.execute(tx);
}

/** Files of one batch, or of all. */
export type FileCounts = { stored: FileTotals; unreferenced: FileTotals; collectable: FileTotals };

/** Counts a batch without changing it. `last` is undefined after the last batch. */
export async function countBatch(
  db: Executor,
  { after, limit, until }: { after: StorageKey; limit: number; until: Date },
): Promise<FileCounts & { last: StorageKey | undefined }> {
  const { rows } = await sql<CountRow>`
    with batch as (
      select key, coalesce(bytes, 0) as bytes, unreferenced_since from stored_file where key > ${after}
      order by key limit ${limit}
    ), checked as (
      select b.*, not ${isReferenced(sql`b.key`)} as is_unreferenced from batch b
    )
    select max(key) as last, count(*) as files, coalesce(sum(bytes), 0)::bigint as bytes,
      count(*) filter (where is_unreferenced) as unreferenced_files,
      coalesce(sum(bytes) filter (where is_unreferenced), 0)::bigint as unreferenced_bytes,
      count(*) filter (where is_unreferenced and unreferenced_since <= ${until}) as collectable_files,
      coalesce(sum(bytes) filter (where is_unreferenced and unreferenced_since <= ${until}), 0)::bigint as collectable_bytes
    from checked`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("an aggregate has one row");
  return {
    last: row.last ?? undefined,
    stored: { files: row.files, bytes: row.bytes },
    unreferenced: { files: row.unreferenced_files, bytes: row.unreferenced_bytes },
    collectable: { files: row.collectable_files, bytes: row.collectable_bytes },
  };
}

type CountRow = {
  last: StorageKey | null;
  files: number;
  bytes: number;
  unreferenced_files: number;
  unreferenced_bytes: number;
  collectable_files: number;
  collectable_bytes: number;
};

/** Runs statements that read whole tables, which may take longer than a request may. */
export function withoutTimeout<Result>(
  db: Database,
  run: (tx: Executor) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    return run(tx);
  });
}
