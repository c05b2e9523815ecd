import { type Executor, sql } from "../../../../platform/database/database.ts";

/** A PRESELECTED component and the photo that was added for it. */
export type PhotoSlot = { id: number; name: string; slot_number: number; imageId: string | null };

/** Lists the photos that the order's campaign asks for, by slot. */
export async function listPhotoSlots(
  db: Executor,
  { orderId, campaignId }: { orderId: number; campaignId: number },
): Promise<PhotoSlot[]> {
  const { rows } = await sql<PhotoSlot>`
    select c.id, c.name, c.slot_number, f.image_id as "imageId"
    from component c left join participation_photo f on f.component_id = c.id and f.participation_id = ${orderId}
    where c.campaign_id = ${campaignId} and c.component_type = 'PRESELECTED' order by c.slot_number, c.id`.execute(
    db,
  );
  return rows;
}

/** Stores a photo, replacing an earlier one for the same component. */
export async function upsertPhoto(
  tx: Executor,
  { orderId, slot, imageId }: { orderId: number; slot: PhotoSlot; imageId: string },
): Promise<void> {
  await sql`
    insert into participation_photo (participation_id, slot_number, component_id, image_id)
    values (${orderId}, ${slot.slot_number}, ${slot.id}, ${imageId})
    on conflict (participation_id, component_id) do update set image_id = excluded.image_id`.execute(tx);
}

/** Returns whether a photo that the order's campaign asks for is missing. */
export async function lacksPhotos(
  tx: Executor,
  { orderId, campaignId }: { orderId: number; campaignId: number },
): Promise<boolean> {
  const { rows } = await sql<{ lacks: boolean }>`
    select exists (
      select from component c where c.campaign_id = ${campaignId} and c.component_type = 'PRESELECTED' and not exists (
        select from participation_photo f where f.participation_id = ${orderId} and f.component_id = c.id)) as lacks`.execute(
    tx,
  );
  return rows[0]?.lacks === true;
}
