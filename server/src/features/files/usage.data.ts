import { type Executor, sql } from "../../platform/database/database.ts";

/**
 * Counts the bytes of the files that an account uploaded and still uses: recordings, masters and images of its wraps, artists, albums
 * and experiences, and photos for its artworks, also images that wait for approval. Content that it uses twice counts once. Files made by the program do not count.
 */
export async function countStorageBytes(db: Executor, accountId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    with own_artist as (
      select id, image_id from artist where owner_id = ${accountId}
    ), own_song as (
      select s.id, s.image_id, s.audio_key, s.incoming_audio_key
      from song s join own_artist a on a.id = s.artist_id where s.status <> 'DELETED'
    ), own_campaign as (
      select c.id, c.promo_image_id from campaign c join own_song s on s.id = c.song_id where c.deleted_at is null
    ), own_image as (
      select image_id from own_artist union select image_id from own_song
      union select al.image_id from album al join own_artist a on a.id = al.artist_id
      union select h.waiting_image_id from song_change h join own_song s on s.id = h.song_id
      union select promo_image_id from own_campaign
      union select p.image_id from component p join own_campaign c on c.id = p.campaign_id
      union select f.image_id from participation_photo f join participation o on o.id = f.participation_id
        where o.account_id = ${accountId}
    ), own_key as (
      select audio_key as key from own_song union select incoming_audio_key from own_song
      union select m.file_key from song_master m join own_song s on s.id = m.song_id
      union select i.storage_key from image i join own_image o on o.image_id = i.id
    )
    select coalesce(sum(f.bytes), 0)::bigint as bytes from own_key k join stored_file f on f.key = k.key`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
}
