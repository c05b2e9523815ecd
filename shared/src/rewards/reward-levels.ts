import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { claimQuestions, newQuestions, questionProblems } from "./claim-questions.ts";
import { isFulfilledInstantly } from "./claims.ts";
import { type Reward, reward, rewardTypes } from "./rewards.ts";

export const rewardLimits = {
  name: 120,
  description: 2_000,
  details: 2_000,
  points: 1_000_000,
  stock: 1_000_000,
} as const;

/** The texts of the specification. */
export const rewardTexts = {
  incomplete: "Please complete all fields.",
  noDapp: "Please select a dapp for this reward level.",
} as const;

/** Messages for invalid levels. */
export const levelProblems = {
  over: "This experience is over. Please select one that is not.",
  open: "This experience is open to everybody, so there is nothing to give access to. Please select a private one.",
  noDetails: "Please say what the fan has to do, and where.",
  noStock: "Please say for how many fans it is, or that there is no limit.",
  noToken: "This wrap has no token that the file could go to. Issue its wNFT or create an experience first.",
} as const;

/** Whether a level needs instructions and a stock: tickets and merchandise are limited. */
export function needsStock(type: Reward["reward_type"]): boolean {
  return type === "TICKET" || type === "MERCH";
}

const complete = { error: rewardTexts.incomplete };
const songReference = z.string().min(1).max(120);

const postLevel = {
  method: "POST",
  path: "song/:id/reward",
  access: "session",
  tag: "rewards",
  summary:
    "Adds a reward level to a wrap of the caller. DAPP_ACCESS requires one of its experiences as `alt_id`.",
  params: z.object({ id: songReference }),
  answer: reward,
} as const;

const levelBody = z
  .object({
    name: z
      .string(complete)
      .trim()
      .min(1, complete)
      .max(rewardLimits.name, {
        error: `Please use at most ${rewardLimits.name} characters.`,
      }),
    description: z
      .string(complete)
      .trim()
      .min(1, complete)
      .max(rewardLimits.description, {
        error: `Please use at most ${rewardLimits.description} characters.`,
      }),
    /** Points that it costs. */
    reward_points_earned: z.coerce
      .number(complete)
      .int(complete)
      .min(1, complete)
      .max(rewardLimits.points, { error: `At most ${rewardLimits.points} points are taken.` }),
    reward_type: z.enum(rewardTypes).default("DAPP_ACCESS"),
    /** The artist's instructions, visible once claimed. */
    details: z
      .string()
      .trim()
      .max(rewardLimits.details, { error: `Please use at most ${rewardLimits.details} characters.` })
      .nullish(),
    /** Number of fans; null if unlimited. */
    stock: z.coerce
      .number({ error: "Please enter a whole number." })
      .int({ error: "Please enter a whole number." })
      .min(1, { error: "At least one fan is needed." })
      .max(rewardLimits.stock, { error: `At most ${rewardLimits.stock} are taken.` })
      .nullish(),
    /** The experience that a DAPP_ACCESS unlocks, or whose token a WRAPPED_MP3 requires. */
    alt_id: z.coerce.number().int().positive().nullish(),
    /** What fans answer when they claim it. */
    questions: newQuestions.nullish(),
  })
  .refine(({ reward_type, questions }) => !questions?.length || !isFulfilledInstantly(reward_type), {
    path: ["questions"],
    error: questionProblems.instant,
  })
  .refine(({ reward_type, alt_id }) => reward_type !== "DAPP_ACCESS" || alt_id != null, {
    path: ["alt_id"],
    error: rewardTexts.noDapp,
  });

export const postReward = endpoint({ ...postLevel, body: levelBody });

/**
 * Like `postReward`, as the form validates it: a limited level also requires `details` and `stock`. In the
 * form an absent `stock` is a missing answer and null means unlimited.
 */
export const postRewardByForm = endpoint({
  ...postLevel,
  body: levelBody.superRefine(({ reward_type, details, stock }, checking) => {
    const missing = (field: string, message: string) =>
      checking.addIssue({ code: "custom", path: [field], message });
    if (needsStock(reward_type) && !details) missing("details", levelProblems.noDetails);
    if (needsStock(reward_type) && stock === undefined) missing("stock", levelProblems.noStock);
  }),
});

export const deleteReward = endpoint({
  method: "DELETE",
  path: "song/:id/reward/:rewardId",
  access: "session",
  tag: "rewards",
  summary: "Deletes a reward level. Fans keep their points.",
  params: z.object({ id: songReference, rewardId: z.string().min(1).max(20) }),
  answer: z.object({}),
});

/** State of the experience of a level: UPCOMING is not open yet, PUBLIC is open to everyone. */
export const experienceLinkStates = ["UPCOMING", "OPEN", "FULL", "OVER", "PUBLIC"] as const;

const experienceLink = z.object({
  id: z.number().int(),
  pretty_id: z.string(),
  name: z.string(),
  state: z.enum(experienceLinkStates),
  /** Whether it has a public page. */
  is_shown: z.boolean(),
  /** Whether the caller takes part in it. */
  is_joined: z.boolean(),
});
export type ExperienceLink = z.output<typeof experienceLink>;

/** Current availability of a level. */
export const levelAvailability = z.object({
  id: z.number().int(),
  /** Whether it can be claimed with enough points; false if out of stock. */
  is_available: z.boolean(),
  stock_left: z.number().int().nullable(),
  /**
   * DAPP_ACCESS: the experience that it unlocks. WRAPPED_MP3: those whose tokens qualify; the ones without a public page
   * only if the caller takes part in them or owns the wrap. Otherwise empty.
   */
  experiences: z.array(experienceLink),
  /** WRAPPED_MP3: whether the wrap's own wNFT qualifies. */
  wnft: z.boolean(),
  /** The artist's instructions; null unless the caller owns the wrap. */
  details: z.string().nullable(),
  /** What fans answer when they claim it. */
  questions: claimQuestions,
});
export type LevelAvailability = z.output<typeof levelAvailability>;

/** Returns true if a level cannot be redeemed and will not become redeemable by an upcoming experience. */
export function isClosed({
  is_available,
  stock_left,
  experiences,
}: Pick<LevelAvailability, "is_available" | "stock_left" | "experiences">): boolean {
  if (stock_left === 0) return true;
  return !is_available && !experiences.some(({ state }) => state === "UPCOMING");
}

export const getLevels = endpoint({
  method: "GET",
  path: "song/:id/reward",
  access: "optional",
  tag: "rewards",
  summary:
    "Lists the availability of a wrap's reward levels: the experience that each unlocks, or whose token it requires, and whether it can be claimed.",
  params: z.object({ id: songReference }),
  answer: z.array(levelAvailability),
});
