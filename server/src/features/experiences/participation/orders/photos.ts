import type { AnswerOf, BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import { readCrop } from "@wrapsody/shared/experiences/crop.ts";
import type { getPreselected, postPreselected } from "@wrapsody/shared/experiences/participation.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { Failure } from "../../../../platform/failure.ts";
import type { Upload } from "../../../../platform/http/uploads.ts";
import { assertStorageQuota } from "../../../accounts/index.ts";
import { storePhotoUpload } from "../../../artwork/index.ts";
import { applyOrderEvent } from "./apply-event.ts";
import { assertActive, type OrderCredentials, requireOrderByCode } from "./order-code.ts";
import { lockOrder, type OrderRow } from "./orders.data.ts";
import { listPhotoSlots, type PhotoSlot, upsertPhoto } from "./photos.data.ts";

/** Lists the photos that an order asks for. @throws Failure E0035 for a wrong code or order, and what `assertActive` throws */
export async function listPhotoRequests(
  context: Context,
  credentials: OrderCredentials,
): Promise<AnswerOf<typeof getPreselected>> {
  const order = await requireOrderByCode(context, credentials);
  assertActive(order);
  const slots = await readPhotoSlots(context.db, order);
  return {
    campaign_id: order.campaign_id,
    transaction_id: order.exposed_id,
    slots: slots.map(({ id, name, slot_number, imageId }) => ({
      slot_number,
      preselected_id: id,
      name,
      done: imageId !== null,
    })),
  };
}

type PhotoUpload = { body: BodyOf<typeof postPreselected>; photo: Upload };

/**
 * Adds a photo to an order; the last one completes it. A photo can be replaced until then, and sent again after.
 *
 * @throws Failure E0035 for a wrong code or order, E0007 for an unreadable image and if no such photo is requested, E0032 if
 * the order waits for no photo, E0033 if it was sold out
 */
export async function addPhoto(
  context: Context,
  { body, photo }: PhotoUpload,
): Promise<{ complete: boolean }> {
  const credentials = { orderId: body.transaction_id, code: body.code };
  const order = await requireOrderByCode(context, credentials);
  assertActive(order);
  const slot = (await readPhotoSlots(context.db, order)).find(
    ({ id, slot_number }) => id === body.preselected_id && slot_number === body.slot_number,
  );
  if (slot === undefined) throw noPhotoRequested();
  const image = await storePhotoUpload(context, photo, {
    field: "photo",
    crop: readCrop(body.crop),
    filter: body.filter,
  });
  const stored = { orderId: order.id, slot, imageId: image.id };
  const complete = await context.db.transaction().execute((tx) => storePhoto(context, tx, stored));
  assertActive(await requireOrderByCode(context, credentials));
  return { complete };
}

/** Returns whether the order is complete. */
async function storePhoto(
  context: Context,
  tx: Executor,
  photo: { orderId: number; slot: PhotoSlot; imageId: string },
): Promise<boolean> {
  const { orderId, slot, imageId } = photo;
  const order = await lockOrder(tx, orderId);
  if (order === undefined) throw new Failure("E0035");
  assertActive(order);
  if (order.state === "FULFILLED") return assertSamePhoto(await readPhotoSlots(tx, order), slot, imageId);
  if (order.state !== "NEEDS_MATERIAL") throw new Failure("E0032");
  await upsertPhoto(tx, photo);
  if (order.account_id !== null)
    await assertStorageQuota(context, tx, { accountId: order.account_id, field: "photo" });
  const { state } = await applyOrderEvent(context, tx, order, { type: "PHOTO_ADDED" });
  return state === "FULFILLED";
}

/** Accepts a repeat, because the response to the last photo may have been lost. */
function assertSamePhoto(slots: readonly PhotoSlot[], slot: PhotoSlot, imageId: string): true {
  if (slots.some((saved) => saved.id === slot.id && saved.imageId === imageId)) return true;
  throw new Failure("E0032", { message: "This artwork is already made." });
}

function readPhotoSlots(
  db: Executor,
  { id: orderId, campaign_id: campaignId }: OrderRow,
): Promise<PhotoSlot[]> {
  return listPhotoSlots(db, { orderId, campaignId });
}

function noPhotoRequested(): Failure {
  const message = "This artwork needs no photo here.";
  return new Failure("E0007", { errors: [{ field: "preselected_id", message }] });
}
