import type { Executor } from "../../../platform/database/database.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { type CountedComponent, countGuaranteedPictures } from "../drawing/combinations.ts";
import { listComponents } from "../public/campaigns.data.ts";
import { type CampaignCapacity, incrementTaken, lockCapacity } from "./spots.data.ts";

/**
 * Reserves places in a campaign, in the caller's transaction and before anything else in it that waits for others.
 *
 * @throws Failure E0001 where there is no such campaign, E0033 where fewer places are left, E0032 where it is not active for another reason
 */
export async function reserveSpots(
  tx: Executor,
  { campaignId, count }: { campaignId: number; count: number },
): Promise<void> {
  const campaign = await lockCapacity(tx, campaignId);
  if (campaign === undefined) throw notFound();
  const left = countSpotsLeft(campaign, await listComponents(tx, campaignId));
  // One that is over because its last place was taken is sold out to whoever comes too late.
  const isOver = campaign.stage !== "ACTIVE" && !(campaign.stage === "COMPLETED" && left === 0);
  if (isOver) throw new Failure("E0032");
  if (count > left) throw soldOut(left, count);
  await incrementTaken(tx, campaignId, count);
}

/** Gives places back that nobody will take any more. */
export function releaseSpots(
  tx: Executor,
  { campaignId, count }: { campaignId: number; count: number },
): Promise<void> {
  return incrementTaken(tx, campaignId, -count);
}

/**
 * How many places a campaign has: no more than it is certain to have pictures for, so that nobody takes one in vain.
 * Infinity where there is no limit at all.
 */
export function countSpots(
  { type, max_nfts }: Pick<CampaignCapacity, "type" | "max_nfts">,
  components: readonly CountedComponent[],
): number {
  const most = max_nfts === 0 ? Number.POSITIVE_INFINITY : max_nfts;
  return Math.min(most, countGuaranteedPictures(type, components));
}

/** How many of them are left. */
export function countSpotsLeft(
  campaign: Pick<CampaignCapacity, "type" | "max_nfts" | "taken">,
  components: readonly CountedComponent[],
): number {
  return Math.max(0, countSpots(campaign, components) - campaign.taken);
}

function soldOut(left: number, count: number): Failure {
  if (count === 1) return new Failure("E0033");
  const places = left === 1 ? "There is 1 place left" : `There are ${left} places left`;
  return new Failure("E0033", {
    errors: [{ field: "wallets", message: `${places} for ${count} addresses.` }],
  });
}
