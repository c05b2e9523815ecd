import type { Context } from "../../../../platform/context.ts";
import { refreshPaymentState } from "../../../payments/index.ts";
import { releaseSpots } from "../spots.ts";
import { orderReference } from "./order-reference.ts";
import { lockOrder, markEnded } from "./orders.data.ts";

/**
 * Gives back the place of an order whose time to pay is over, if its provider says so: as long as the checkout is open,
 * somebody may pay. What the provider says beyond that is carried out by `refreshPaymentState`.
 *
 * @throws Failure E0048 where the provider does not answer
 */
export async function expireIfUnpaid(context: Context, orderId: number): Promise<void> {
  const state = await refreshPaymentState(context, orderReference(orderId));
  if (state === undefined || state === "EXPIRED") await expireUnpaid(context, orderId);
}

/** Gives back a place that nobody will pay for; does nothing where it has gone on. */
export async function expireUnpaid(context: Context, orderId: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.state !== "AWAITING_PAYMENT") return;
    await markEnded(tx, orderId, { state: "EXPIRED", failedBy: "E0040" });
    await releaseSpots(tx, { campaignId: order.campaign_id, count: 1 });
  });
}
