import type { Component, SlotName } from "@wrapsody/shared/experiences/experiences.ts";
import { type Executor, sql } from "../../../../platform/database/database.ts";

/** A stored component. QR fields are null unless it is a QR code. */
export type ComponentFields = Omit<Component, "id" | "s3_bucket_uri" | "image"> & { imageId: string | null };

export async function insertComponent(
  tx: Executor,
  campaignId: number,
  { now, ...component }: ComponentFields & { now: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into component (campaign_id, name, slot_number, component_type, anchor_point, layer_level, rarity, width, offset_x,
      offset_y, image_id, max_permitted, qr_code_link, qr_code_width, secure_link, fg_color, bg_color, created_at)
    values (${campaignId}, ${component.name}, ${component.slot_number}, ${component.component_type}, ${component.anchor_point},
      ${component.layer_level}, ${component.rarity}, ${component.width}, ${component.offsetX}, ${component.offsetY},
      ${component.imageId}, ${component.max_permitted}, ${component.qr_code_link}, ${component.qr_code_width},
      ${component.secure_link}, ${component.fg_color}, ${component.bg_color}, ${now})
    returning id`.execute(tx);
  const [added] = rows;
  if (added === undefined) throw new Error("component was not inserted");
  return added.id;
}

/** Updates everything but the type. */
export async function updateComponent(tx: Executor, id: number, component: ComponentFields): Promise<void> {
  await sql`
    update component set name = ${component.name}, slot_number = ${component.slot_number}, anchor_point = ${component.anchor_point},
      layer_level = ${component.layer_level}, rarity = ${component.rarity}, width = ${component.width},
      offset_x = ${component.offsetX}, offset_y = ${component.offsetY}, image_id = ${component.imageId},
      max_permitted = ${component.max_permitted}, qr_code_link = ${component.qr_code_link},
      qr_code_width = ${component.qr_code_width}, secure_link = ${component.secure_link}, fg_color = ${component.fg_color},
      bg_color = ${component.bg_color}
    where id = ${id}`.execute(tx);
}

/** Deletes components and keeps them for `restoreComponents`. Returns the ids of the components that existed. */
export async function deleteComponents(
  tx: Executor,
  { campaignId, ids, now }: { campaignId: number; ids: readonly number[]; now: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with gone as (
      delete from component where campaign_id = ${campaignId} and id = any(${ids}::bigint[]) returning *
    )
    insert into deleted_component (id, campaign_id, image_id, fields, deleted_at)
    select id, campaign_id, image_id, to_jsonb(gone), ${now} from gone returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Inserts deleted components again, with their ids. Returns the ids of the components that were restored. */
export async function restoreComponents(
  tx: Executor,
  campaignId: number,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with kept as (
      delete from deleted_component where campaign_id = ${campaignId} and id = any(${ids}::bigint[]) returning fields
    )
    insert into component overriding system value
    select restored.* from kept, jsonb_populate_record(null::component, kept.fields) restored returning id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

export async function forgetDeletedComponents(db: Executor, deletedBefore: Date): Promise<void> {
  await sql`delete from deleted_component where deleted_at < ${deletedBefore}`.execute(db);
}

export async function updateSlotNames(
  tx: Executor,
  campaignId: number,
  names: readonly SlotName[],
): Promise<void> {
  await sql`update campaign set slot_names = ${JSON.stringify(names)}::jsonb where id = ${campaignId}`.execute(
    tx,
  );
}

/** Reads the secret seed from which all pictures of a campaign are drawn. */
export async function readSeed(db: Executor, campaignId: number): Promise<string> {
  const { rows } = await sql<{ seed: string }>`select seed from campaign where id = ${campaignId}`.execute(
    db,
  );
  const [found] = rows;
  if (found === undefined) throw new Error(`campaign ${campaignId} not found`);
  return found.seed;
}
