import { randomBytes } from "node:crypto";
import type { BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { postMint } from "@wrapsody/shared/experiences/campaigns.ts";
import { withIdempotencyKey } from "../../../../platform/api/idempotency.ts";
import type { Device } from "../../../../platform/api/routing.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import type { Rows } from "../../../../platform/database/list-query.ts";
import { notFound } from "../../../../platform/failure.ts";
import { recordEvent } from "../../../accounts/index.ts";
import type { Caller } from "../../../catalogue/index.ts";
import { invalidateExperience } from "../../public/page-entities.ts";
import { findOwnCampaign, findOwnCampaignForUpdate } from "../../studio/campaigns/own-campaigns.data.ts";
import { reserveSpots } from "../spots.ts";
import { insertBatch, insertLines, listBatches, type MintBatch, readBatch } from "./batches.data.ts";
import { drawBatchJob } from "./draw-batch.ts";
import { assertDistinct, parseWalletList, type WalletLine } from "./wallet-list.ts";

/**
 * Reserves a spot for each wallet of a list in the caller's experience; jobs draw and mint.
 *
 * @throws Failure E0001 if it is not the caller's, E0007 with every invalid line, E0005 for duplicate wallets unless they
 * are allowed, E0032 if it is not active, E0033 if fewer spots are left
 */
export async function createBatch(
  context: Context,
  { caller, reference, body }: { caller: Caller; reference: string; body: BodyOf<typeof postMint> },
): Promise<MintBatch> {
  const { accountId, key, device } = caller;
  const campaign = await findOwnCampaign(context.db, accountId, reference);
  if (campaign === undefined) throw notFound();
  const wallets = parseWalletList(body.wallets);
  if (!body.duplicates) assertDistinct(wallets);
  const repeatable = { accountId, call: `POST drop/${campaign.id}/mint`, key, input: body };
  return withIdempotencyKey(context, repeatable, (tx) =>
    insertBatchWithLines(context, tx, { accountId, device, id: campaign.id, wallets }),
  );
}

async function insertBatchWithLines(
  context: Context,
  tx: Executor,
  batch: { accountId: string; device: Device; id: number; wallets: readonly WalletLine[] },
): Promise<MintBatch> {
  const { accountId, device, id: campaignId, wallets } = batch;
  // The experience may have been transferred or deleted since it was read.
  const campaign = await findOwnCampaignForUpdate(tx, accountId, String(campaignId));
  if (campaign === undefined) throw notFound();
  const now = context.clock.now();
  await reserveSpots(tx, { campaignId, count: wallets.length });
  const batchId = await insertBatch(tx, { campaignId, accountId, places: wallets.length, now });
  await insertLines(tx, { batchId, campaignId, lines: wallets.map(toOrderLine), now });
  await context.queue.enqueue(tx, drawBatchJob, { batchId });
  const detail = { campaign: campaignId, places: wallets.length };
  await recordEvent(context, tx, { accountId, kind: "campaign-minted", device, detail });
  if (campaign.song_status === "ACTIVE") await invalidateExperience(tx, campaignId);
  return readBatch(tx, batchId);
}

/** Lines are never confirmed, so their code is random and unknown. */
function toOrderLine(line: WalletLine) {
  return {
    ...line,
    exposedId: randomBytes(16).toString("base64url"),
    codeHash: randomBytes(32).toString("hex"),
  };
}

/** Lists the batches of the caller's experience. @throws Failure E0001 if it is not the caller's */
export async function listOwnBatches(
  { db }: Context,
  { accountId, reference, list }: { accountId: string; reference: string; list: ListQuery },
): Promise<Rows<MintBatch>> {
  const campaign = await findOwnCampaign(db, accountId, reference);
  if (campaign === undefined) throw notFound();
  return listBatches(db, campaign.id, list);
}
