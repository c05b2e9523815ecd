import * as z from "zod";

export const rewardTypes = [
  "DAPP_ACCESS",
  "TICKET",
  "CREDIT",
  "MERCH",
  "MEET_AND_GREET",
  "SOCIAL_MEDIA_SHOUTOUT",
  "WRAPPED_MP3",
  "WRAPPED_VIDEO",
  "VIRUTAL_MEET_AND_GREET",
  "CUSTOM",
] as const;

/** A level of rewards. `reward_points_earned` is what it takes, in points held for the song. */
export const reward = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  reward_points_earned: z.number().int(),
  reward_type: z.enum(rewardTypes),
  instructions: z.object({ dapp_id: z.number().int().optional() }),
  alt_id: z.number().int().nullable(),
});
export type Reward = z.output<typeof reward>;
