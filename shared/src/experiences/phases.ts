import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { instant } from "../api/media.ts";
import { isTimeZone, localTimePattern } from "../text/time-zones.ts";
import { campaignLimits, campaignTexts, priceUsd } from "./campaigns.ts";
import { audiences } from "./phase-rules.ts";

export const phaseLimits = { phases: 20, name: 60, entries: 5_000, days: 730 } as const;

/** Messages on the fields of a phase. */
export const phaseTexts = {
  noTime: "Please enter a date and time as YYYY-MM-DDTHH:MM.",
  noZone: "Please choose a time zone.",
  skippedTime: "Clocks go forward over this time, or there is no such day. Please choose another.",
  tooLate: `Please choose a time within ${phaseLimits.days} days.`,
  backwards: "Please choose an end after the start.",
  overlap: "This phase overlaps with another one.",
  noSpots: "Please enter a whole number from 1, or leave it empty.",
  tooManySpots: "The experience has fewer spots than this.",
  noExperience: "Please choose a public experience, other than this one.",
  noReward: "Please choose a reward level of this wrap.",
  noEntries: "Please enter at least one wallet or email address.",
  locked: "Spots of this phase are taken, so this can’t be changed.",
  fewerSpots: "Spots of this phase are taken, so there can only be more of them.",
  endedInPast: "Please choose an end that is not past.",
  removed: "Spots of “{name}” are taken, so it can’t be removed.",
  invalidEntry: "This is neither a wallet nor an email address: {entry}",
} as const;

const reference = z.object({ id: z.string().min(1).max(120) });
const localTime = z
  .string({ error: phaseTexts.noTime })
  .regex(localTimePattern, { error: phaseTexts.noTime });
const required = { error: campaignTexts.required };

/** A phase as its publisher enters it; times are local to the time zone of all phases. */
const enteredPhase = z.object({
  /** Of a phase that exists. */
  id: z.number().int().positive().optional(),
  name: z
    .string(required)
    .trim()
    .min(1, required)
    .max(phaseLimits.name, { error: `Please use at most ${phaseLimits.name} characters.` }),
  starts_at: localTime,
  /** Null: until the next phase starts. */
  ends_at: localTime.nullable(),
  /** US dollars in whole cents. */
  price: priceUsd,
  /** Null: as many as the experience has. */
  spots: z
    .number({ error: phaseTexts.noSpots })
    .int({ error: phaseTexts.noSpots })
    .min(1, { error: phaseTexts.noSpots })
    .max(campaignLimits.maxNfts, { error: `Please enter at most ${campaignLimits.maxNfts}.` })
    .nullable(),
  audience: z.enum(audiences, required),
  /** Of HOLDERS: the other experience, by id or pretty id. */
  experience: z.string().trim().max(120).nullable().default(null),
  /** Of CLAIMERS: the reward level. */
  reward_id: z.number({ error: phaseTexts.noReward }).int().positive().nullable().default(null),
  /** Of LIST: wallet and email addresses. */
  entries: z
    .array(z.string().trim().max(320))
    .max(phaseLimits.entries, { error: `Please enter at most ${phaseLimits.entries}.` })
    .default([]),
});

const ownPhase = z.object({
  id: z.number().int(),
  name: z.string(),
  starts_at: instant,
  ends_at: instant.nullable(),
  price: z.number(),
  spots: z.number().int().nullable(),
  /** Orders that have not ended, and spots held for the waitlist. */
  taken: z.number().int(),
  /** Accounts on its waitlist without a spot held for them. */
  waiting: z.number().int(),
  audience: z.enum(audiences),
  experience: z.string().nullable(),
  reward_id: z.number().int().nullable(),
  entries: z.array(z.string()),
});
export type OwnPhase = z.output<typeof ownPhase>;
const ownPhases = z.object({
  /** In which the times were entered; null without phases. */
  time_zone: z.string().nullable(),
  phases: z.array(ownPhase),
});

export const getOwnPhases = endpoint({
  method: "GET",
  path: "my/dapp/:id/phases",
  access: "session",
  tag: "campaigns",
  summary: "Returns the phases of the caller's experience with their lists, by start.",
  params: reference,
  answer: ownPhases,
});

export const putPhases = endpoint({
  method: "PUT",
  path: "drop/:id/phases",
  access: "session",
  tag: "campaigns",
  summary:
    "Replaces the phases of the caller's experience; an empty list removes them. Times are local to `time_zone`. A phase whose spots are " +
    "taken keeps its start and audience; its name, list, price of future orders and end may change, and its spots may become more. Errors " +
    "name the field of the row (`phases.0.ends_at`).",
  params: reference,
  body: z.object({
    time_zone: z
      .string({ error: phaseTexts.noZone })
      .max(64, { error: phaseTexts.noZone })
      .refine(isTimeZone, { error: phaseTexts.noZone }),
    phases: z
      .array(enteredPhase)
      .max(phaseLimits.phases, { error: `Please use at most ${phaseLimits.phases} phases.` }),
  }),
  answer: ownPhases,
});
