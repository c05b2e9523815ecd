import * as z from "zod";
import { endpoint } from "./endpoint.ts";
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

/** Why a level cannot be as it is given. */
export const levelProblems = {
  over: "This experience is over. Please select one that is not.",
  open: "This experience is open to everybody, so there is nothing to give access to. Please select a private one.",
  noDetails: "Please say what the fan has to do, and where.",
  noStock: "Please say for how many fans it is, or that there is no limit.",
  noToken: "This wrap has no token that the file could go to. Issue its wNFT or create an experience first.",
} as const;

/** Whether somebody has to know what to do, and how many there are: places and things are never without end by themselves. */
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
    "Adds a level of rewards to a wrap of the caller's. DAPP_ACCESS needs an experience of it, as `alt_id`.",
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
    /** Points it takes. */
    reward_points_earned: z.coerce
      .number(complete)
      .int(complete)
      .min(1, complete)
      .max(rewardLimits.points, { error: `At most ${rewardLimits.points} points are taken.` }),
    reward_type: z.enum(rewardTypes).default("DAPP_ACCESS"),
    /** How the fan gets it: shown once it is claimed. */
    details: z
      .string()
      .trim()
      .max(rewardLimits.details, { error: `Please use at most ${rewardLimits.details} characters.` })
      .nullish(),
    /** How many fans it is for; null is without limit. */
    stock: z.coerce
      .number({ error: "Please enter a whole number." })
      .int({ error: "Please enter a whole number." })
      .min(1, { error: "At least one fan is needed." })
      .max(rewardLimits.stock, { error: `At most ${rewardLimits.stock} are taken.` })
      .nullish(),
    /** The experience that a DAPP_ACCESS opens, or whose token a WRAPPED_MP3 needs. */
    alt_id: z.coerce.number().int().positive().nullish(),
  })
  .refine(({ reward_type, alt_id }) => reward_type !== "DAPP_ACCESS" || alt_id != null, {
    path: ["alt_id"],
    error: rewardTexts.noDapp,
  });

export const postReward = endpoint({ ...postLevel, body: levelBody });

/**
 * As `postReward`, as its form asks for it: what there is only so much of comes with what the fan has to do, and with how many fans it is
 * for. There no `stock` is an answer that is missing, and null one that was given.
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
  summary: "Deletes a level of rewards. Points that fans hold stay as they are.",
  params: z.object({ id: songReference, rewardId: z.string().min(1).max(20) }),
  answer: z.object({}),
});

/** Where an experience stands for whoever would come by a level: UPCOMING is not open yet, PUBLIC open to everybody. */
export const experienceLinkStates = ["UPCOMING", "OPEN", "FULL", "OVER", "PUBLIC"] as const;

const experienceLink = z.object({
  id: z.number().int(),
  pretty_id: z.string(),
  name: z.string(),
  state: z.enum(experienceLinkStates),
  /** Whether it has a page yet, and has it still. */
  is_shown: z.boolean(),
});
export type ExperienceLink = z.output<typeof experienceLink>;

/** What a level leads to, as it is now. */
export const levelAvailability = z.object({
  id: z.number().int(),
  /** Whether it can be claimed, by whoever has the points; a sold-out one cannot. */
  is_available: z.boolean(),
  stock_left: z.number().int().nullable(),
  /** DAPP_ACCESS: the one that it opens. WRAPPED_MP3: those whose tokens will do. Else none. */
  experiences: z.array(experienceLink),
  /** WRAPPED_MP3: whether the wrap's own wNFT will do. */
  wnft: z.boolean(),
  /** How the fan gets it: told to the owner of the wrap; null for everybody else. */
  details: z.string().nullable(),
});
export type LevelAvailability = z.output<typeof levelAvailability>;

export const getLevels = endpoint({
  method: "GET",
  path: "song/:id/reward",
  access: "optional",
  tag: "rewards",
  summary:
    "What the reward levels of a wrap lead to now: which experience each opens, or whose token it needs, and whether it can be claimed.",
  params: z.object({ id: songReference }),
  answer: z.array(levelAvailability),
});
