import type { getAccess } from "@wrapsody/shared/accounts/access.ts";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import { countPhaseSpotsLeft, currentPhase } from "@wrapsody/shared/experiences/phase-rules.ts";
import { canTakePayments } from "../../../../platform/config/config.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { notFound } from "../../../../platform/failure.ts";
import { findPoints, listRewards } from "../../../rewards/index.ts";
import { hasOpenCodes } from "../../codes/codes.data.ts";
import { isAdmitted } from "../../phases/admission.ts";
import { listPhases, type PhaseRow } from "../../phases/phases.data.ts";
import { hasHeldSpot } from "../../phases/waitlist.ts";
import { listComponents } from "../../public/campaigns.data.ts";
import { countSpotsLeft } from "../spots.ts";
import { findOffer, type Offer } from "./offers.data.ts";
import { listOpenOrders } from "./orders.data.ts";

type Access = AnswerOf<typeof getAccess>;

/** Returns whether the caller may participate, and why not. @throws Failure E0001 if the experience is not public */
export async function readAccess(
  context: Context,
  { reference, accountId }: { reference: string; accountId: string | undefined },
): Promise<Access> {
  const { db } = context;
  const offer = await findOffer(db, reference);
  if (offer === undefined) throw notFound();
  const standing = await readStanding(context, offer);
  return {
    access: await determineAccess(context, offer, { accountId, ...standing }),
    places_left: standing.left,
    has_codes: await hasOpenCodes(db, offer.id, context.clock.now()),
    level: offer.is_public_mintable ? null : await findUnlockingLevel(db, offer, accountId),
  };
}

type Standing = {
  phase: PhaseRow | undefined;
  /** Whether spots are given now: a phase is open, or there are none. */
  isOpen: boolean;
  /** Spots left, also in the phase; null without a limit. */
  left: number | null;
};

/** Reads the current phase of an experience and its spots. */
async function readStanding({ db, clock }: Context, offer: Offer): Promise<Standing> {
  const spots = countSpotsLeft(offer, await listComponents(db, offer.id));
  const left = Number.isFinite(spots) ? spots : null;
  const phases = await listPhases(db, offer.id);
  const phase = currentPhase(phases, clock.now().getTime());
  return {
    phase,
    isOpen: phase !== undefined || phases.length === 0,
    left: phase === undefined ? left : countPhaseSpotsLeft(phase, left),
  };
}

async function determineAccess(
  context: Context,
  offer: Offer,
  { accountId, phase, isOpen, left }: Standing & { accountId: string | undefined },
): Promise<Access["access"]> {
  const { db } = context;
  const isPayable = (phase?.price_cents ?? offer.cost_cents) === 0 || canTakePayments(context.config);
  if (isPayable && accountId !== undefined && (await hasOpenOrder(db, offer, accountId))) return "OPEN";
  if (offer.stage !== "ACTIVE") return "NOT_ACTIVE";
  if (
    isPayable &&
    accountId !== undefined &&
    (await hasHeldSpot(context, { campaignId: offer.id, accountId }))
  )
    return "OPEN";
  if (!isOpen) return "NO_PHASE";
  if (left === 0) return "SOLD_OUT";
  if (!isPayable) return "NO_PAYMENTS";
  if (accountId === undefined) return "NEEDS_LOGIN";
  if (await isAdmitted(db, { offer, phase, accountId })) return "OPEN";
  return phase === undefined || phase.audience === "EVERYONE" ? "NEEDS_INVITATION" : "NOT_ADMITTED";
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
