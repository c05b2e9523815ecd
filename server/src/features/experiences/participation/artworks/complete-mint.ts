import { z } from "zod";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { job } from "../../../../platform/jobs/queue.ts";
import { notify } from "../../../../platform/mail/notify.ts";
import { invalidatePageCache } from "../../../../platform/pages/page-invalidation.ts";
import { readContact } from "../../../accounts/index.ts";
import { type Outcome, outcome } from "../../../chain/index.ts";
import { hasOpenLines, lockOpenBatch, markBatchCompleted, readBatch } from "../batches/batches.data.ts";
import { mintPageUrl } from "../orders/order-code.ts";
import { claimNotification, updateMintOutcome } from "./failures.data.ts";

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

/**
 * Mails the publisher that an artwork failed: once, until the publisher retries one of the failures. A job, so that recording
 * a mint outcome does not lock the campaign.
 */
export const notifyFailuresJob = job({
  name: "tell-failures",
  payload: z.object({ campaignId: z.number().int() }),
  tries: 25,
  run: notifyFailures,
});

async function notifyFailures(context: Context, { campaignId }: { campaignId: number }): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const campaign = await claimNotification(tx, campaignId, context.clock.now());
    if (campaign === undefined) return;
    await notify(context, tx, "artwork-failed", await readContact(tx, campaign.owner_id), {
      experience: campaign.name,
      link: mintPageUrl(context, campaign.pretty_id),
    });
  });
}

/** Completes a batch when all of its lines have ended, and mails its sender; once, however often it is called. */
export async function completeBatch(context: Context, tx: Executor, batchId: number): Promise<void> {
  const batch = await lockOpenBatch(tx, batchId);
  if (batch === undefined || (await hasOpenLines(tx, batchId))) return;
  await markBatchCompleted(tx, batchId, context.clock.now());
  if (batch.mailed_at !== null) return;
  const { minted, failed } = await readBatch(tx, batchId);
  const sender = await readContact(tx, batch.created_by);
  const data = { experience: batch.name, minted, link: mintPageUrl(context, batch.pretty_id) };
  if (failed === 0) await notify(context, tx, "wallet-list-minted", sender, data);
  else await notify(context, tx, "wallet-list-partly-minted", sender, { ...data, failed });
}
