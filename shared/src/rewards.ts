import * as z from "zod";
import { endpoint } from "./endpoint.ts";

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

/** What earns points, and how often: the one place of all constants of points. */
export const pointRules = {
  /** A counted listen of somebody who is logged in: points, once per song in so many seconds, for so many songs a day. */
  listen: { points: 1, apartSeconds: 86_400, songsADay: 20 },
  /** A counted listen of a new visitor who came by a shared link: points for who shared it, so many a day. */
  share: { points: 1, aDay: 10 },
  /**
   * Points wait for an administrator where more accounts than this earned from one device, or from one network, on a day (UTC), or where
   * more new listeners than this came from one network by the links of one sharer.
   */
  farming: { accountsOfDevice: 4, accountsOfNetwork: 60, listenersOfSharer: 4 },
} as const;

export const getMyPoints = endpoint({
  method: "GET",
  path: "my/rewards/:songId",
  access: "session",
  tag: "rewards",
  summary: "Returns the caller's points for a song.",
  params: z.object({ songId: z.string().min(1).max(120) }),
  answer: z.number().int(),
});
