import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { job } from "../../../platform/queue.ts";
import { expireLines, listNextLines } from "./batches.data.ts";
import { drawParticipants } from "./draw.ts";
import { finishBatch } from "./finish.ts";
import { releasePlaces } from "./places.ts";

/** Lines that are drawn in one transaction: fans of the same campaign wait that long. */
const chunk = 50;

/** Draws the next lines of a batch, and enqueues itself for those after them. */
export const fillBatchJob = job({
  name: "fill-batch",
  payload: z.object({ batchId: z.number().int() }),
  tries: 25,
  run: fillBatch,
});

async function fillBatch(context: Context, { batchId }: { batchId: number }): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const next = await listNextLines(tx, batchId, chunk);
    const [first] = next;
    if (first === undefined) return finishBatch(context, tx, batchId);
    const { campaignId } = first;
    const { left } = await drawParticipants(context, tx, { campaignId, orders: next.map(({ id }) => id) });
    if (left.length > 0) await releasePlaces(tx, { campaignId, count: await expireLines(tx, left) });
    await context.queue.enqueue(tx, fillBatchJob, { batchId });
  });
}
