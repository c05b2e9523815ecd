import type { AnswerOf, BodyOf } from "@wrapsody/shared/endpoint.ts";
import type { getPreselected, postPreselected } from "@wrapsody/shared/participation.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database.ts";
import { Failure } from "../../../../platform/failure.ts";
import type { Upload } from "../../../../platform/uploads.ts";
import { takePhoto } from "../../../artwork/index.ts";
import { refundPayment } from "../../../payments/index.ts";
import { type Advanced, advance } from "./fulfil.ts";
import { lockOrder, type OrderRow } from "./orders.data.ts";
import { paymentOf } from "./payment.ts";
import { keepPhoto, listPhotoSlots, type PhotoSlot } from "./photos.data.ts";
import { type Proof, provenOrder, requireLiving } from "./proven.ts";

/** What an order still needs. @throws Failure E0035 for a wrong code or order, and as `confirmOrder` for one that came to nothing */
export async function neededPhotos(context: Context, proof: Proof): Promise<AnswerOf<typeof getPreselected>> {
  const order = await provenOrder(context, proof);
  requireLiving(order);
  const slots = await slotsOf(context.db, order);
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

type Given = { body: BodyOf<typeof postPreselected>; photo: Upload };

/**
 * Takes a photo for an order; the last one completes it. Another one may be sent in its place until then, and the same
 * one again after.
 *
 * @throws Failure E0035 for a wrong code or order, E0007 for what is no picture and where none is asked for, E0032 for
 * an order that waits for none, E0033 where nothing was left to be drawn
 */
export async function addPhoto(context: Context, { body, photo }: Given): Promise<{ complete: boolean }> {
  const proof = { orderId: body.transaction_id, code: body.code };
  const order = await provenOrder(context, proof);
  requireLiving(order);
  const slot = (await slotsOf(context.db, order)).find(
    ({ id, slot_number }) => id === body.preselected_id && slot_number === body.slot_number,
  );
  if (slot === undefined) throw noSlot();
  const image = await takePhoto(context, photo, { field: "photo" });
  const given = { orderId: order.id, slot, imageId: image.id };
  const complete = await context.db.transaction().execute((tx) => addTo(context, tx, given));
  requireLiving(await provenOrder(context, proof));
  return { complete };
}

async function addTo(
  context: Context,
  tx: Executor,
  given: { orderId: number; slot: PhotoSlot; imageId: string },
): Promise<boolean> {
  const { orderId, slot, imageId } = given;
  const order = await lockOrder(tx, orderId);
  if (order === undefined) throw new Failure("E0035");
  requireLiving(order);
  if (order.state === "FULFILLED") return requireSame(await slotsOf(tx, order), slot, imageId);
  if (order.state !== "NEEDS_MATERIAL") throw new Failure("E0032");
  await keepPhoto(tx, given);
  const advanced = await advance(context, tx, order);
  await payBack(context, tx, { order, advanced });
  return advanced === "FULFILLED";
}

/** The answer to the last photo may have been lost. */
function requireSame(slots: readonly PhotoSlot[], slot: PhotoSlot, imageId: string): true {
  if (slots.some((kept) => kept.id === slot.id && kept.imageId === imageId)) return true;
  throw new Failure("E0032", { message: "This artwork is made already." });
}

async function payBack(
  context: Context,
  tx: Executor,
  { order, advanced }: { order: OrderRow; advanced: Advanced },
): Promise<void> {
  if (advanced !== "SOLD_OUT" || order.total_cents === 0) return;
  await refundPayment(context, tx, { ...paymentOf(order.id), reason: "Nothing was left to be drawn." });
}

function slotsOf(db: Executor, { id: orderId, campaign_id: campaignId }: OrderRow): Promise<PhotoSlot[]> {
  return listPhotoSlots(db, { orderId, campaignId });
}

function noSlot(): Failure {
  const message = "This artwork asks for no photo here.";
  return new Failure("E0007", { errors: [{ field: "preselected_id", message }] });
}
