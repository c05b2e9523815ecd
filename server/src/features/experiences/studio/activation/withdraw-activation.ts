import type { OwnCampaign } from "@wrapsody/shared/campaigns.ts";
import type { Context } from "../../../../platform/context.ts";
import { Failure } from "../../../../platform/failure.ts";
import { cancelCollectionRequest } from "../../../chain/index.ts";
import { markActivationWithdrawn } from "../campaigns/campaigns.data.ts";
import { readOwnCampaign } from "../campaigns/own-campaigns.ts";
import { changeOwnCampaign, type OwnCampaignCommand } from "./activation.ts";

/**
 * Takes the activation of an experience of the caller's back, so that it is a draft again: a network may have gone for good. A
 * repeat does nothing. What is signed may be mined at any time, and stays.
 *
 * @throws Failure E0001 for somebody else's, E0032 where it is too late or was never asked for
 */
export function withdrawActivation(context: Context, given: OwnCampaignCommand): Promise<OwnCampaign> {
  return changeOwnCampaign(context, { ...given, call: "DELETE drop/activate" }, async (tx, campaign) => {
    const { id, stage, network } = campaign;
    if (stage === "ACTIVE" || stage === "COMPLETED") throw new Failure("E0032");
    if (stage === "ACTIVATING") {
      if (!(await cancelCollectionRequest(tx, { network, campaignId: id }))) throw alreadySigned();
      await markActivationWithdrawn(tx, id);
    }
    return readOwnCampaign(context, tx, { accountId: given.caller.accountId, id });
  });
}

function alreadySigned(): Failure {
  const message = "Its contract is signed and under way. It cannot be taken back any more.";
  return new Failure("E0032", { message, errors: [{ field: "SIGNED", message }] });
}
