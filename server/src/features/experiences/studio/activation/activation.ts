import type { OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import { royaltyTexts } from "@wrapsody/shared/payments/royalties.ts";
import { withIdempotencyKey } from "../../../../platform/api/idempotency.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { Failure } from "../../../../platform/failure.ts";
import { recordEvent } from "../../../accounts/index.ts";
import { type Caller, withdrawPublicFiles } from "../../../catalogue/index.ts";
import { type CollectionInit, cancelCollectionRequest, requestCollection } from "../../../chain/index.ts";
import { deleteLevelsOf } from "../../../rewards/index.ts";
import { cancelOrdersOfDeletedJob } from "../../participation/orders/expire.ts";
import { invalidateDeletedExperience } from "../../public/page-entities.ts";
import { buildMetadataUrls } from "../../tokens/metadata.ts";
import {
  markActivating,
  markActivationWithdrawn,
  markClosed,
  markDeleted,
} from "../campaigns/campaigns.data.ts";
import { invalidateCampaignPages, lockOwnCampaign } from "../campaigns/own-campaign.ts";
import type { OwnCampaignRow } from "../campaigns/own-campaigns.data.ts";
import { readOwnCampaign } from "../campaigns/own-campaigns.ts";
import { CAMPAIGN_DEPLOYED } from "./deployment.ts";
import { type ActivationNeed, describeActivationNeed, listActivationNeeds } from "./readiness.ts";

type OwnCampaignCommand = { caller: Caller; reference: string };

/**
 * Activates the caller's experience: requests its contract, once however often it is called. The experience becomes active
 * when the contract is deployed. `receiver` is the linked wallet that a resale royalty goes to, by default the first.
 *
 * @throws Failure E0001 if it is not the caller's, E0007 for another receiver, E0032 with everything that is missing, and if it is
 * completed
 */
export function activateCampaign(
  context: Context,
  { receiver, ...command }: OwnCampaignCommand & { receiver: string | undefined },
): Promise<OwnCampaign> {
  const call = { ...command, call: "PATCH drop/activate", choice: { receiver } };
  return changeOwnCampaign(context, call, async (tx, campaign) => {
    const { id, stage } = campaign;
    const { accountId, device } = command.caller;
    if (stage === "COMPLETED") throw new Failure("E0032");
    if (stage === "DRAFT") {
      assertReady(campaign, listActivationNeeds(context, campaign));
      const royaltyReceiver = chooseReceiver(campaign, receiver);
      await requestContract(context, tx, {
        campaign,
        royaltyReceiver,
        by: accountId,
        memberId: device.memberId,
      });
    }
    return readOwnCampaign(context, tx, { accountId, id });
  });
}

/** Returns null if the experience has no royalty. */
function chooseReceiver(
  { royalty_basis_points, wallets }: OwnCampaignRow,
  chosen: string | undefined,
): string | null {
  if (royalty_basis_points === 0) return null;
  const receiver = chosen === undefined ? wallets[0] : wallets.find((address) => address === chosen);
  if (receiver !== undefined) return receiver;
  const errors = [{ field: "royalty_receiver", message: royaltyTexts.wallet }];
  throw new Failure("E0007", { errors });
}

type DeployedCampaign = Pick<OwnCampaignRow, "id" | "name" | "max_nfts" | "network" | "royalty_basis_points">;
type ContractRequest = {
  campaign: DeployedCampaign;
  royaltyReceiver: string | null;
  by: string;
  memberId?: string | undefined;
};

/** Requests the contract of an experience, in the caller's transaction; `by` is the requesting account, `memberId` its member who acts. */
export async function requestContract(
  context: Context,
  tx: Executor,
  { campaign, royaltyReceiver, by, memberId }: ContractRequest,
): Promise<void> {
  const { id: campaignId, network } = campaign;
  const attempt = await markActivating(tx, campaignId, { royaltyReceiver });
  const continuation = {
    job: CAMPAIGN_DEPLOYED,
    payload: { campaignId, attempt, by, ...(memberId === undefined ? {} : { memberId }) },
  };
  await requestCollection(context, tx, {
    network,
    campaignId,
    init: toCollectionInit(context, campaign, royaltyReceiver),
    continuation,
  });
}

function toCollectionInit(
  { publicUrl }: Context,
  { id, name, max_nfts, royalty_basis_points }: DeployedCampaign,
  royaltyReceiver: string | null,
): CollectionInit {
  const { baseURI, contractURI } = buildMetadataUrls(publicUrl, id);
  const royalties = { royaltyReceiver, royaltyBasisPoints: royalty_basis_points };
  return { name, symbol: `WRAP${id}`, baseURI, contractURI, maxSupply: max_nfts, ...royalties };
}

function assertReady(campaign: OwnCampaignRow, missing: readonly ActivationNeed[]): void {
  if (missing.length === 0) return;
  const errors = missing.map((need) => ({ field: need, message: describeActivationNeed(need, campaign) }));
  throw new Failure("E0032", { errors });
}

/** Closes the caller's experience; a repeat changes nothing. @throws Failure E0001, E0032 before it is active */
export function closeCampaign(context: Context, command: OwnCampaignCommand): Promise<OwnCampaign> {
  return changeOwnCampaign(context, { ...command, call: "PATCH drop/close" }, async (tx, campaign) => {
    const { id, stage } = campaign;
    const { accountId, device } = command.caller;
    if (stage !== "ACTIVE" && stage !== "COMPLETED") throw new Failure("E0032");
    if (stage === "ACTIVE") {
      await markClosed(tx, id, context.clock.now());
      await recordEvent(context, tx, {
        accountId,
        kind: "campaign-closed",
        device,
        detail: { campaign: id },
      });
      await invalidateCampaignPages(tx, campaign);
    }
    return readOwnCampaign(context, tx, { accountId, id });
  });
}

/**
 * Deletes the caller's experience, and the reward levels that can no longer be fulfilled. Artworks stay with their owners;
 * unfinished paid orders are refunded.
 *
 * @throws Failure E0001 if it is not the caller's, E0032 while it is active or activating
 */
export function deleteCampaign(context: Context, command: OwnCampaignCommand): Promise<Record<never, never>> {
  return changeOwnCampaign(context, { ...command, call: "DELETE drop" }, async (tx, campaign) => {
    const { id, stage } = campaign;
    const { accountId, device } = command.caller;
    if (stage === "ACTIVE" || stage === "ACTIVATING") throw new Failure("E0032");
    await markDeleted(tx, id, context.clock.now());
    await withdrawPublicFiles(tx, campaign.song_id);
    const hasTokens = campaign.contract_address !== null && campaign.nfts > 0;
    await deleteLevelsOf(tx, { campaignId: id, hasTokens, now: context.clock.now() });
    await context.queue.enqueue(tx, cancelOrdersOfDeletedJob, { campaignId: id });
    await recordEvent(context, tx, { accountId, kind: "campaign-deleted", device, detail: { campaign: id } });
    if (campaign.song_status === "ACTIVE") await invalidateDeletedExperience(tx, campaign);
    return {};
  });
}

/** Runs an idempotent change on the caller's experience, locked. @throws Failure E0001 if it is not the caller's */
function changeOwnCampaign<Answer>(
  context: Context,
  { caller, reference, call, choice }: OwnCampaignCommand & { call: string; choice?: object },
  change: (tx: Executor, campaign: OwnCampaignRow) => Promise<Answer>,
): Promise<Answer> {
  const { accountId, key } = caller;
  return withIdempotencyKey(
    context,
    { accountId, call, key, input: { reference, ...choice } },
    async (tx) => {
      return change(tx, await lockOwnCampaign(tx, accountId, reference));
    },
  );
}

/**
 * Withdraws the activation of the caller's experience, for example if its network is gone permanently; it is a draft again. A
 * repeat changes nothing. A signed transaction may be mined at any time, so it cannot be withdrawn.
 *
 * @throws Failure E0001 if it is not the caller's, E0032 if it is too late or was never activated
 */
export function withdrawActivation(context: Context, command: OwnCampaignCommand): Promise<OwnCampaign> {
  return changeOwnCampaign(context, { ...command, call: "DELETE drop/activate" }, async (tx, campaign) => {
    const { id, stage, network } = campaign;
    if (stage === "ACTIVE" || stage === "COMPLETED") throw new Failure("E0032");
    if (stage === "ACTIVATING") {
      if (!(await cancelCollectionRequest(tx, { network, campaignId: id }))) throw alreadySigned();
      await markActivationWithdrawn(tx, id);
    }
    return readOwnCampaign(context, tx, { accountId: command.caller.accountId, id });
  });
}

function alreadySigned(): Failure {
  const message = "The contract transaction is already signed, so activation can’t be cancelled.";
  return new Failure("E0032", { message, errors: [{ field: "SIGNED", message }] });
}
