import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { announce, recordEvent } from "../../../accounts/index.ts";
import type { Outcome } from "../../../chain/index.ts";
import { invalidateExperienceListing } from "../../public/page-entities.ts";
import { lockActivating, markActivationFailed, markActive } from "../campaigns/campaigns.data.ts";

/** Name of the job that the chain continues with. */
export const CAMPAIGN_DEPLOYED = "campaign-deployed";

/** The chain continues the activation, so there is no device. */
const NO_DEVICE = { address: "", userAgent: "", fingerprint: undefined };

/**
 * Activates a campaign whose contract is deployed, or makes it a draft again with the problem. Ignores repeats, and failures of
 * an earlier `attempt`.
 */
export async function completeDeployment(
  context: Context,
  deployment: {
    campaignId: number;
    attempt: number;
    by: string;
    memberId?: string | undefined;
    outcome: Outcome;
  },
): Promise<void> {
  const { campaignId: id, attempt, outcome } = deployment;
  await context.db.transaction().execute(async (tx) => {
    const campaign = await lockActivating(tx, id);
    if (campaign === undefined) return;
    if (outcome.ok)
      return activateCampaign(context, tx, { ...deployment, address: contractAddress(outcome) });
    if (campaign.activations === attempt) await markActivationFailed(tx, id, outcome.problem);
  });
}

async function activateCampaign(
  context: Context,
  tx: Executor,
  deployment: { campaignId: number; by: string; memberId?: string | undefined; address: string },
): Promise<void> {
  const { campaignId: id, by: accountId, memberId, address } = deployment;
  const device = memberId === undefined ? NO_DEVICE : { ...NO_DEVICE, memberId };
  await markActive(tx, id, { address, now: context.clock.now() });
  const detail = { campaign: id };
  await recordEvent(context, tx, { accountId, kind: "campaign-activated", device, detail });
  await invalidateExperienceListing(tx, id);
  await announce(context, tx, { kind: "EXPERIENCE", campaignId: id });
}

function contractAddress({ address }: Extract<Outcome, { ok: true }>): string {
  if (address === undefined) throw new Error("deployed collection has no address");
  return address;
}
