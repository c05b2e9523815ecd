import { type Executor, sql } from "../server/src/platform/database/database.ts";
import type { DemoDeskWrap } from "./desk.ts";

export type DeskWrapToInsert = {
  wrap: DemoDeskWrap;
  artistId: number;
  imageId: string;
  /** Id of the wrap whose recording it uses. */
  recording: number | null;
};

export async function insertDeskWrap(
  tx: Executor,
  { wrap, artistId, imageId, recording }: DeskWrapToInsert,
): Promise<void> {
  await sql`
    with laid as (
      insert into song (pretty_id, artist_id, artist, name, description, image_id, status, plays, rejection, created_by,
        created_at, submitted_at, listed_at, duration, audio_key, audio_bytes, peaks)
      select ${wrap.slug}, a.id, a.name, ${wrap.title}, ${wrap.description}, ${imageId}, ${wrap.status}, ${wrap.plays},
        ${wrap.rejection ?? null}, a.owner_id, ${wrap.created_at}, ${wrap.submitted_at ?? null},
        ${wrap.status === "HIDDEN" ? wrap.created_at : null}, coalesce(r.duration, 0), r.audio_key, r.audio_bytes, r.peaks
      from artist a left join song r on r.id = ${recording}
      where a.id = ${artistId}
      returning id, audio_key
    )
    insert into audio_match (song_id, audio_key, other_song_id, likeness, created_at)
    select laid.id, laid.audio_key, ${recording}::int, 1, ${wrap.submitted_at ?? wrap.created_at}::timestamptz
    from laid where ${wrap.suspicious ?? false}::bool`.execute(tx);
}

export async function inviteToImport(tx: Executor, accountId: string, by: string): Promise<void> {
  await sql`
    insert into import_invitation (account_id, invited_by, invited_at) values (${accountId}, ${by}, now())`.execute(
    tx,
  );
}
