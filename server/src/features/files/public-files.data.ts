import type { RawBuilder } from "kysely";
import { type Executor, sql } from "../../platform/database/database.ts";
import type { StorageKey } from "../../platform/storage/key.ts";
import type { PublicState } from "../../platform/storage/registered-files.data.ts";
import { isPublicArtist, isRestricted } from "../catalogue/index.ts";
import { isKept, isKeptArtwork } from "../experiences/index.ts";
import { isUsedImage, isUsedRecording } from "./references.data.ts";

/** Selects whether anything public shows an image. Components and photos are never public. */
const isPublicImage = (id: RawBuilder<unknown>) => sql`(
  exists (select from song s where s.image_id = ${id} and s.status = 'ACTIVE')
  or exists (select from artist a join song s on s.artist_id = a.id and s.status = 'ACTIVE'
    where a.image_id = ${id} and ${isPublicArtist})
  or exists (select from album al join song_album t on t.album_id = al.id join song s on s.id = t.song_id and s.status = 'ACTIVE'
    where al.image_id = ${id})
  or exists (select from campaign c join song s on s.id = c.song_id and s.status = 'ACTIVE'
    where c.promo_image_id = ${id} and ${isKept})
  or exists (select from participant p join campaign c on c.id = p.campaign_id and ${isKept}
    join song s on s.id = c.song_id and s.status = 'ACTIVE'
    where p.rendered_image_id = ${id} and ${isKeptArtwork}))`;

const isWithheld = (key: RawBuilder<unknown>) =>
  sql`exists (select from stored_file f where f.key = ${key} and f.withheld_at is not null)`;

/** For `campaign c` of `song s`. */
const isOfRestrictedCampaign = sql`(s.status = 'RESTRICTED' or ${isRestricted("experience", sql`c.id::text`)})`;

/** Selects whether something restricted shows an image, and nothing public does. */
export const isRestrictedImage = (id: RawBuilder<unknown>) => sql<boolean>`(
  (exists (select from song s where s.image_id = ${id} and s.status = 'RESTRICTED')
  or exists (select from song_change h join song s on s.id = h.song_id where h.waiting_image_id = ${id} and s.status = 'RESTRICTED')
  or exists (select from artist a where a.image_id = ${id} and not ${isPublicArtist})
  or exists (select from album al join song_album t on t.album_id = al.id join song s on s.id = t.song_id and s.status = 'RESTRICTED'
    where al.image_id = ${id})
  or exists (select from campaign c join song s on s.id = c.song_id
    where c.promo_image_id = ${id} and ${isOfRestrictedCampaign})
  or exists (select from component k join campaign c on c.id = k.campaign_id join song s on s.id = c.song_id
    where k.image_id = ${id} and ${isOfRestrictedCampaign})
  or exists (select from participant p join campaign c on c.id = p.campaign_id join song s on s.id = c.song_id
    where p.rendered_image_id = ${id}
      and (${isOfRestrictedCampaign} or ${isRestricted("artwork", sql`p.campaign_id::text || '-' || p.id::text`)})))
  and not ${isPublicImage(id)})`;

export type AudioRestriction = "none" | "restricted" | "scheduled";

/**
 * Returns why a recording may not be delivered: only restricted wraps, or wraps that are listed later, have it, and no public one.
 * A withheld one that no wrap has any more stays restricted, because its publisher replaced it or deleted the wrap.
 */
export async function readAudioRestriction(db: Executor, key: StorageKey): Promise<AudioRestriction> {
  const { rows } = await sql<{ restriction: AudioRestriction }>`
    select case
      when exists (select from song s where s.audio_key = ${key} and s.status = 'ACTIVE') then 'none'
      when exists (select from song s where s.audio_key = ${key} and s.status = 'RESTRICTED')
        or exists (select from song s where s.incoming_audio_key = ${key} and s.status = 'RESTRICTED') then 'restricted'
      when exists (select from song s where s.audio_key = ${key} and s.listed_from is not null)
        or exists (select from song s where s.incoming_audio_key = ${key} and s.listed_from is not null) then 'scheduled'
      when ${isWithheld(sql`${key}::text`)} and not ${isUsedRecording(sql`${key}::text`)} then 'restricted'
      else 'none' end as restriction`.execute(db);
  return rows[0]?.restriction ?? "none";
}

