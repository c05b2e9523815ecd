import { z } from "zod";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { job } from "../../../../platform/jobs/queue.ts";
import { invalidatePageCache } from "../../../../platform/pages/page-invalidation.ts";
import { type Outcome, outcome } from "../../../chain/index.ts";
import { completeBatch } from "../batches/complete-batch.ts";
import { updateMintOutcome } from "./complete-mint.data.ts";
import { notifyFailuresJob } from "./failure-notification.ts";

/** The job that the chain's answer goes on with. */
export const PARTICIPANT_MINTED = "participant-minted";

/** The chain has the token of a participant, or refused it for good. */
export const participantMintedJob = job({
  name: PARTICIPANT_MINTED,
  payload: z.object({ campaignId: z.number().int(), participantId: z.number().int(), outcome }),
  tries: 25,
  run: completeMint,
});

async function completeMint(
  context: Context,
  { outcome: told, ...which }: { campaignId: number; participantId: number; outcome: Outcome },
): Promise<void> {
  const problem = told.ok ? null : told.problem;
  await context.db.transaction().execute((tx) => recordMintOutcome(context, tx, which, problem));
}

/** Writes down how it ended for a participant, and finishes the batch that it was the last of; once. */
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
  // Whoever sent a list is told how it ended.
  else if (problem !== null)
    await context.queue.enqueue(tx, notifyFailuresJob, { campaignId: which.campaignId });
}
