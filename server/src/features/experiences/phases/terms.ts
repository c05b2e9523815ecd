import { currentPhase } from "@wrapsody/shared/experiences/phase-rules.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure } from "../../../platform/failure.ts";
import type { Offer } from "../participation/orders/offers.data.ts";
import { reserveSpots } from "../participation/spots.ts";
import { isAdmitted } from "./admission.ts";
import { listPhases } from "./phases.data.ts";
import { advanceWaitlist, takeHeldSpot } from "./waitlist.ts";

/** Price of a new order, and the phase that its spot counts towards; null without phases. */
export type OrderTerms = { phaseId: number | null; costCents: number };
/** `isInvited`: the account has a code, which opens a private experience, but no phase for others. */
type Ordering = { offer: Offer; accountId: string; isInvited: boolean; now: Date };

/**
 * Reserves a spot for an account and returns the terms of its order, in the caller's transaction, which holds the campaign. Accounts on the waitlist
 * come first; a spot that is held for the account is taken.
 *
 * @throws Failure E0032 if the experience is not active or no phase is open, E0033 if no spot is left, E0034 if the account is not admitted
 */
export async function reserveOnTerms(
  context: Context,
  tx: Executor,
  ordering: Ordering,
): Promise<OrderTerms> {
  const { offer, accountId, now } = ordering;
  await advanceWaitlist(context, tx, offer.id);
  const heldSpot = await takeHeldSpot(tx, { campaignId: offer.id, accountId, now });
  if (heldSpot !== undefined) return readTerms(tx, offer, heldSpot.phase_id);
  const terms = await requireTerms(tx, ordering);
  await reserveSpots(tx, { campaignId: offer.id, count: 1, phaseId: terms.phaseId });
  return terms;
}

async function readTerms(tx: Executor, offer: Offer, phaseId: number | null): Promise<OrderTerms> {
  const phase = (await listPhases(tx, offer.id)).find(({ id }) => id === phaseId);
  return { phaseId, costCents: phase?.price_cents ?? offer.cost_cents };
}

async function requireTerms(
  tx: Executor,
  { offer, accountId, isInvited, now }: Ordering,
): Promise<OrderTerms> {
  const phases = await listPhases(tx, offer.id);
  const phase = currentPhase(phases, now.getTime());
  if (phases.length > 0 && phase === undefined) throw new Failure("E0032");
  if (!(await isAdmitted(tx, { offer, phase, accountId, isInvited }))) throw new Failure("E0034");
  return { phaseId: phase?.id ?? null, costCents: phase?.price_cents ?? offer.cost_cents };
}
