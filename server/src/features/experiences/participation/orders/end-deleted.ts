import { z } from "zod";
import type { Context } from "../../../../platform/context.ts";
import { job } from "../../../../platform/jobs/queue.ts";
import { refundPayment } from "../../../payments/index.ts";
import { releaseSpots } from "../spots.ts";
import { listOpenOrdersOfCampaign } from "./end-deleted.data.ts";
import { orderReference } from "./order-reference.ts";
import { lockOrder, markEnded } from "./orders.data.ts";
import { refundOrder } from "./refunds.ts";

/** Orders that are ended in one run; for more it enqueues itself. */
const ORDERS_PER_RUN = 100;

/**
 * Ends the orders of a deleted campaign that nobody can finish any more: what was paid for them is paid back. Those that
 * are being paid for are ended, or paid back, when their provider tells how that went.
 */
export const cancelOrdersOfDeletedJob = job({
  name: "end-orders-of-deleted",
  payload: z.object({ campaignId: z.number().int() }),
  tries: 25,
  run: async (context, { campaignId }) => {
    const ids = await listOpenOrdersOfCampaign(context.db, campaignId, ORDERS_PER_RUN);
    for (const id of ids) await cancelOrderOfDeleted(context, id);
    if (ids.length === ORDERS_PER_RUN)
      await context.queue.enqueue(context.db, cancelOrdersOfDeletedJob, { campaignId });
  },
});

async function cancelOrderOfDeleted(context: Context, id: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, id);
    if (order === undefined || !order.isDeleted) return;
    if (order.state !== "RESERVED" && order.state !== "NEEDS_MATERIAL") return;
    const isPaid = order.total_cents > 0;
    if (isPaid) await refundOrder(context, tx, order, "E0001");
    else await markEnded(tx, id, { state: "EXPIRED", failedBy: "E0040" });
    await releaseSpots(tx, { campaignId: order.campaign_id, count: 1 });
    if (isPaid)
      await refundPayment(context, tx, { ...orderReference(id), reason: "The experience was deleted." });
  });
}
