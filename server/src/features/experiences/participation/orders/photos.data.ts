import { type Executor, sql } from "../../../../platform/database/database.ts";

/** A component that asks for a photo, and the photo that was given for it. */
export type PhotoSlot = { id: number; name: string; slot_number: number; imageId: string | null };

/** What an order's campaign asks for, by slot. */
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

/** Takes the place of the photo that was given for the component before. */
export async function upsertPhoto(
  tx: Executor,
  { orderId, slot, imageId }: { orderId: number; slot: PhotoSlot; imageId: string },
): Promise<void> {
  await sql`
    insert into participation_photo (participation_id, slot_number, component_id, image_id)
    values (${orderId}, ${slot.slot_number}, ${slot.id}, ${imageId})
    on conflict (participation_id, component_id) do update set image_id = excluded.image_id`.execute(tx);
}
