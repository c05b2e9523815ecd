import type { Image } from "@wrapsody/shared/api/media.ts";
import type { Network } from "@wrapsody/shared/experiences/chain.ts";
import { z } from "zod";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { job } from "../../../../platform/jobs/queue.ts";
import { announce, emitWebhookEvent } from "../../../accounts/index.ts";
import { renderAndStoreArtwork } from "../../../artwork/index.ts";
import { type Outcome, outcome, requestMints } from "../../../chain/index.ts";
import { layOutArtwork, toArtworkSpec } from "../../drawing/picture.ts";
import { type ComponentRow, listComponents } from "../../public/campaigns.data.ts";
import { invalidateArtworks } from "../../public/page-entities.ts";
import { hasOpenLines, lockOpenBatch, markBatchCompleted, readBatch } from "../batches/batches.data.ts";
import { notifyFailuresJob, sendBatchSummary } from "../orders/order-mails.ts";
import {
  countRenderFailure,
  findRenderInput,
  markRendered,
  type RenderInput,
  updateMintOutcome,
} from "./artworks.data.ts";

export type ParticipantKey = { campaignId: number; participantId: number };

/** About nine hours, with the backoff of the queue. */
const MAX_RENDER_FAILURES = 10;
const UNREADABLE_IMAGE = "A picture that it is made of cannot be read.";

/** Renders the artwork of a participant and requests its token, unless it is kept until its owner gives a wallet. */
export const renderArtworkJob = job({
  name: "render-artwork",
  payload: z.object({ campaignId: z.number().int(), participantId: z.number().int() }),
  tries: 25,
  priority: "bulk",
  run: renderArtwork,
});

async function renderArtwork(context: Context, participantKey: ParticipantKey): Promise<void> {
  const { campaignId, participantId } = participantKey;
  const rendering = await findRenderInput(context.db, campaignId, participantId);
  if (rendering === undefined) return;
  const components = await listComponents(context.db, campaignId);
  // Stores the file and its row first: a crash in between renders the same bytes again.
  const image = await composeArtwork(context, participantKey, { rendering, components }).catch(
    (error: unknown) => handleRenderFailure(context, participantKey, error),
  );
  if (image === undefined) return;
  const { contract_address: collection, network, isShown } = rendering;
  await context.db.transaction().execute(async (tx) => {
    const rendered = { imageId: image.id, now: context.clock.now() };
    const marked = await markRendered(tx, participantKey, rendered);
    if (marked === undefined) return;
    const { owner } = marked;
    if (owner !== null) await requestToken(context, tx, participantKey, { network, collection, owner });
    if (isShown) await invalidateArtworks(tx, [campaignId]);
    await announce(context, tx, { kind: "ARTWORK", campaignId, participantId });
  });
}

/** Requests the token of a participant, whose number it has. */
export async function requestToken(
  context: Context,
  tx: Executor,
  participantKey: ParticipantKey,
  { network, collection, owner }: { network: Network; collection: string | null; owner: string },
): Promise<void> {
  const { campaignId, participantId: tokenId } = participantKey;
  if (collection === null) throw new Error(`campaign ${campaignId} has no contract`);
  const continuation = { job: PARTICIPANT_MINTED, payload: participantKey };
  await requestMints(context, tx, { network, collection, tokens: [{ tokenId, owner, continuation }] });
}

type RenderSources = { rendering: RenderInput; components: readonly ComponentRow[] };

async function composeArtwork(
  context: Context,
  participantKey: ParticipantKey,
  composed: RenderSources,
): Promise<Image> {
  const { rendering: artwork, components } = composed;
  const laid = layOutArtwork(context.publicUrl, participantKey.participantId, { artwork, components });
  return renderAndStoreArtwork(context, toArtworkSpec(laid));
}

/**
 * Rethrows, so that the queue retries, or marks the artwork as failed after `MAX_RENDER_FAILURES`, so that its batch
 * completes; the publisher can retry it. Counts here, because the queue does not count attempts whose process was killed.
 */
async function handleRenderFailure(
  context: Context,
  participantKey: ParticipantKey,
  error: unknown,
): Promise<undefined> {
  const { campaignId, participantId } = participantKey;
  const isOver = await context.db.transaction().execute(async (tx) => {
    const failures = await countRenderFailure(tx, campaignId, participantId);
    if (failures !== undefined && failures < MAX_RENDER_FAILURES) return false;
    if (failures !== undefined) await recordMintOutcome(context, tx, participantKey, UNREADABLE_IMAGE);
    return true;
  });
  if (!isOver) throw error;
  context.log.error({ err: error, ...participantKey }, "artwork rendering failed permanently");
}

/** Name of the job that the chain continues with. */
const PARTICIPANT_MINTED = "participant-minted";

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
  participantKey: { campaignId: number; participantId: number },
  problem: string | null,
): Promise<void> {
  const ended = await updateMintOutcome(tx, participantKey, { problem, now: context.clock.now() });
  if (ended === undefined) return;
  if (ended.isShown) await invalidateArtworks(tx, [participantKey.campaignId]);
  const { ownerId: accountId, token: data } = ended;
  if (data !== null) {
    await emitWebhookEvent(context, tx, { accountId, type: "artwork.minted", data });
  }
  if (ended.batchId !== null) await completeBatch(context, tx, ended.batchId);
  // The sender of a wallet list gets the summary mail instead.
  else if (problem !== null)
    await context.queue.enqueue(tx, notifyFailuresJob, { campaignId: participantKey.campaignId });
}

/** Completes a batch when all of its lines have ended, and mails its sender; once, however often it is called. */
export async function completeBatch(context: Context, tx: Executor, batchId: number): Promise<void> {
  const batch = await lockOpenBatch(tx, batchId);
  if (batch === undefined || (await hasOpenLines(tx, batchId))) return;
  await markBatchCompleted(tx, batchId, context.clock.now());
  if (batch.mailed_at !== null) return;
  const { minted, failed } = await readBatch(tx, batchId);
  await sendBatchSummary(context, tx, { batch, minted, failed });
}
