import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import type { Rows } from "../../../../platform/database/list-query.ts";
import { notFound } from "../../../../platform/failure.ts";
import {
  findOwnCampaign,
  findOwnCampaignForUpdate,
  type OwnCampaignRow,
} from "../../studio/campaigns/own-campaigns.data.ts";
import {
  type FailedArtwork,
  type FailedParticipant,
  listFailures,
  lockParticipant,
  reopenBatch,
  resetNotification,
  resetParticipant,
} from "./failures.data.ts";
import { renderArtworkJob, requestToken } from "./render-and-mint.ts";

/** Lists the failed artworks of the caller's experience. @throws Failure E0001 if it is not the caller's */
export async function listOwnFailures(
  { db }: Context,
  { accountId, reference, list }: { accountId: string; reference: string; list: ListQuery },
): Promise<Rows<FailedArtwork>> {
  const campaign = await findOwnCampaign(db, accountId, reference);
  if (campaign === undefined) throw notFound();
  return listFailures(db, campaign.id, list);
}

/**
 * Retries a failed artwork of the caller's experience from the step that failed; a repeat changes nothing.
 *
 * @throws Failure E0001 if the experience is not the caller's, and for an unknown participant
 */
export async function retryArtwork(
  context: Context,
  input: { accountId: string; reference: string; participantId: number },
): Promise<Record<never, never>> {
  const { accountId, reference, participantId } = input;
  return context.db.transaction().execute(async (tx) => {
    const campaign = await findOwnCampaignForUpdate(tx, accountId, reference);
    if (campaign === undefined) throw notFound();
    const key = { campaignId: campaign.id, participantId };
    const participant = await lockParticipant(tx, key);
    if (participant === undefined) throw notFound();
    if (participant.state !== "FAILED") return {};
    await resetNotification(tx, campaign.id);
    await resetParticipant(tx, key, participant.isRendered ? "MINTING" : "DRAWN");
    if (participant.batchId !== null) await reopenBatch(tx, participant.batchId);
    if (participant.isRendered)
      await requestTokenAgain(context, tx, { campaign, participantId, participant });
    else await context.queue.enqueue(tx, renderArtworkJob, key);
    return {};
  });
}

/** Only artworks with a wallet are minted, and only minting can fail after rendering. */
async function requestTokenAgain(
  context: Context,
  tx: Executor,
  mint: { campaign: OwnCampaignRow; participantId: number; participant: FailedParticipant },
): Promise<void> {
  const { campaign, participantId, participant } = mint;
  const { id: campaignId, contract_address: collection, contract_network } = campaign;
  const { wallet: owner } = participant;
  if (owner === null) throw new Error(`participant ${participantId} has no wallet`);
  const network = contract_network ?? campaign.network;
  await requestToken(context, tx, { campaignId, participantId }, { network, collection, owner });
}
