import { z } from "zod";
import type { Context } from "../../../../platform/context.ts";
import { job } from "../../../../platform/jobs/queue.ts";
import { drawParticipants } from "../artworks/draw.ts";
import { releaseSpots } from "../spots.ts";
import { expireLines, listUndrawnLines } from "./batches.data.ts";
import { completeBatch } from "./complete-batch.ts";

/** Lines that are drawn in one transaction: fans of the same campaign wait that long. */
const LINES_PER_RUN = 50;

/** Draws the next lines of a batch, and enqueues itself for those after them. */
export const drawBatchJob = job({
  name: "fill-batch",
  payload: z.object({ batchId: z.number().int() }),
  tries: 25,
  run: drawNextLines,
});

async function drawNextLines(context: Context, { batchId }: { batchId: number }): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const next = await listUndrawnLines(tx, batchId, LINES_PER_RUN);
    const [first] = next;
    if (first === undefined) return completeBatch(context, tx, batchId);
    const { campaignId } = first;
    const { left } = await drawParticipants(context, tx, { campaignId, orders: next.map(({ id }) => id) });
    if (left.length > 0) await releaseSpots(tx, { campaignId, count: await expireLines(tx, left) });
    await context.queue.enqueue(tx, drawBatchJob, { batchId });
  });
}
