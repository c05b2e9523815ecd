import type { Image, imageFormats } from "@wrapsody/shared/api/media.ts";
import type { RawBuilder } from "kysely";
import { type Executor, sql } from "../../platform/database/database.ts";
import { AMBIENT_VERSION } from "./ambient-colors.ts";

export type ImageFormat = (typeof imageFormats)[number];
export type StoredImage = Image & { storage_key: string };

/** Selects an image as JSON or null; `table` is the alias of `image` in the query. */
export function imageColumn(table: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${table}.id is not null then json_build_object('id', ${table}.id, 'width', ${table}.width,
    'height', ${table}.height, 'thumbhash', ${table}.thumbhash, 'ambient', ${table}.ambient, 'on_ambient', ${table}.on_ambient) end`;
}

/** Does nothing if the same bytes are already stored. */
export async function insertImage(tx: Executor, image: StoredImage): Promise<void> {
  await sql`
    insert into image (id, storage_key, width, height, thumbhash, ambient, on_ambient, ambient_version)
    values (${image.id}, ${image.storage_key}, ${image.width}, ${image.height}, ${image.thumbhash}, ${image.ambient}, ${image.on_ambient},
      ${AMBIENT_VERSION})
    on conflict (id) do nothing`.execute(tx);
}

export async function findImage(db: Executor, id: string): Promise<StoredImage | undefined> {
  const { rows } = await sql<StoredImage>`
    select id, storage_key, width, height, thumbhash, ambient, on_ambient from image where id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/** Lists images whose colours an earlier version picked. */
export async function listOutdatedAmbients(
  db: Executor,
  { limit }: { limit: number },
): Promise<{ id: string; storage_key: string }[]> {
  const { rows } = await sql<{ id: string; storage_key: string }>`
    select id, storage_key from image
    where ambient_version < ${sql.lit(AMBIENT_VERSION)} order by id limit ${limit}`.execute(db);
  return rows;
}

/** Does nothing if another process was faster. Without colours the image keeps its own. */
export async function updateAmbient(
  db: Executor,
  id: string,
  colours: { ambient: string; on_ambient: string } | undefined,
): Promise<void> {
  await sql`
    update image set ambient = coalesce(${colours?.ambient ?? null}, ambient),
      on_ambient = coalesce(${colours?.on_ambient ?? null}, on_ambient), ambient_version = ${AMBIENT_VERSION}
    where id = ${id} and ambient_version < ${AMBIENT_VERSION}`.execute(db);
}

export async function findVariant(
  db: Executor,
  id: string,
  width: number,
  format: ImageFormat,
): Promise<string | undefined> {
  const { rows } = await sql<{ storage_key: string }>`
    select storage_key from image_variant where image_id = ${id} and width = ${width} and format = ${format}`.execute(
    db,
  );
  return rows[0]?.storage_key;
}

export async function insertVariant(
  db: Executor,
  id: string,
  width: number,
  format: ImageFormat,
  storageKey: string,
): Promise<void> {
  await sql`
    insert into image_variant (image_id, width, format, storage_key) values (${id}, ${width}, ${format}, ${storageKey})
    on conflict do nothing`.execute(db);
}

/** Withdraws the public copies of a replaced image, unless anything public still shows it. */
export async function withdrawImage(tx: Executor, id: string): Promise<void> {
  await sql`
    update stored_file set public_state = 'WITHDRAWN'
    where public_state is not null and key in (select storage_key from image_variant where image_id = ${id})`.execute(
    tx,
  );
}
