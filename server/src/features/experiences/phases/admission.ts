import { admits } from "@wrapsody/shared/experiences/phase-rules.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { opensExperience } from "../../rewards/index.ts";
import { isInvited, type Offer } from "../participation/orders/offers.data.ts";
import { readAudienceFacts } from "./admission.data.ts";
import type { PhaseRow } from "./phases.data.ts";

/**
 * Returns whether an experience without phases, or a phase for everyone, is open to an account. A private experience is open to the wrap's
 * owner, to holders of a claim on a reward that opens it, and to invited accounts: the publisher minted to one of their linked wallets.
 */
export async function mayParticipate(db: Executor, offer: Offer, accountId: string): Promise<boolean> {
  if (offer.is_public_mintable || offer.owner_id === accountId) return true;
  const { id: campaignId, reward_level: levelId } = offer;
  if (await isInvited(db, { campaignId, accountId })) return true;
  return opensExperience(db, { accountId, campaignId, levelId });
}

type Admission = { offer: Offer; phase: PhaseRow | undefined; accountId: string; isInvited?: boolean };

/** Returns whether an account may participate: in a phase or, without one, in an experience without phases. An invited one may where `mayParticipate` decides. */
export async function isAdmitted(
  db: Executor,
  { offer, phase, accountId, isInvited = false }: Admission,
): Promise<boolean> {
  if (phase === undefined || phase.audience === "EVERYONE")
    return isInvited || mayParticipate(db, offer, accountId);
  const facts = await readAudienceFacts(db, { phase, accountId });
  return admits(phase.audience, { ...facts, isOwner: offer.owner_id === accountId, mayParticipate: true });
}
