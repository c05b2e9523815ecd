import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { reward, rewardTypes } from "./rewards.ts";

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

const complete = { error: rewardTexts.incomplete };
const songReference = z.string().min(1).max(120);

export const postReward = endpoint({
  method: "POST",
  path: "song/:id/reward",
  access: "session",
  tag: "rewards",
  summary:
    "Adds a level of rewards to a wrap of the caller's. DAPP_ACCESS needs an experience of it, as `alt_id`.",
  params: z.object({ id: songReference }),
  body: z
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
    }),
  answer: reward,
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
