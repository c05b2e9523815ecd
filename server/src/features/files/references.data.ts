import type { RawBuilder } from "kysely";
import { sql } from "../../platform/database/database.ts";

type Column = { table: string; column: string };

/** Columns whose rows keep the file with their key. */
export const keyReferences: readonly Column[] = [
  { table: "song", column: "audio_key" },
  { table: "song", column: "incoming_audio_key" },
  { table: "song_master", column: "file_key" },
  { table: "site_build", column: "file_key" },
];

/** Columns whose rows keep the image with their id: its original and the files derived from it. */
export const imageReferences: readonly Column[] = [
  { table: "artist", column: "image_id" },
  { table: "album", column: "image_id" },
  { table: "song", column: "image_id" },
  { table: "song_change", column: "waiting_image_id" },
  { table: "campaign", column: "promo_image_id" },
  { table: "component", column: "image_id" },
  { table: "deleted_component", column: "image_id" },
  { table: "participant", column: "rendered_image_id" },
  { table: "participation_photo", column: "image_id" },
];

/** Columns of rows that describe a file and are deleted with it. `collectFile` deletes them. */
export const fileDescriptions: readonly Column[] = [
  { table: "stored_file", column: "key" },
  { table: "image", column: "storage_key" },
  { table: "image_variant", column: "storage_key" },
  { table: "image_variant", column: "image_id" },
  { table: "audio_file", column: "key" },
  { table: "audio_match", column: "audio_key" },
  { table: "site_asset", column: "file_key" },
];

/**
 * Columns that name content that is never deleted: blocks of IPFS. Tokens on a chain name their metadata, and other
 * nodes may have taken it over.
 */
export const permanentContent: readonly Column[] = [{ table: "wrap_token", column: "metadata_cid" }];

/** Selects whether any row keeps the file with a key. */
export function isReferenced(key: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(
    ${existsIn(keyReferences, key)}
    or exists (select from image i where i.storage_key = ${key} and ${existsIn(imageReferences, sql`i.id`)})
    or exists (select from image_variant v where v.storage_key = ${key} and ${existsIn(imageReferences, sql`v.image_id`)}))`;
}

/** Selects whether a song that is not deleted has a recording or master. */
export const isUsedRecording = (key: RawBuilder<unknown>) => sql<boolean>`(
  exists (select from song s where s.audio_key = ${key} and s.status <> 'DELETED')
  or exists (select from song s where s.incoming_audio_key = ${key} and s.status <> 'DELETED')
  or exists (select from song_master m join song s on s.id = m.song_id where m.file_key = ${key} and s.status <> 'DELETED'))`;

/** Selects whether anything but a deleted song refers to an image. */
export const isUsedImage = (id: RawBuilder<unknown>) => sql<boolean>`(
  exists (select from song s where s.image_id = ${id} and s.status <> 'DELETED')
  or ${existsIn(
    imageReferences.filter(({ table }) => table !== "song"),
    id,
  )})`;

function existsIn(columns: readonly Column[], value: RawBuilder<unknown>): RawBuilder<unknown> {
  const lookups = columns.map(
    ({ table, column }) =>
      sql`exists (select from ${sql.table(table)} r where ${sql.ref(`r.${column}`)} = ${value})`,
  );
  return sql`(${sql.join(lookups, sql` or `)})`;
}
