import { z } from "zod";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { job } from "../../../../platform/jobs/queue.ts";
import { invalidatePageCache } from "../../../../platform/pages/page-invalidation.ts";
import { type Outcome, outcome } from "../../../chain/index.ts";
import { completeBatch } from "../batches/complete-batch.ts";
import { updateMintOutcome } from "./complete-mint.data.ts";
import { notifyFailuresJob } from "./failure-notification.ts";

/** Name of the job that the chain continues with. */
export const PARTICIPANT_MINTED = "participant-minted";

/** Runs when a token is minted, or has failed permanently. */
export const participantMintedJob = job({
  name: PARTICIPANT_MINTED,
  payload: z.object({ campaignId: z.number().int(), participantId: z.number().int(), outcome }),
  tries: 25,
  run: completeMint,
});

async function completeMint(
  context: Context,
  { outcome, ...key }: { campaignId: number; participantId: number; outcome: Outcome },
): Promise<void> {
  const problem = outcome.ok ? null : outcome.problem;
  await context.db.transaction().execute((tx) => recordMintOutcome(context, tx, key, problem));
}

/** Records the outcome of a participant once, and completes its batch or notifies the publisher of a failure. */
export async function recordMintOutcome(
  context: Context,
  tx: Executor,
  which: { campaignId: number; participantId: number },
  problem: string | null,
): Promise<void> {
  const ended = await updateMintOutcome(tx, which, { problem, now: context.clock.now() });
  if (ended === undefined) return;
  if (ended.isShown) await invalidatePageCache(tx);
  if (ended.batchId !== null) await completeBatch(context, tx, ended.batchId);
  // The sender of a wallet list gets the summary mail instead.
  else if (problem !== null)
    await context.queue.enqueue(tx, notifyFailuresJob, { campaignId: which.campaignId });
}
