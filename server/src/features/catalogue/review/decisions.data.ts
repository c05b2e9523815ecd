import { type Executor, sql } from "../../../platform/database/database.ts";
import type { LockedSong } from "../studio/ownership.data.ts";
import { matchesReference } from "../studio/ownership.data.ts";

export type DecisionRow = {
  decision: "APPROVED" | "REJECTED";
  reason: string | null;
  decided_by: string | null;
  at: string;
};

/** Lists the decisions about a song, latest first. */
export async function listDecisions(db: Executor, songId: number): Promise<DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`
    select decision, reason, decided_by, decided_at as at from review
    where song_id = ${songId} order by decided_at desc, id desc`.execute(db);
  return rows;
}

export type SongInReview = LockedSong & { owner_id: string | null };

/** Locks any song, so that the second of two decisions sees the first. */
export async function lockForReview(tx: Executor, reference: string): Promise<SongInReview | undefined> {
  const { rows } = await sql<SongInReview>`
    select id, pretty_id, artist_id, name, duration, status, image_id, audio_key, incoming_audio_key,
      (select owner_id from artist where id = artist_id) as owner_id
    from song where status <> 'DELETED' and ${matchesReference("pretty_id", reference)} for update`.execute(
    tx,
  );
  return rows[0];
}

export async function insertDecision(
  tx: Executor,
  review: { songId: number; decision: "APPROVED" | "REJECTED"; reason: string | null; by: string; now: Date },
): Promise<void> {
  const { songId, decision, reason, by, now } = review;
  await sql`
    insert into review (song_id, decision, reason, decided_by, decided_at)
    values (${songId}, ${decision}, ${reason}, ${by}, ${now})`.execute(tx);
}
