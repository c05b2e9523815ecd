import type { AnswerOf, BodyOf } from "@wrapsody/shared/endpoint.ts";
import type { getPreselected, postPreselected } from "@wrapsody/shared/participation.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { Failure } from "../../../../platform/failure.ts";
import type { Upload } from "../../../../platform/http/uploads.ts";
import { storePhotoUpload } from "../../../artwork/index.ts";
import { refundPayment } from "../../../payments/index.ts";
import { type FulfilmentResult, fulfilOrder } from "./fulfil.ts";
import { assertActive, type OrderCredentials, requireOrderByCode } from "./order-code.ts";
import { orderReference } from "./order-reference.ts";
import { lockOrder, type OrderRow } from "./orders.data.ts";
import { listPhotoSlots, type PhotoSlot, upsertPhoto } from "./photos.data.ts";

/** What an order still needs. @throws Failure E0035 for a wrong code or order, and as `confirmOrder` for one that came to nothing */
export async function listPhotoRequests(
  context: Context,
  proof: OrderCredentials,
): Promise<AnswerOf<typeof getPreselected>> {
  const order = await requireOrderByCode(context, proof);
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
 * Takes a photo for an order; the last one completes it. Another one may be sent in its place until then, and the same
 * one again after.
 *
 * @throws Failure E0035 for a wrong code or order, E0007 for what is no picture and where none is asked for, E0032 for
 * an order that waits for none, E0033 where nothing was left to be drawn
 */
export async function addPhoto(
  context: Context,
  { body, photo }: PhotoUpload,
): Promise<{ complete: boolean }> {
  const proof = { orderId: body.transaction_id, code: body.code };
  const order = await requireOrderByCode(context, proof);
  assertActive(order);
  const slot = (await readPhotoSlots(context.db, order)).find(
    ({ id, slot_number }) => id === body.preselected_id && slot_number === body.slot_number,
  );
  if (slot === undefined) throw noPhotoRequested();
  const image = await storePhotoUpload(context, photo, { field: "photo" });
  const given = { orderId: order.id, slot, imageId: image.id };
  const complete = await context.db.transaction().execute((tx) => storePhoto(context, tx, given));
  assertActive(await requireOrderByCode(context, proof));
  return { complete };
}

async function storePhoto(
  context: Context,
  tx: Executor,
  given: { orderId: number; slot: PhotoSlot; imageId: string },
): Promise<boolean> {
  const { orderId, slot, imageId } = given;
  const order = await lockOrder(tx, orderId);
  if (order === undefined) throw new Failure("E0035");
  assertActive(order);
  if (order.state === "FULFILLED") return assertSamePhoto(await readPhotoSlots(tx, order), slot, imageId);
  if (order.state !== "NEEDS_MATERIAL") throw new Failure("E0032");
  await upsertPhoto(tx, given);
  const advanced = await fulfilOrder(context, tx, order);
  await refundIfSoldOut(context, tx, { order, advanced });
  return advanced === "FULFILLED";
}

/** The answer to the last photo may have been lost. */
function assertSamePhoto(slots: readonly PhotoSlot[], slot: PhotoSlot, imageId: string): true {
  if (slots.some((kept) => kept.id === slot.id && kept.imageId === imageId)) return true;
  throw new Failure("E0032", { message: "This artwork is made already." });
}

async function refundIfSoldOut(
  context: Context,
  tx: Executor,
  { order, advanced }: { order: OrderRow; advanced: FulfilmentResult },
): Promise<void> {
  if (advanced !== "SOLD_OUT" || order.total_cents === 0) return;
  await refundPayment(context, tx, { ...orderReference(order.id), reason: "Nothing was left to be drawn." });
}

function readPhotoSlots(
  db: Executor,
  { id: orderId, campaign_id: campaignId }: OrderRow,
): Promise<PhotoSlot[]> {
  return listPhotoSlots(db, { orderId, campaignId });
}

function noPhotoRequested(): Failure {
  const message = "This artwork asks for no photo here.";
  return new Failure("E0007", { errors: [{ field: "preselected_id", message }] });
}
