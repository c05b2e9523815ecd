import type { RestrictedKind } from "@wrapsody/shared/operations/takedown.ts";
import type { RawBuilder } from "kysely";
import { type Executor, sql } from "../../platform/database/database.ts";
import type { StorageKey } from "../../platform/storage/key.ts";
import { isPublic, isRestrictedImage } from "./public-files.data.ts";
import { isUsedImage, isUsedRecording } from "./references.data.ts";

/** For `image i` or `image_variant v` with the key. */
const existsAsImage = (
  key: RawBuilder<unknown>,
  condition: (id: RawBuilder<unknown>) => RawBuilder<unknown>,
) => sql`(
  exists (select from image i where i.storage_key = ${key} and ${condition(sql`i.id`)})
  or exists (select from image_variant v where v.storage_key = ${key} and ${condition(sql`v.image_id`)}))`;

const isRestrictedFile = (key: RawBuilder<unknown>) => sql`(
  exists (select from song s where s.audio_key = ${key} and s.status = 'RESTRICTED')
  or exists (select from song s where s.incoming_audio_key = ${key} and s.status = 'RESTRICTED')
  or exists (select from song_master m join song s on s.id = m.song_id where m.file_key = ${key} and s.status = 'RESTRICTED')
  or ${existsAsImage(key, isRestrictedImage)})`;

/**
 * Selects whether a file is to be withheld: something restricted has it, or nothing any more, and nothing public. So a file stays
 * withheld if its publisher replaces it or deletes the wrap.
 */
const isToBeWithheld = (key: RawBuilder<unknown>) => sql<boolean>`(not ${isPublic(key)}
  and (${isRestrictedFile(key)} or not (${isUsedRecording(key)} or ${existsAsImage(key, isUsedImage)})))`;

/** Something that is restricted or restored; `kind` and `target` as in `restriction`. */
export type RestrictedThing = { kind: RestrictedKind; target: string };

/** Lists the files of a thing and of all that belongs to it, recordings first. */
export async function listFilesOf(db: Executor, { kind, target }: RestrictedThing): Promise<StorageKey[]> {
  const targetIf = (expected: RestrictedThing["kind"]) => sql`${kind === expected ? target : null}`;
  const { rows } = await sql<{ key: StorageKey }>`
    with own_artist as (
      select id, image_id from artist where id = ${targetIf("artist")}::int or owner_id = ${targetIf("account")}::uuid
    ), own_song as (
      select s.id, s.image_id, s.audio_key, s.incoming_audio_key from song s
      where s.id = ${targetIf("wrap")}::int or s.artist_id in (select id from own_artist)
    ), own_campaign as (
      select c.id, c.promo_image_id from campaign c
      where c.id = ${targetIf("experience")}::int or c.song_id in (select id from own_song)
    ), own_image as (
      select image_id from own_song union select image_id from own_artist
      union select waiting_image_id from song_change where song_id in (select id from own_song)
      union select image_id from album where id in (select album_id from song_album where song_id in (select id from own_song))
      union select promo_image_id from own_campaign
      union select image_id from component where campaign_id in (select id from own_campaign)
      union select rendered_image_id from participant where campaign_id in (select id from own_campaign)
      union select rendered_image_id from participant
        where campaign_id = split_part(${targetIf("artwork")}, '-', 1)::int and id = split_part(${targetIf("artwork")}, '-', 2)::bigint
    ), own_file as (
      select audio_key as key, 1 as place from own_song union select incoming_audio_key, 1 from own_song
      union select file_key, 2 from song_master where song_id in (select id from own_song)
      union select storage_key, 3 from image where id in (select image_id from own_image)
      union select storage_key, 3 from image_variant where image_id in (select image_id from own_image)
    )
    select key from own_file where key is not null group by key order by min(place), key`.execute(db);
  return rows.map(({ key }) => key);
}

/** Lists withheld files. */
export async function listWithheldFiles(
  db: Executor,
  { after, limit }: { after: StorageKey; limit: number },
): Promise<StorageKey[]> {
  const { rows } = await sql<{ key: StorageKey }>`
    select key from stored_file where withheld_at is not null and key > ${after} order by key limit ${limit}`.execute(
    db,
  );
  return rows.map(({ key }) => key);
}

/** Marks a file as withheld if it is to be. Returns whether it is marked. */
export async function markWithheld(db: Executor, key: StorageKey, now: Date): Promise<boolean> {
  await sql`
    update stored_file set withheld_at = ${now}
    where key = ${key} and withheld_at is null and ${isToBeWithheld(sql`${key}::text`)}`.execute(db);
  const { rows } = await sql`select from stored_file where key = ${key} and withheld_at is not null`.execute(
    db,
  );
  return rows.length > 0;
}

/** Locks where a file lies until the transaction ends. */
export async function lockPlace(tx: Executor, key: StorageKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`place of ${key}`}, 0))`.execute(tx);
}

/** Returns whether a marked file is to be withheld; undefined for one without the mark. */
export async function readIsToBeWithheld(tx: Executor, key: StorageKey): Promise<boolean | undefined> {
  const { rows } = await sql<{ withheld: boolean }>`
    select ${isToBeWithheld(sql`${key}::text`)} as withheld from stored_file
    where key = ${key} and withheld_at is not null`.execute(tx);
  return rows[0]?.withheld;
}

export async function unmarkWithheld(tx: Executor, key: StorageKey): Promise<void> {
  await sql`update stored_file set withheld_at = null where key = ${key}`.execute(tx);
}
