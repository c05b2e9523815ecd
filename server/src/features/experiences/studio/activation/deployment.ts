import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { invalidatePageCache } from "../../../../platform/pages/page-invalidation.ts";
import { recordEvent } from "../../../accounts/index.ts";
import type { Outcome } from "../../../chain/index.ts";
import { lockActivating, markActivationFailed, markActive } from "../campaigns/campaigns.data.ts";

/** The job that the chain's answer goes on with. */
export const CAMPAIGN_DEPLOYED = "campaign-deployed";

/** No person's device: the chain answered. */
const NO_DEVICE = { address: "", userAgent: "", fingerprint: undefined };

/**
 * Makes a campaign active whose contract stands, or a draft again with what the problem was. What was told before does
 * nothing, nor does a refusal of an earlier `attempt`.
 */
export async function completeDeployment(
  context: Context,
  given: { campaignId: number; attempt: number; by: string; outcome: Outcome },
): Promise<void> {
  const { campaignId: id, attempt, outcome } = given;
  await context.db.transaction().execute(async (tx) => {
    const campaign = await lockActivating(tx, id);
    if (campaign === undefined) return;
    if (outcome.ok) return activate(context, tx, { ...given, address: contractAddress(outcome) });
    if (campaign.activations === attempt) await markActivationFailed(tx, id, outcome.problem);
  });
}

async function activate(
  context: Context,
  tx: Executor,
  given: { campaignId: number; by: string; address: string },
): Promise<void> {
  const { campaignId: id, by: accountId, address } = given;
  await markActive(tx, id, { address, now: context.clock.now() });
  const detail = { campaign: id };
  await recordEvent(context, tx, { accountId, kind: "campaign-activated", device: NO_DEVICE, detail });
  await invalidatePageCache(tx);
}

function contractAddress({ address }: Extract<Outcome, { ok: true }>): string {
  if (address === undefined) throw new Error("a collection was made without an address");
  return address;
}
