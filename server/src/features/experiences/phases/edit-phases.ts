import type { AnswerOf, BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import type { FieldError } from "@wrapsody/shared/api/errors.ts";
import {
  findLockedChanges,
  findSpanProblems,
  type PhaseTerms,
} from "@wrapsody/shared/experiences/phase-rules.ts";
import {
  type getOwnPhases,
  phaseLimits,
  phaseTexts,
  type putPhases,
} from "@wrapsody/shared/experiences/phases.ts";
import { toInstant } from "@wrapsody/shared/text/time-zones.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure } from "../../../platform/failure.ts";
import { recordEvent } from "../../accounts/index.ts";
import type { Caller } from "../../catalogue/index.ts";
import { parseAddress } from "../../chain/index.ts";
import { listRewards } from "../../rewards/index.ts";
import {
  invalidateCampaignPages,
  lockOwnCampaign,
  requireOwnCampaign,
} from "../studio/campaigns/own-campaign.ts";
import type { OwnCampaignRow } from "../studio/campaigns/own-campaigns.data.ts";
import {
  deletePhases,
  findHoldersTarget,
  listOwnPhases,
  type OwnPhaseRow,
  type PhaseToWrite,
  parkStarts,
  writePhase,
} from "./edit-phases.data.ts";
import { toInstantText } from "./presenter.ts";
import { advanceWaitlist } from "./waitlist.ts";

type OwnPhases = AnswerOf<typeof getOwnPhases>;
type Entered = BodyOf<typeof putPhases>["phases"][number];
const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the phases of the caller's experience. @throws Failure E0001 if it is not the caller's */
export async function readOwnPhases(
  { db }: Context,
  { accountId, reference }: { accountId: string; reference: string },
): Promise<OwnPhases> {
  const { id } = await requireOwnCampaign(db, accountId, reference);
  return presentOwnPhases(await listOwnPhases(db, id));
}

function presentOwnPhases(rows: readonly OwnPhaseRow[]): OwnPhases {
  return {
    time_zone: rows[0]?.time_zone ?? null,
    phases: rows.map(({ price_cents, time_zone: _zone, holders_of: _target, ...row }) => ({
      ...row,
      starts_at: toInstantText(row.starts_at),
      ends_at: row.ends_at === null ? null : toInstantText(row.ends_at),
      price: price_cents / 100,
    })),
  };
}

/**
 * Replaces the phases of the caller's experience. A repeat changes nothing.
 *
 * @throws Failure E0001 if it is not the caller's, E0007 with the invalid fields of every row, E0032 with the fields that orders lock, and
 * if it is completed
 */
export function replacePhases(
  context: Context,
  { caller, reference, body }: { caller: Caller; reference: string; body: BodyOf<typeof putPhases> },
): Promise<OwnPhases> {
  const { accountId, device } = caller;
  return context.db.transaction().execute(async (tx) => {
    const campaign = await lockOwnCampaign(tx, accountId, reference);
    if (campaign.stage === "COMPLETED") throw new Failure("E0032");
    const before = await listOwnPhases(tx, campaign.id);
    const after = await readPhases(context, tx, { campaign, accountId, before, body });
    assertLocksKept(before, after, context.clock.now());
    const kept = new Set(after.map(({ id }) => id));
    await deletePhases(
      tx,
      before.map(({ id }) => id).filter((id) => !kept.has(id)),
    );
    await parkStarts(tx, campaign.id);
    for (const phase of after) await writePhase(tx, campaign.id, phase);
    // Spots may have been added.
    await advanceWaitlist(context, tx, campaign.id);
    const detail = { campaign: campaign.id, phases: after.length };
    await recordEvent(context, tx, { accountId, kind: "campaign-phases-changed", device, detail });
    await invalidateCampaignPages(tx, campaign);
    return presentOwnPhases(await listOwnPhases(tx, campaign.id));
  });
}

type Reading = {
  campaign: OwnCampaignRow;
  accountId: string;
  before: readonly OwnPhaseRow[];
  body: BodyOf<typeof putPhases>;
};

/** @throws Failure E0007 with every invalid field, E0005 for a phase that was removed meanwhile */
async function readPhases(
  { clock }: Context,
  tx: Executor,
  { campaign, accountId, before, body }: Reading,
): Promise<PhaseToWrite[]> {
  const errors: FieldError[] = [];
  const rewards = new Set((await listRewards(tx, campaign.song_id)).map(({ id }) => id));
  const known = new Set(before.map(({ id }) => id));
  const phases: PhaseToWrite[] = [];
  for (const [index, entered] of body.phases.entries()) {
    // Each once.
    if (entered.id !== undefined && !known.delete(entered.id)) throw new Failure("E0005");
    const report = (field: string, message: string) =>
      errors.push({ field: `phases.${index}.${field}`, message });
    const times = readTimes(entered, { zone: body.time_zone, now: clock.now(), report });
    const holdersOf = await readTarget(tx, entered, { accountId, campaignId: campaign.id, before, report });
    const rewardId = entered.audience === "CLAIMERS" ? entered.reward_id : null;
    if (entered.audience === "CLAIMERS" && (rewardId === null || !isKnownReward(rewards, before, entered)))
      report("reward_id", phaseTexts.noReward);
    if (campaign.max_nfts > 0 && (entered.spots ?? 0) > campaign.max_nfts)
      report("spots", phaseTexts.tooManySpots);
    phases.push({
      id: entered.id,
      name: entered.name,
      ...times,
      time_zone: body.time_zone,
      price_cents: Math.round(entered.price * 100),
      spots: entered.spots,
      audience: entered.audience,
      holders_of: holdersOf,
      reward_id: rewardId,
      entries: readEntries(entered, report),
    });
  }
  if (errors.length === 0) errors.push(...findSpanErrors(phases));
  if (errors.length > 0) throw new Failure("E0007", { errors });
  return phases;
}

type Report = (field: string, message: string) => void;
type Target = { accountId: string; campaignId: number; before: readonly OwnPhaseRow[]; report: Report };

/** A level that was deleted since stays valid for its phase. */
function isKnownReward(
  rewards: ReadonlySet<number>,
  before: readonly OwnPhaseRow[],
  { id, reward_id }: Entered,
): boolean {
  const saved = before.find((phase) => phase.id === id)?.reward_id;
  return reward_id !== null && (rewards.has(reward_id) || saved === reward_id);
}

function readTimes(
  { starts_at, ends_at }: Entered,
  { zone, now, report }: { zone: string; now: Date; report: Report },
): { starts_at: string; ends_at: string | null } {
  const read = (field: string, local: string): string => {
    const instant = toInstant(local, zone);
    if (instant === undefined) report(field, phaseTexts.skippedTime);
    else if (instant.getTime() > now.getTime() + phaseLimits.days * DAY_MS) report(field, phaseTexts.tooLate);
    return (instant ?? now).toISOString();
  };
  return {
    starts_at: read("starts_at", starts_at),
    ends_at: ends_at === null ? null : read("ends_at", ends_at),
  };
}

/** An experience that is no longer public stays valid for its phase. */
async function readTarget(
  tx: Executor,
  { id, audience, experience }: Entered,
  { accountId, campaignId, before, report }: Target,
): Promise<number | null> {
  if (audience !== "HOLDERS") return null;
  const saved = before.find((phase) => phase.id === id);
  if (saved !== undefined && saved.experience === experience) return saved.holders_of;
  const target = await findHoldersTarget(tx, { reference: experience ?? "", accountId, campaignId });
  if (target === undefined) report("experience", phaseTexts.noExperience);
  return target ?? null;
}

function readEntries({ audience, entries }: Entered, report: Report): string[] {
  if (audience !== "LIST") return [];
  const lines = entries.filter((entry) => entry !== "");
  const parsed = lines.map(parseEntry);
  const invalid = lines.find((_, index) => parsed[index] === undefined);
  if (lines.length === 0) report("entries", phaseTexts.noEntries);
  if (invalid !== undefined) report("entries", phaseTexts.invalidEntry.replace("{entry}", invalid));
  return [...new Set(parsed.filter((entry) => entry !== undefined))];
}

/** Returns a wallet or an email address in lower case, in which they are compared, or undefined if the text is neither. */
function parseEntry(text: string): string | undefined {
  const wallet = parseAddress(text);
  if (wallet.ok) return wallet.address;
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? text.toLowerCase() : undefined;
}

function findSpanErrors(phases: readonly PhaseToWrite[]): FieldError[] {
  return findSpanProblems(phases).map(({ index, field, reason }) => ({
    field: `phases.${index}.${field}`,
    message: reason === "BACKWARDS" ? phaseTexts.backwards : phaseTexts.overlap,
  }));
}

const lockedMessages: Readonly<Record<string, string>> = {
  spots: phaseTexts.fewerSpots,
  ends_at: phaseTexts.endedInPast,
};

/** @throws Failure E0032 with the fields that phases with taken spots no longer allow to change */
function assertLocksKept(before: readonly OwnPhaseRow[], after: readonly PhaseToWrite[], now: Date): void {
  const errors: FieldError[] = [];
  for (const saved of before.filter(({ taken }) => taken > 0)) {
    const index = after.findIndex(({ id }) => id === saved.id);
    const changed = after[index];
    if (changed === undefined) {
      errors.push({ field: "phases", message: phaseTexts.removed.replace("{name}", saved.name) });
      continue;
    }
    for (const field of findLockedChanges(toTerms(saved), toTerms(changed), now.getTime())) {
      const message = lockedMessages[field] ?? phaseTexts.locked;
      errors.push({ field: `phases.${index}.${field === "experience_id" ? "experience" : field}`, message });
    }
  }
  if (errors.length > 0) throw new Failure("E0032", { errors });
}

function toTerms(phase: PhaseToWrite | OwnPhaseRow): PhaseTerms {
  const { starts_at, ends_at, spots, audience, holders_of, reward_id } = phase;
  return {
    starts_at: Date.parse(starts_at),
    ends_at: ends_at === null ? null : Date.parse(ends_at),
    spots,
    audience,
    experience_id: holders_of,
    reward_id,
  };
}
