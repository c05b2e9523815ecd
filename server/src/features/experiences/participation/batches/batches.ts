import { randomBytes } from "node:crypto";
import type { postMint } from "@wrapsody/shared/campaigns.ts";
import type { BodyOf } from "@wrapsody/shared/endpoint.ts";
import type { ListQuery } from "@wrapsody/shared/page.ts";
import { withIdempotencyKey } from "../../../../platform/api/idempotency.ts";
import type { Device } from "../../../../platform/api/routing.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import type { Rows } from "../../../../platform/database/list-query.ts";
import { notFound } from "../../../../platform/failure.ts";
import { invalidatePageCache } from "../../../../platform/pages/page-invalidation.ts";
import { recordEvent } from "../../../accounts/index.ts";
import type { Caller } from "../../../catalogue/index.ts";
import { findOwnCampaign, findOwnCampaignForUpdate } from "../../studio/campaigns/own-campaigns.data.ts";
import { reserveSpots } from "../spots.ts";
import { insertBatch, insertLines, listBatches, type MintBatch, readBatch } from "./batches.data.ts";
import { drawBatchJob } from "./draw-batch.ts";
import { assertDistinct, parseWalletList, type WalletLine } from "./wallet-list.ts";

/**
 * Gives each wallet of a list a place in an experience of the caller's; jobs draw and mint.
 *
 * @throws Failure E0001 for somebody else's, E0007 with all lines that are wrong, E0005 for wallets that come twice unless
 * that is meant, E0032 where it is not active, E0033 where fewer places are left
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
  given: { accountId: string; device: Device; id: number; wallets: readonly WalletLine[] },
): Promise<MintBatch> {
  const { accountId, device, id: campaignId, wallets } = given;
  // It may have been handed over or deleted meanwhile.
  const campaign = await findOwnCampaignForUpdate(tx, accountId, String(campaignId));
  if (campaign === undefined) throw notFound();
  const now = context.clock.now();
  await reserveSpots(tx, { campaignId, count: wallets.length });
  const batchId = await insertBatch(tx, { campaignId, accountId, places: wallets.length, now });
  await insertLines(tx, { batchId, campaignId, lines: wallets.map(toOrderLine), now });
  await context.queue.enqueue(tx, drawBatchJob, { batchId });
  const detail = { campaign: campaignId, places: wallets.length };
  await recordEvent(context, tx, { accountId, kind: "campaign-minted", device, detail });
  if (campaign.song_status === "ACTIVE") await invalidatePageCache(tx);
  return readBatch(tx, batchId);
}

/** Nobody confirms these: their code is known to nobody. */
function toOrderLine(line: WalletLine) {
  return {
    ...line,
    exposedId: randomBytes(16).toString("base64url"),
    codeHash: randomBytes(32).toString("hex"),
  };
}

/** The batches of an experience of the caller's. @throws Failure E0001 for somebody else's */
export async function listOwnBatches(
  { db }: Context,
  { accountId, reference, list }: { accountId: string; reference: string; list: ListQuery },
): Promise<Rows<MintBatch>> {
  const campaign = await findOwnCampaign(db, accountId, reference);
  if (campaign === undefined) throw notFound();
  return listBatches(db, campaign.id, list);
}
