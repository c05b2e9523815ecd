import { type Executor, sql } from "../../../../platform/database/database.ts";
import type { StorageKey } from "../../../../platform/storage/key.ts";

/** Advisory lock: recordings are compared one after the other. */
const COMPARE_LOCK = 7_229_413;

/**
 * Waits until no other transaction compares recordings, so that two matching uploads cannot miss each other.
 */
export async function lockComparisons(tx: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(${COMPARE_LOCK})`.execute(tx);
}

export async function readFingerprint(db: Executor, key: StorageKey): Promise<string | null> {
  const { rows } = await sql<{ fingerprint: string | null }>`
    select fingerprint from audio_file where key = ${key} and state = 'READY'`.execute(db);
  return rows[0]?.fingerprint ?? null;
}

/** Files read per term, and candidates compared in full. */
const MAX_FILES_PER_TERM = 100;
const MAX_CANDIDATES = 40;

/**
 * Lists other accounts' recordings with the most terms in common. Looks up each term separately: the planner
 * cannot know how rare a term is, and would scan all recordings otherwise.
 */
export async function listCandidates(
  db: Executor,
  { key, terms, ownerId }: { key: StorageKey; terms: readonly number[]; ownerId: string | null },
): Promise<{ key: StorageKey; fingerprint: string }[]> {
  const { rows } = await sql<{ key: StorageKey; fingerprint: string }>`
    with common as materialized (
      select found.key, count(*) as terms from unnest(${terms}::int[]) searched(term)
      cross join lateral (select key from audio_file where terms @> array[searched.term] limit ${sql.lit(MAX_FILES_PER_TERM)}) found
      group by found.key
    )
    select f.key, f.fingerprint from common join audio_file f on f.key = common.key
    where f.key <> ${key} and f.state = 'READY' and f.fingerprint is not null and exists (
      select from song o join artist a on a.id = o.artist_id
      where o.audio_key = f.key and o.status <> 'DELETED' and a.owner_id is distinct from ${ownerId}::uuid)
    order by common.terms desc, f.created_at limit ${sql.lit(MAX_CANDIDATES)}`.execute(db);
  return rows;
}

export type SimilarFile = { key: StorageKey; likeness: number };

/**
 * Saves which songs of other accounts match the recording that a song waits for. Reopens earlier decisions.
 * Ignores songs that are themselves contested by this owner. Returns whether any song matches.
 */
export async function saveMatches(
  tx: Executor,
  song: { id: number; ownerId: string | null },
  { key, alike, now }: { key: StorageKey; alike: readonly SimilarFile[]; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into audio_match (song_id, audio_key, other_song_id, likeness, created_at)
    select ${song.id}, ${key}, o.id, alike.likeness, ${now}
    from unnest(${alike.map((file) => file.key)}::text[], ${alike.map(({ likeness }) => likeness)}::real[]) alike(key, likeness)
    join song o on o.audio_key = alike.key and o.status <> 'DELETED'
    join artist a on a.id = o.artist_id and a.owner_id is distinct from ${song.ownerId}::uuid
    where o.id <> ${song.id} and not exists (
      select from audio_match m join song own on own.id = m.other_song_id join artist ma on ma.id = own.artist_id
      where m.song_id = o.id and m.audio_key = o.audio_key and ma.owner_id = ${song.ownerId}::uuid)
    order by alike.likeness desc, o.id limit ${MAX_CANDIDATES}
    on conflict (song_id, audio_key, other_song_id) do update
      set decided_at = null, likeness = excluded.likeness, created_at = excluded.created_at
    returning other_song_id`.execute(tx);
  return rows.length > 0;
}
