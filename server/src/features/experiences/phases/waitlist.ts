import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import { countPhaseSpotsLeft, currentPhase, phaseEnd } from "@wrapsody/shared/experiences/phase-rules.ts";
import { type getWaitlist, HELD_SPOT_S } from "@wrapsody/shared/experiences/waitlists.ts";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { job } from "../../../platform/jobs/queue.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { readContact } from "../../accounts/index.ts";
import { findOffer, type Offer } from "../participation/orders/offers.data.ts";
import { type CampaignCapacity, incrementTaken, lockCapacity } from "../participation/spots.data.ts";
import { countSpotsLeft } from "../participation/spots.ts";
import { listComponents } from "../public/campaigns.data.ts";
import { isAdmitted } from "./admission.ts";
import { listPhases, type PhaseRow } from "./phases.data.ts";
import {
  deleteEndedEntries,
  deleteEntry,
  findCampaignName,
  findEntry,
  hasWaitlist,
  holdSpot,
  insertEntry,
  listCampaignsOfAccount,
  listCampaignsWithWaitlist,
  listLapsedEntries,
  listWaiting,
  type WaitlistEntry,
} from "./waitlist.data.ts";

type OwnWaiting = AnswerOf<typeof getWaitlist>;
/** Spots that are held in one transaction at most; the job of the next minute holds the others. */
const MAX_HELD_AT_ONCE = 100;

/**
 * Moves the waitlist of a campaign on, in the caller's transaction, which holds the campaign: returns spots that were held for too long, and
 * holds every free spot for the next who waits, with a mail. Held spots count as taken, so nobody else gets them. A repeat does nothing.
 */
export async function advanceWaitlist(context: Context, tx: Executor, campaignId: number): Promise<void> {
  if (!(await hasWaitlist(tx, campaignId))) return;
  const campaign = await lockCapacity(tx, campaignId);
  const now = context.clock.now();
  if (campaign?.stage === "ACTIVE") {
    await returnLapsedSpots(tx, campaignId, now);
    await holdFreeSpots(context, tx, { campaignId, now });
  }
  await deleteEndedEntries(tx, { campaignId, now });
}

async function returnLapsedSpots(tx: Executor, campaignId: number, now: Date): Promise<void> {
  for (const { id } of await listLapsedEntries(tx, campaignId, now)) {
    await deleteEntry(tx, id);
    await incrementTaken(tx, campaignId, -1);
  }
}

async function holdFreeSpots(
  context: Context,
  tx: Executor,
  { campaignId, now }: { campaignId: number; now: Date },
): Promise<void> {
  const { phase, isOpen, left, end } = await readSpots(tx, campaignId, now);
  if (!isOpen) return;
  const limit = Math.min(MAX_HELD_AT_ONCE, left ?? MAX_HELD_AT_ONCE);
  const first = await listWaiting(tx, { campaignId, phaseId: phase?.id ?? null, limit });
  const until = new Date(Math.min(now.getTime() + HELD_SPOT_S * 1000, end ?? Number.POSITIVE_INFINITY));
  for (const entry of first) {
    await holdSpot(tx, entry.id, until);
    await incrementTaken(tx, campaignId, 1);
    await mailHeldSpot(context, tx, { entry, until });
  }
}

async function mailHeldSpot(
  context: Context,
  tx: Executor,
  { entry, until }: { entry: WaitlistEntry; until: Date },
): Promise<void> {
  const campaign = await findCampaignName(tx, entry.campaign_id);
  if (campaign === undefined) return;
  const link = `${context.publicUrl}/experiences/${encodeURIComponent(campaign.pretty_id)}/participate`;
  const recipient = await readContact(tx, entry.account_id);
  await notify(context, tx, "spot-held", recipient, { experience: campaign.name, until, link });
}

type Spots = {
  phase: PhaseRow | undefined;
  /** Whether spots are given now. */
  isOpen: boolean;
  /** Null without a limit. */
  left: number | null;
  /** When the phase is over; a spot is held no longer than that. */
  end: number | undefined;
};

async function readSpots(tx: Executor, campaignId: number, now: Date): Promise<Spots> {
  const campaign = await lockCapacity(tx, campaignId);
  if (campaign === undefined) throw notFound();
  const phases = await listPhases(tx, campaignId);
  const phase = currentPhase(phases, now.getTime());
  const left = await countLeft(tx, campaign);
  return {
    phase,
    isOpen: campaign.stage === "ACTIVE" && (phase !== undefined || phases.length === 0),
    left: phase === undefined ? left : countPhaseSpotsLeft(phase, left),
    end: phase && phaseEnd(phases, phase),
  };
}

async function countLeft(tx: Executor, campaign: CampaignCapacity): Promise<number | null> {
  const left = countSpotsLeft(campaign, await listComponents(tx, campaign.id));
  return Number.isFinite(left) ? left : null;
}