/** Returns whether an image may not be delivered; also a withheld one that nothing shows any more. Checks first whether anything is restricted at all. */
export async function readImageRestriction(db: Executor, id: string): Promise<boolean> {
  const { rows } = await sql<{ restricted: boolean }>`
    select case when exists (select from restriction where ended_at is null) then ${isRestrictedImage(sql`${id}::text`)}
      or (exists (select from image i where i.id = ${id} and ${isWithheld(sql`i.storage_key`)})
          and not ${isUsedImage(sql`${id}::text`)})
      else false end as restricted`.execute(db);
  return rows[0]?.restricted === true;
}

/** Returns whether a block on IPFS may not be delivered: tokens of restricted wraps have it, and no other token. */
export async function readContentRestriction(db: Executor, block: string): Promise<boolean> {
  const { rows } = await sql<{ restricted: boolean | null }>`
    select bool_and(s.status = 'RESTRICTED') as restricted
    from wrap_token t join song s on s.id = t.song_id where t.ipfs_blocks @> array[${block}::text]`.execute(
    db,
  );
  return rows[0]?.restricted === true;
}

/** Selects whether a file is the recording of a public wrap, or a public image or derived from one. */
export const isPublic = (key: RawBuilder<unknown>) => sql<boolean>`(
  exists (select from song s where s.audio_key = ${key} and s.status = 'ACTIVE')
  or exists (select from image i where i.storage_key = ${key} and ${isPublicImage(sql`i.id`)})
  or exists (select from image_variant v where v.storage_key = ${key} and ${isPublicImage(sql`v.image_id`)}))`;

/** Lists files that wait for a decision. */
export async function listUndecided(
  db: Executor,
  { after, limit }: { after: StorageKey; limit: number },
): Promise<StorageKey[]> {
  const { rows } = await sql<{ key: StorageKey }>`
    select key from stored_file where public_state in ('REQUESTED', 'PUBLISHING', 'WITHDRAWN') and key > ${after}
    order by key limit ${limit}`.execute(db);
  return rows.map(({ key }) => key);
}

/** Locks a file until the transaction ends. `isPublic`: whether anything public shows it. */
export async function lockPublicFile(
  tx: Executor,
  key: StorageKey,
): Promise<{ state: PublicState | null; isPublic: boolean } | undefined> {
  await sql`select from stored_file where key = ${key} for update`.execute(tx);
  const { rows } = await sql<{ state: PublicState | null; isPublic: boolean }>`
    select public_state as state, ${isPublic(sql`${key}::text`)} as "isPublic" from stored_file where key = ${key}`.execute(
    tx,
  );
  return rows[0];
}

export async function setPublicState(
  tx: Executor,
  key: StorageKey,
  state: PublicState | null,
): Promise<void> {
  await sql`update stored_file set public_state = ${state} where key = ${key}`.execute(tx);
}

/** Withdraws the copies of the files of wraps: their recordings, and the images of them, their artists, albums and experiences. */
export async function withdrawSongFiles(tx: Executor, songIds: readonly number[]): Promise<void> {
  await sql`
    with own_image as (
      select image_id from song where id = any(${songIds}::int[])
      union select a.image_id from artist a join song s on s.artist_id = a.id where s.id = any(${songIds}::int[])
      union select al.image_id from album al join song_album t on t.album_id = al.id where t.song_id = any(${songIds}::int[])
      union select promo_image_id from campaign where song_id = any(${songIds}::int[])
      union select p.rendered_image_id from participant p join campaign c on c.id = p.campaign_id where c.song_id = any(${songIds}::int[])
    )
    update stored_file set public_state = 'WITHDRAWN'
    where public_state is not null and key in (
      select audio_key from song where id = any(${songIds}::int[])
      union select v.storage_key from image_variant v join own_image o on o.image_id = v.image_id)`.execute(
    tx,
  );
}

/** Withdraws the copies of all files that nothing public shows any more, such as those of a deleted account. */
export async function withdrawStaleFiles(db: Executor): Promise<void> {
  await sql`
    update stored_file f set public_state = 'WITHDRAWN'
    where f.public_state = 'PUBLIC' and not ${isPublic(sql`f.key`)}`.execute(db);
}
