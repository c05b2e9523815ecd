import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database.ts";
import { notifyPagesChanged } from "../../../platform/pages-changed.ts";
import { recordEvent } from "../../accounts/index.ts";
import type { Outcome } from "../../chain/index.ts";
import { lockActivating, markActive, markRefused } from "./campaigns.data.ts";

/** The job that the chain's answer goes on with. */
export const campaignDeployed = "campaign-deployed";

/** No person's device: the chain answered. */
const nobodys = { address: "", userAgent: "", fingerprint: undefined };

/**
 * Makes a campaign active whose contract stands, or a draft again with what the problem was. What was told before does
 * nothing, nor does a refusal of an earlier `attempt`.
 */
export async function settleDeployment(
  context: Context,
  given: { campaignId: number; attempt: number; by: string; outcome: Outcome },
): Promise<void> {
  const { campaignId: id, attempt, outcome } = given;
  await context.db.transaction().execute(async (tx) => {
    const campaign = await lockActivating(tx, id);
    if (campaign === undefined) return;
    if (outcome.ok) return open(context, tx, { ...given, address: addressOf(outcome) });
    if (campaign.activations === attempt) await markRefused(tx, id, outcome.problem);
  });
}

async function open(
  context: Context,
  tx: Executor,
  given: { campaignId: number; by: string; address: string },
): Promise<void> {
  const { campaignId: id, by: accountId, address } = given;
  await markActive(tx, id, { address, now: context.clock.now() });
  const detail = { campaign: id };
  await recordEvent(context, tx, { accountId, kind: "campaign-activated", device: nobodys, detail });
  await notifyPagesChanged(tx);
}

function addressOf({ address }: Extract<Outcome, { ok: true }>): string {
  if (address === undefined) throw new Error("a collection was made without an address");
  return address;
}