/** Returns the spot that is held for an account, and takes it off the waitlist. The caller holds the campaign, and keeps the spot taken. */
export async function takeHeldSpot(
  tx: Executor,
  { campaignId, accountId, now }: { campaignId: number; accountId: string; now: Date },
): Promise<WaitlistEntry | undefined> {
  const entry = await findEntry(tx, { campaignId, accountId });
  if (entry === undefined || !isHeld(entry, now)) return undefined;
  await deleteEntry(tx, entry.id);
  return entry;
}

/** Returns whether a spot is held for an account. */
export async function hasHeldSpot(
  { db, clock }: Context,
  key: { campaignId: number; accountId: string },
): Promise<boolean> {
  const entry = await findEntry(db, key);
  return entry !== undefined && isHeld(entry, clock.now());
}

const isHeld = ({ held_until }: WaitlistEntry, now: Date) =>
  held_until !== null && new Date(held_until) > now;

type Waiting = { reference: string; accountId: string };

/** @throws Failure E0001 if the experience is not public */
export async function readWaiting(context: Context, { reference, accountId }: Waiting): Promise<OwnWaiting> {
  const { id } = await requireOffer(context, reference);
  return presentEntry(await findEntry(context.db, { campaignId: id, accountId }), context.clock.now());
}

async function requireOffer({ db }: Context, reference: string): Promise<Offer> {
  const offer = await findOffer(db, reference);
  if (offer === undefined) throw notFound();
  return offer;
}

function presentEntry(entry: WaitlistEntry | undefined, now: Date): OwnWaiting {
  if (entry === undefined) return { state: "NONE", held_until: null };
  if (entry.held_until === null) return { state: "WAITING", held_until: null };
  // The job of the next minute takes it off the waitlist.
  if (!isHeld(entry, now)) return { state: "NONE", held_until: null };
  return { state: "HELD", held_until: entry.held_until };
}

/**
 * Puts an account on the waitlist of a sold-out experience, or of its current phase. A repeat does nothing.
 *
 * @throws Failure E0001 if the experience is not public, E0032 if spots are left or none are given now, E0034 if the account is not admitted
 */
export async function joinWaitlist(context: Context, { reference, accountId }: Waiting): Promise<OwnWaiting> {
  const offer = await requireOffer(context, reference);
  const now = context.clock.now();
  return context.db.transaction().execute(async (tx) => {
    await lockCapacity(tx, offer.id);
    await advanceWaitlist(context, tx, offer.id);
    const before = await findEntry(tx, { campaignId: offer.id, accountId });
    const { phase, isOpen, left } = await readSpots(tx, offer.id, now);
    if (before !== undefined) return presentEntry(before, now);
    if (!isOpen || left === null || left > 0) throw new Failure("E0032");
    if (!(await isAdmitted(tx, { offer, phase, accountId }))) throw new Failure("E0034");
    await insertEntry(tx, { campaignId: offer.id, phaseId: phase?.id ?? null, accountId, now });
    return { state: "WAITING" as const, held_until: null };
  });
}

/** A repeat does nothing. @throws Failure E0001 if the experience is not public */
export async function leaveWaitlist(
  context: Context,
  { reference, accountId }: Waiting,
): Promise<OwnWaiting> {
  const { id: campaignId } = await requireOffer(context, reference);
  await context.db.transaction().execute((tx) => removeFromWaitlist(context, tx, { campaignId, accountId }));
  return { state: "NONE", held_until: null };
}

async function removeFromWaitlist(
  context: Context,
  tx: Executor,
  { campaignId, accountId }: { campaignId: number; accountId: string },
): Promise<void> {
  const campaign = await lockCapacity(tx, campaignId);
  const entry = await findEntry(tx, { campaignId, accountId });
  if (entry === undefined) return;
  await deleteEntry(tx, entry.id);
  if (campaign?.stage !== "ACTIVE" || entry.held_until === null) return;
  await incrementTaken(tx, campaignId, -1);
  await advanceWaitlist(context, tx, campaignId);
}

/** Takes an account that is about to be deleted off every waitlist; held spots go to the next. */
export async function leaveAllWaitlists(context: Context, accountId: string): Promise<void> {
  for (const campaignId of await listCampaignsOfAccount(context.db, accountId))
    await context.db
      .transaction()
      .execute((tx) => removeFromWaitlist(context, tx, { campaignId, accountId }));
}

/** Moves every waitlist on: spots are held no longer, were added by the publisher, or belong to a phase that is over. */
export const advanceWaitlistsJob = job({
  name: "advance-waitlists",
  payload: z.object({}),
  tries: 3,
  cron: "* * * * *",
  async run(context) {
    for (const campaignId of await listCampaignsWithWaitlist(context.db))
      await context.db.transaction().execute(async (tx) => {
        await lockCapacity(tx, campaignId);
        await advanceWaitlist(context, tx, campaignId);
      });
  },
});
