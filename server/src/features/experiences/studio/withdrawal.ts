import type { OwnCampaign } from "@wrapsody/shared/campaigns.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure } from "../../../platform/failure.ts";
import { changeOwn, type OwnChange } from "./activation.ts";
import { markTakenBack } from "./campaigns.data.ts";
import type { CampaignNeeds } from "./needs.ts";
import { readOwn } from "./own-campaigns.ts";

/**
 * Takes the activation of an experience of the caller's back, so that it is a draft again: a network may have gone for good. A
 * repeat does nothing. What is signed may be mined at any time, and stays.
 *
 * @throws Failure E0001 for somebody else's, E0032 where it is too late or was never asked for
 */
export function withdrawActivation(
  context: Context,
  needs: CampaignNeeds,
  given: OwnChange,
): Promise<OwnCampaign> {
  return changeOwn(context, { ...given, call: "DELETE drop/activate" }, async (tx, campaign) => {
    const { id, stage, network } = campaign;
    if (stage === "ACTIVE" || stage === "COMPLETED") throw new Failure("E0032");
    if (stage === "ACTIVATING") {
      if (!(await needs.withdrawCollection(tx, { network, campaignId: id }))) throw tooLate();
      await markTakenBack(tx, id);
    }
    return readOwn(tx, needs, { accountId: given.caller.accountId, id });
  });
}

function tooLate(): Failure {
  const message = "Its contract is signed and under way. It cannot be taken back any more.";
  return new Failure("E0032", { message, errors: [{ field: "SIGNED", message }] });
}
