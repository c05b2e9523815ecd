import { type CountedComponent, countGuaranteedPictures } from "@wrapsody/shared/experiences/combinations.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { findPhaseCapacity } from "../phases/phases.data.ts";
import { listComponents } from "../public/campaigns.data.ts";
import { type CampaignCapacity, incrementTaken, lockCapacity } from "./spots.data.ts";

/**
 * Reserves spots in a campaign and, if it is named, in a phase, in the caller's transaction. Locks the campaign, so call it before taking
 * other locks. A phase counts its orders itself.
 *
 * @throws Failure E0001 if there is no such campaign, E0033 if fewer spots are left, E0032 if it is not active for another reason
 */
export async function reserveSpots(
  tx: Executor,
  { campaignId, count, phaseId = null }: { campaignId: number; count: number; phaseId?: number | null },
): Promise<void> {
  const campaign = await lockCapacity(tx, campaignId);
  if (campaign === undefined) throw notFound();
  const left = countSpotsLeft(campaign, await listComponents(tx, campaignId));
  // A campaign that completed with its last spot is sold out rather than closed.
  const isOver = campaign.stage !== "ACTIVE" && !(campaign.stage === "COMPLETED" && left === 0);
  if (isOver) throw new Failure("E0032");
  const leftInPhase = phaseId === null ? left : Math.min(left, await countPhaseSpots(tx, phaseId));
  if (count > leftInPhase) throw notEnoughSpots(leftInPhase, count);
  await incrementTaken(tx, campaignId, count);
}

async function countPhaseSpots(tx: Executor, phaseId: number): Promise<number> {
  const phase = await findPhaseCapacity(tx, phaseId);
  return phase === undefined || phase.spots === null
    ? Number.POSITIVE_INFINITY
    : Math.max(0, phase.spots - phase.taken);
}

/** Returns spots to a campaign. Checks nothing: `transition` (orders) decides whether a spot is returned. */
export function releaseSpots(
  tx: Executor,
  { campaignId, count }: { campaignId: number; count: number },
): Promise<void> {
  return incrementTaken(tx, campaignId, -count);
}

/**
 * Returns how many spots a campaign has: at most as many as it is guaranteed to draw pictures for, so that no
 * reservation stays without a picture. Infinity without a limit.
 */
export function countSpots(
  { type, max_nfts }: Pick<CampaignCapacity, "type" | "max_nfts">,
  components: readonly CountedComponent[],
): number {
  const maxSpots = max_nfts === 0 ? Number.POSITIVE_INFINITY : max_nfts;
  return Math.min(maxSpots, countGuaranteedPictures(type, components));
}

/** Returns how many spots are neither drawn nor reserved. */
export function countSpotsLeft(
  campaign: Pick<CampaignCapacity, "type" | "max_nfts" | "taken">,
  components: readonly CountedComponent[],
): number {
  return Math.max(0, countSpots(campaign, components) - campaign.taken);
}

function notEnoughSpots(left: number, count: number): Failure {
  if (count === 1) return new Failure("E0033");
  const spots = left === 1 ? "Only 1 spot is left" : `Only ${left} spots are left`;
  return new Failure("E0033", {
    errors: [{ field: "wallets", message: `${spots} for ${count} addresses.` }],
  });
}
