import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";

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

/** A reward level. `reward_points_earned` is what it costs, in points for the song. */
export const reward = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  reward_points_earned: z.number().int(),
  reward_type: z.enum(rewardTypes),
  instructions: z.object({ dapp_id: z.number().int().optional() }),
  /**
   * DAPP_ACCESS: the experience that it unlocks. WRAPPED_MP3: the experience whose token it requires; null
   * for any of the song's.
   */
  alt_id: z.number().int().nullable(),
  /** How many fans may still claim it; null if unlimited. */
  stock_left: z.number().int().nullable(),
});
export type Reward = z.output<typeof reward>;

export const getMyPoints = endpoint({
  method: "GET",
  path: "my/rewards/:songId",
  access: "session",
  tag: "rewards",
  summary: "Returns the caller's points for a song.",
  params: z.object({ songId: z.string().min(1).max(120) }),
  answer: z.number().int(),
});

export const getMyPointTotal = endpoint({
  method: "GET",
  path: "my/points/total",
  access: "session",
  tag: "rewards",
  summary: "Returns the caller's points for all songs together.",
  answer: z.number().int(),
});
