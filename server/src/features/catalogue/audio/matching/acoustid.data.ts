import { tryWithAdvisoryLock } from "../../../../platform/database/advisory-lock.data.ts";
import { type Executor, sql } from "../../../../platform/database/database.ts";
import type { StorageKey } from "../../../../platform/storage/key.ts";
import { invalidateSongs } from "../../songs/page-entities.ts";

/** Advisory lock: of all nodes, one calls AcoustID at a time. */
const LOOKUP_LOCK = 7_229_414;

/** Runs `run` under the advisory lock; returns false if another node holds it. */
export function tryWithLookupLock(db: Executor, run: () => Promise<void>): Promise<boolean> {
  return tryWithAdvisoryLock(db, sql`${LOOKUP_LOCK}`, run);
}

/** Returns an analysed file without an AcoustID yet. */
export async function findUnidentifiedFile(
  db: Executor,
  key: StorageKey,
): Promise<{ fingerprint: string; duration: number } | undefined> {
  const { rows } = await sql<{ fingerprint: string; duration: number }>`
    select fingerprint, duration from audio_file
    where key = ${key} and state = 'READY' and fingerprint is not null and acoustid_id is null`.execute(db);
  return rows[0];
}

/** Saves the AcoustID of a file and of the songs that play it. */
export async function saveAcoustId(tx: Executor, key: StorageKey, acoustId: string): Promise<void> {
  await sql`update audio_file set acoustid_id = ${acoustId} where key = ${key}`.execute(tx);
  const { rows } = await sql<{ id: number; status: string }>`
    update audio_footprint p set acoustid_id = ${acoustId}
    from song s join audio_file f on f.key = s.audio_key
    where f.key = ${key} and p.song_id = s.id and p.footprint = f.fingerprint returning s.id, s.status`.execute(
    tx,
  );
  const shown = rows.filter(({ status }) => status === "ACTIVE");
  await invalidateSongs(
    tx,
    shown.map(({ id }) => id),
  );
}
