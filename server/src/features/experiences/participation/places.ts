import type { Executor } from "../../../platform/database.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { type ComponentRow, listComponents } from "../campaigns.data.ts";
import { mostPictures } from "../studio/readiness.ts";
import { addTaken, lockPlaces, type PlacesRow } from "./places.data.ts";

/**
 * Reserves places in a campaign, in the caller's transaction and before anything else in it that waits for others.
 *
 * @throws Failure E0001 where there is no such campaign, E0032 where it is not active, E0033 where fewer places are left
 */
export async function reservePlaces(
  tx: Executor,
  { campaignId, count }: { campaignId: number; count: number },
): Promise<void> {
  const campaign = await lockPlaces(tx, campaignId);
  if (campaign === undefined) throw notFound();
  if (campaign.stage !== "ACTIVE") throw new Failure("E0032");
  const left = placesLeft(campaign, await listComponents(tx, campaignId));
  if (count > left) throw soldOut(left, count);
  await addTaken(tx, campaignId, count);
}

/** Gives places back that nobody will take any more. */
export function releasePlaces(
  tx: Executor,
  { campaignId, count }: { campaignId: number; count: number },
): Promise<void> {
  return addTaken(tx, campaignId, -count);
}

/**
 * How many places are left: without a limit of its own, a campaign has as many as there are different pictures. Infinity
 * where there is no limit at all.
 */
export function placesLeft(
  { type, max_nfts, taken }: Omit<PlacesRow, "stage" | "id">,
  components: readonly ComponentRow[],
): number {
  const most = max_nfts === 0 ? Number.POSITIVE_INFINITY : max_nfts;
  return Math.max(0, Math.min(most, mostPictures(type, components)) - taken);
}

function soldOut(left: number, count: number): Failure {
  if (count === 1) return new Failure("E0033");
  const places = left === 1 ? "There is 1 place left" : `There are ${left} places left`;
  return new Failure("E0033", {
    errors: [{ field: "wallets", message: `${places} for ${count} addresses.` }],
  });
}
