import { z } from "zod";
import type { Context } from "../../../../platform/context.ts";
import { job } from "../../../../platform/queue.ts";
import { refundPayment } from "../../../payments/index.ts";
import { releasePlaces } from "../places.ts";
import { listUnfinished } from "./deleted.data.ts";
import { lockOrder, markEnded } from "./orders.data.ts";
import { endPaid } from "./paid-back.ts";
import { paymentOf } from "./payment.ts";

/** Orders that are ended in one run; for more it enqueues itself. */
const chunk = 100;

/**
 * Ends the orders of a deleted campaign that nobody can finish any more: what was paid for them is paid back. Those that
 * are being paid for are ended, or paid back, when their provider tells how that went.
 */
export const endOrdersJob = job({
  name: "end-orders-of-deleted",
  payload: z.object({ campaignId: z.number().int() }),
  tries: 25,
  run: async (context, { campaignId }) => {
    const ids = await listUnfinished(context.db, campaignId, chunk);
    for (const id of ids) await endOrder(context, id);
    if (ids.length === chunk) await context.queue.enqueue(context.db, endOrdersJob, { campaignId });
  },
});

async function endOrder(context: Context, id: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, id);
    if (order === undefined || !order.isDeleted) return;
    if (order.state !== "RESERVED" && order.state !== "NEEDS_MATERIAL") return;
    const isPaid = order.total_cents > 0;
    if (isPaid) await endPaid(context, tx, order, "E0001");
    else await markEnded(tx, id, { state: "EXPIRED", failedBy: "E0040" });
    await releasePlaces(tx, { campaignId: order.campaign_id, count: 1 });
    if (isPaid) await refundPayment(context, tx, { ...paymentOf(id), reason: "The experience was deleted." });
  });
}
