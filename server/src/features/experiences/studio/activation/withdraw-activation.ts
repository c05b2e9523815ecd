import type { OwnCampaign } from "@wrapsody/shared/campaigns.ts";
import type { Context } from "../../../../platform/context.ts";
import { Failure } from "../../../../platform/failure.ts";
import { cancelCollectionRequest } from "../../../chain/index.ts";
import { markActivationWithdrawn } from "../campaigns/campaigns.data.ts";
import { readOwnCampaign } from "../campaigns/own-campaigns.ts";
import { changeOwnCampaign, type OwnCampaignCommand } from "./activation.ts";

/**
 * Withdraws the activation of the caller's experience, for example if its network is gone for good; it is a draft again. A
 * repeat changes nothing. A signed transaction may be mined at any time, so it cannot be withdrawn.
 *
 * @throws Failure E0001 if it is not the caller's, E0032 if it is too late or was never activated
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
  const message = "The contract transaction is already signed, so activation can’t be cancelled.";
  return new Failure("E0032", { message, errors: [{ field: "SIGNED", message }] });
}
