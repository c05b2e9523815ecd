import type { AnswerOf } from "@wrapsody/shared/endpoint.ts";
import type { deleteSpot } from "@wrapsody/shared/participation.ts";
import type { Context } from "../../../../platform/context.ts";
import { Failure, notFound } from "../../../../platform/failure.ts";
import { closeCheckout } from "../../../payments/index.ts";
import { releaseSpots } from "../spots.ts";
import { expireUnpaid } from "./expire-unpaid.ts";
import { orderReference } from "./order-reference.ts";
import { findOrder, findOwnOrder, lockOrder, markEnded, type OrderRow } from "./orders.data.ts";

/**
 * Gives up a place of the caller's that nothing was paid for; a repeat does nothing. Of a payment that settles in the same
 * moment the place stays, or it is paid back: what the provider says is carried out before this answers.
 *
 * @throws Failure E0001 for somebody else's, E0032 for one that is paid for or finished, E0037 where the provider does not
 * answer: then the place is kept, and the same may be asked again
 */
export async function cancelOrder(
  context: Context,
  { exposedId, accountId }: { exposedId: string; accountId: string },
): Promise<AnswerOf<typeof deleteSpot>> {
  const order = await findOwnOrder(context.db, { exposedId, accountId });
  if (order === undefined) throw notFound();
  if (order.state === "AWAITING_PAYMENT") await cancelUnpaidOrder(context, order);
  else await cancelFreeOrder(context, order);
  const now = await findOrder(context.db, order.id);
  if (now?.state !== "EXPIRED" && now?.state !== "REFUNDED")
    throw new Failure("E0032", { message: NOT_CANCELLABLE });
  return {};
}

const NOT_CANCELLABLE = "This place is paid for or finished, and stays yours.";

/**
 * Of an order without a checkout the place is given back first, which whoever opens one looks at afterwards; what they have
 * opened until then is closed.
 */
async function cancelUnpaidOrder(context: Context, { id }: OrderRow): Promise<void> {
  const state = await closeCheckout(context, orderReference(id));
  if (state === "PAID" || state === "REFUNDED") return;
  await expireUnpaid(context, id);
  if (state === undefined) await closeCheckout(context, orderReference(id));
}

async function cancelFreeOrder(context: Context, { id }: OrderRow): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, id);
    if (order?.state !== "RESERVED" && order?.state !== "NEEDS_MATERIAL") return;
    if (order.total_cents > 0) return;
    await markEnded(tx, id, { state: "EXPIRED", failedBy: "E0040" });
    await releaseSpots(tx, { campaignId: order.campaign_id, count: 1 });
  });
}
