import { z } from "zod";
import type { Context } from "../../../../platform/context.ts";
import { job } from "../../../../platform/jobs/queue.ts";
import { drawParticipants } from "../artworks/draw.ts";
import { completeBatch } from "../artworks/render-and-mint.ts";
import { applyOrderEvent } from "../orders/apply-event.ts";
import { lockOrder } from "../orders/orders.data.ts";
import { listUndrawnLines } from "./batches.data.ts";

/** Lines drawn in one transaction, which blocks the buyers of the same campaign. */
const LINES_PER_RUN = 50;

/** Draws the next lines of a batch, then enqueues itself for the rest. */
export const drawBatchJob = job({
  name: "fill-batch",
  payload: z.object({ batchId: z.number().int() }),
  tries: 25,
  priority: "bulk",
  run: drawNextLines,
});

async function drawNextLines(context: Context, { batchId }: { batchId: number }): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const next = await listUndrawnLines(tx, batchId, LINES_PER_RUN);
    const [first] = next;
    if (first === undefined) return completeBatch(context, tx, batchId);
    const { campaignId } = first;
    // The draw closes an exhausted campaign, so its status before the draw decides whether spots are returned.
    const campaign = (await lockOrder(tx, first.id))?.campaign;
    const { left } = await drawParticipants(context, tx, { campaignId, orders: next.map(({ id }) => id) });
    for (const id of left) {
      const order = await lockOrder(tx, id);
      if (order === undefined || campaign === undefined) continue;
      await applyOrderEvent(context, tx, { ...order, campaign }, { type: "DRAW_EXHAUSTED" });
    }
    await context.queue.enqueue(tx, drawBatchJob, { batchId });
  });
}
