import type { getAccess } from "@wrapsody/shared/access.ts";
import type { AnswerOf } from "@wrapsody/shared/endpoint.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { notFound } from "../../../../platform/failure.ts";
import { canTakePayments } from "../../../payments/index.ts";
import { findPoints, listRewards, opensExperience } from "../../../rewards/index.ts";
import { listComponents } from "../../public/campaigns.data.ts";
import { countSpotsLeft } from "../spots.ts";
import { findOffer, isInvited, type Offer } from "./offers.data.ts";
import { listOpenOrders } from "./orders.data.ts";

type Access = AnswerOf<typeof getAccess>;

/**
 * Returns whether an account may participate. A private experience is open to the wrap's owner, to holders of a claim on a
 * reward that opens it, and to invited accounts: the publisher minted to one of their linked wallets.
 */
export async function mayParticipate(db: Executor, offer: Offer, accountId: string): Promise<boolean> {
  if (offer.is_public_mintable || offer.owner_id === accountId) return true;
  const { id: campaignId, reward_level: levelId } = offer;
  if (await isInvited(db, { campaignId, accountId })) return true;
  return opensExperience(db, { accountId, campaignId, levelId });
}

/** Returns whether the caller may participate, and why not. @throws Failure E0001 if the experience is not public */
export async function readAccess(
  context: Context,
  { reference, accountId }: { reference: string; accountId: string | undefined },
): Promise<Access> {
  const { db } = context;
  const offer = await findOffer(db, reference);
  if (offer === undefined) throw notFound();
  const left = countSpotsLeft(offer, await listComponents(db, offer.id));
  return {
    access: await determineAccess(context, offer, { accountId, left }),
    places_left: Number.isFinite(left) ? left : null,
    level: offer.is_public_mintable ? null : await findUnlockingLevel(db, offer, accountId),
  };
}

async function determineAccess(
  context: Context,
  offer: Offer,
  { accountId, left }: { accountId: string | undefined; left: number },
): Promise<Access["access"]> {
  const { db } = context;
  const isPayable = offer.cost_cents === 0 || canTakePayments(context);
  if (isPayable && accountId !== undefined && (await hasOpenOrder(db, offer, accountId))) return "OPEN";
  if (offer.stage !== "ACTIVE") return "NOT_ACTIVE";
  if (left === 0) return "SOLD_OUT";
  if (!isPayable) return "NO_PAYMENTS";
  if (accountId === undefined) return "NEEDS_LOGIN";
  return (await mayParticipate(db, offer, accountId)) ? "OPEN" : "NEEDS_INVITATION";
}

async function hasOpenOrder(db: Executor, { id: campaignId }: Offer, accountId: string): Promise<boolean> {
  return (await listOpenOrders(db, { campaignId, accountId })).length > 0;
}

/** Returns the reward level that opens a private experience, and the account's points towards it. */
async function findUnlockingLevel(
  db: Executor,
  { id, song_id, reward_level }: Offer,
  accountId: string | undefined,
): Promise<Access["level"]> {
  const level = (await listRewards(db, song_id)).find(
    ({ reward_type, alt_id, ...reward }) =>
      reward_type === "DAPP_ACCESS" && (alt_id === id || reward.id === reward_level),
  );
  if (level === undefined) return null;
  const points = accountId === undefined ? 0 : await findPoints(db, accountId, String(song_id));
  return { id: level.id, name: level.name, needs: level.reward_points_earned, has: points ?? 0 };
}
