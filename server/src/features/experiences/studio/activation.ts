import type { OwnCampaign } from "@wrapsody/shared/campaigns.ts";
import { once } from "../../../platform/answered-calls.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database.ts";
import { Failure } from "../../../platform/failure.ts";
import { recordEvent } from "../../accounts/index.ts";
import type { Caller } from "../../catalogue/index.ts";
import type { CollectionInit } from "../../chain/index.ts";
import { deleteLevelsOf } from "../../rewards/index.ts";
import { collectionPaths } from "../metadata-paths.ts";
import { endOrdersJob } from "../participation/orders/deleted.ts";
import { beginActivation, markClosed, markDeleted } from "./campaigns.data.ts";
import { campaignDeployed } from "./deployment.ts";
import { holdOwn, showChange } from "./held.ts";
import type { CampaignNeeds } from "./needs.ts";
import { helpFor } from "./needs-help.ts";
import type { OwnCampaignRow } from "./own.data.ts";
import { readOwn } from "./own-campaigns.ts";
import { type ActivationNeed, needsOf } from "./readiness.ts";

export type OwnChange = { caller: Caller; reference: string };

/**
 * Asks for the contract of an experience of the caller's, once however often this is called; it is active when the chain
 * has made it.
 *
 * @throws Failure E0001 for somebody else's, E0032 with what it still needs, and for one that is completed
 */
export function activateCampaign(
  context: Context,
  needs: CampaignNeeds,
  given: OwnChange,
): Promise<OwnCampaign> {
  return changeOwn(context, { ...given, call: "PATCH drop/activate" }, async (tx, campaign) => {
    const { id, stage } = campaign;
    const { accountId } = given.caller;
    if (stage === "COMPLETED") throw new Failure("E0032");
    if (stage === "DRAFT") {
      requireReady(campaign, needsOf(campaign, needs));
      await askForContract(context, tx, needs, { campaign, by: accountId });
    }
    return readOwn(tx, needs, { accountId, id });
  });
}

type Deployed = Pick<OwnCampaignRow, "id" | "name" | "max_nfts" | "network">;

/** Asks the chain for the contract of an experience, in the caller's transaction; `by` is the account that wants it. */
export async function askForContract(
  context: Context,
  tx: Executor,
  { requestCollection }: Pick<CampaignNeeds, "requestCollection">,
  { campaign, by }: { campaign: Deployed; by: string },
): Promise<void> {
  const { id: campaignId, network } = campaign;
  const attempt = await beginActivation(tx, campaignId);
  const then = { job: campaignDeployed, payload: { campaignId, attempt, by } };
  await requestCollection(context, tx, { network, campaignId, init: initOf(context, campaign), then });
}

function initOf({ publicUrl }: Context, { id, name, max_nfts }: Deployed): CollectionInit {
  const { baseURI, contractURI } = collectionPaths(publicUrl, id);
  const royalties = { royaltyReceiver: null, royaltyBasisPoints: 0 };
  return { name, symbol: `WRAP${id}`, baseURI, contractURI, maxSupply: max_nfts, ...royalties };
}

function requireReady(campaign: OwnCampaignRow, missing: readonly ActivationNeed[]): void {
  if (missing.length === 0) return;
  const errors = missing.map((need) => ({ field: need, message: helpFor(need, campaign) }));
  throw new Failure("E0032", { errors });
}

/** Completes an experience of the caller's; a repeat does nothing. @throws Failure E0001, E0032 before it is active */
export function closeCampaign(
  context: Context,
  needs: CampaignNeeds,
  given: OwnChange,
): Promise<OwnCampaign> {
  return changeOwn(context, { ...given, call: "PATCH drop/close" }, async (tx, campaign) => {
    const { id, stage } = campaign;
    const { accountId, device } = given.caller;
    if (stage !== "ACTIVE" && stage !== "COMPLETED") throw new Failure("E0032");
    if (stage === "ACTIVE") {
      await markClosed(tx, id, context.clock.now());
      await recordEvent(context, tx, {
        accountId,
        kind: "campaign-closed",
        device,
        detail: { campaign: id },
      });
      await showChange(tx, campaign);
    }
    return readOwn(tx, needs, { accountId, id });
  });
}

/**
 * Deletes an experience of the caller's: nobody finds it any more, nor the reward levels that nobody could have any more. Artwork stays
 * with its owners; who has not finished taking part gets their money back.
 *
 * @throws Failure E0001 for somebody else's, E0032 while it is active or about to be
 */
export function deleteCampaign(context: Context, given: OwnChange): Promise<Record<never, never>> {
  return changeOwn(context, { ...given, call: "DELETE drop" }, async (tx, campaign) => {
    const { id, stage } = campaign;
    const { accountId, device } = given.caller;
    if (stage === "ACTIVE" || stage === "ACTIVATING") throw new Failure("E0032");
    await markDeleted(tx, id, context.clock.now());
    const hasTokens = campaign.contract_address !== null && campaign.nfts > 0;
    await deleteLevelsOf(tx, { campaignId: id, hasTokens, now: context.clock.now() });
    await context.queue.enqueue(tx, endOrdersJob, { campaignId: id });
    await recordEvent(context, tx, { accountId, kind: "campaign-deleted", device, detail: { campaign: id } });
    await showChange(tx, campaign);
    return {};
  });
}

/** Changes an experience of the caller's that stays as it is until the transaction ends. @throws Failure E0001 */
export function changeOwn<Answer>(
  context: Context,
  { caller, reference, call }: OwnChange & { call: string },
  change: (tx: Executor, campaign: OwnCampaignRow) => Promise<Answer>,
): Promise<Answer> {
  const { accountId, key } = caller;
  return once(context, { accountId, call, key, sent: { reference } }, async (tx) => {
    return change(tx, await holdOwn(tx, accountId, reference));
  });
}
