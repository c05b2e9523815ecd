import type { ListingState } from "@wrapsody/shared/studio/studio.ts";
import { type Executor, sql } from "../../../../platform/database/database.ts";
import { type AudioState, audioStateColumn } from "../../audio/own-audio.data.ts";
import type { ListingEvent } from "./listing-transition.ts";

/** Facts that decide a submission. */
export type ListingFacts = {
  hasImage: boolean;
  isAudible: boolean;
  audio: AudioState;
  isContested: boolean;
  /** The recording that waits is contested. */
  isRecordingContested: boolean;
  /** It is to be listed in the future. */
  isScheduled: boolean;
  listedFrom: string | null;
  listedZone: string | null;
};

/** `tx` holds the song. */
export async function readListingFacts(tx: Executor, songId: number, now: Date): Promise<ListingFacts> {
  const { rows } = await sql<ListingFacts>`
    select s.image_id is not null as "hasImage", s.audio_key is not null as "isAudible", ${audioStateColumn} as audio,
      exists (select from audio_match m where m.song_id = s.id and m.decided_at is null) as "isContested",
      exists (select from audio_match m where m.song_id = s.id and m.audio_key = s.incoming_audio_key and m.decided_at is null)
        as "isRecordingContested",
      coalesce(s.listed_from > ${now}, false) as "isScheduled", s.listed_from as "listedFrom", s.listed_zone as "listedZone"
    from song s where s.id = ${songId}`.execute(tx);
  const [facts] = rows;
  if (facts === undefined) throw new Error(`song ${songId} is locked but missing`);
  return facts;
}

type ChangedListing = { pretty_id: string; name: string; owner_id: string | null };

/**
 * Saves the state after an event; only a rejection leaves its reason. A wrap that is listed for the first time gets a
 * new `created_at`, so that it is the newest in lists. `tx` holds the song.
 */
export async function updateListing(
  tx: Executor,
  songId: number,
  { status, event, now }: { status: ListingState | "DELETED"; event: ListingEvent; now: Date },
): Promise<ChangedListing> {
  const rejection = event.type === "reject" ? event.reason : null;
  const { rows } = await sql<ChangedListing>`
    update song set status = ${status}, rejection = ${rejection}, updated_at = ${now},
      submitted_at = case when ${event.type === "submit"} then ${now} else submitted_at end,
      deleted_at = case when ${status} = 'DELETED' then ${now}::timestamptz end,
      listed_from = case when ${isOver(status)} then null else listed_from end,
      listed_zone = case when ${isOver(status)} then null else listed_zone end,
      listed_at = case when ${isFirstListed(status)} then ${now} else coalesce(listed_at, case when ${wasListed} then created_at end) end,
      added_at = coalesce(added_at, created_at), created_at = case when ${isFirstListed(status)} then ${now} else created_at end
    where id = ${songId}
    returning pretty_id, name, (select owner_id from artist where id = artist_id) as owner_id`.execute(tx);
  const [changed] = rows;
  if (changed === undefined) throw new Error(`song ${songId} is locked but missing`);
  return changed;
}

/** Whether the wrap waits for no date any more. */
const isOver = (status: string) => sql`(${status} in ('ACTIVE', 'DELETED'))`;
const wasListed = sql`(listed_at is not null or status in ('ACTIVE', 'HIDDEN'))`;
const isFirstListed = (status: string) => sql`(${status} = 'ACTIVE' and not ${wasListed})`;

/** Closes the open matches of a deleted song. */
export async function closeOwnMatches(tx: Executor, songId: number, now: Date): Promise<void> {
  await sql`
    update audio_match set decided_at = ${now} where song_id = ${songId} and decided_at is null`.execute(tx);
}

/** Lists the wraps whose recording is contested because of a song. */
export async function listSongsContestedBy(db: Executor, otherSongId: number): Promise<number[]> {
  const { rows } = await sql<{ song_id: number }>`
    select distinct song_id from audio_match
    where other_song_id = ${otherSongId} and decided_at is null order by song_id`.execute(db);
  return rows.map(({ song_id }) => song_id);
}

/** Locks any song; returns false if it is deleted. */
export async function lockSong(tx: Executor, songId: number): Promise<boolean> {
  const { rows } = await sql`
    select from song where id = ${songId} and status <> 'DELETED' for update`.execute(tx);
  return rows.length > 0;
}

/**
 * Closes the matches with a deleted song. Returns whether the recording is still contested by another. `tx`
 * holds the song.
 */
export async function closeMatchesWith(
  tx: Executor,
  { songId, otherSongId, now }: { songId: number; otherSongId: number; now: Date },
): Promise<boolean> {
  await sql`
    update audio_match set decided_at = ${now}
    where song_id = ${songId} and other_song_id = ${otherSongId} and decided_at is null`.execute(tx);
  const { rows } = await sql`
    select from audio_match where song_id = ${songId} and decided_at is null limit 1`.execute(tx);
  return rows.length > 0;
}
