import type { ListingState } from "@wrapsody/shared/studio/studio.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";

/** An artist of the caller, locked until the transaction ends. */
export type LockedArtist = { id: number; name: string };

/** A wrap of the caller, locked until the transaction ends. */
export type LockedSong = {
  id: number;
  pretty_id: string;
  artist_id: number;
  name: string;
  /** Seconds; 0 if unknown. */
  duration: number;
  status: ListingState;
  image_id: string | null;
  audio_key: string | null;
  incoming_audio_key: string | null;
};

/** Locks an artist of the caller by id or clean id. */
export async function lockOwnArtist(
  tx: Executor,
  accountId: string,
  reference: string,
): Promise<LockedArtist | undefined> {
  const { rows } = await sql<LockedArtist>`
    select id, name from artist
    where owner_id = ${accountId} and ${matchesReference("artist_clean_id", reference)} for update`.execute(
    tx,
  );
  return rows[0];
}

/** Locks a wrap of the caller by id or pretty id; deleted wraps are not found. */
export async function lockOwnSong(
  tx: Executor,
  accountId: string,
  reference: string,
): Promise<LockedSong | undefined> {
  const { rows } = await sql<LockedSong>`
    select id, pretty_id, artist_id, name, duration, status, image_id, audio_key, incoming_audio_key from song
    where status <> 'DELETED' and ${matchesReference("pretty_id", reference)}
      and artist_id in (select id from artist where owner_id = ${accountId}) for update`.execute(tx);
  return rows[0];
}

/**
 * Compares with the id if the reference is a number: names never consist of digits alone. `alias` is the
 * table's alias with its dot.
 */
export function matchesReference(name: "artist_clean_id" | "pretty_id", reference: string, alias = "") {
  const column = (of: string) => sql.ref(`${alias}${of}`);
  return /^\d{1,9}$/.test(reference)
    ? sql`${column("id")} = ${Number(reference)}`
    : sql`${column(name)} = ${reference}`;
}
