import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { image, instant } from "../api/media.ts";
import { listOf } from "../api/page.ts";
import { reward } from "./rewards.ts";

export const pointKinds = ["LISTEN", "SHARE", "PARTICIPATION", "CLAIM", "REVERSAL"] as const;

/** A ledger entry. Spent and revoked points are negative. */
export const pointEntry = z.object({
  kind: z.enum(pointKinds),
  points: z.number().int(),
  created_at: instant,
  /** Null if the song was deleted. */
  song: z
    .object({ id: z.number().int(), pretty_id: z.string(), name: z.string(), artist: z.string() })
    .nullable(),
  /** Name of the level, for a claim or its reversal. */
  level: z.string().nullable(),
  /** Name of the experience, for a participation or its reversal. */
  experience: z.string().nullable(),
  /** For a reversal: points that were already spent and could not be taken back. */
  missing: z.number().int(),
  /** The administrator's reason. */
  reason: z.string().nullable(),
});
export type PointEntry = z.output<typeof pointEntry>;

export const getMyPointEntries = endpoint({
  method: "GET",
  path: "my/points",
  access: "session",
  tag: "rewards",
  summary: "Lists the caller's point history, latest first.",
  list: { filters: { song_id: "integer" }, sortKeys: ["created_at"] },
  answer: listOf(pointEntry),
});

const goalLevel = reward.pick({
  id: true,
  name: true,
  reward_type: true,
  reward_points_earned: true,
  stock_left: true,
});
export type GoalLevel = z.output<typeof goalLevel>;

/** What the points for a song reach. Levels that were redeemed or can no longer be redeemed are in neither field. */
export const pointGoals = z.object({
  /** Levels that can be redeemed now, the most expensive first. */
  ready: z.array(goalLevel),
  /** The level with the fewest points that the caller does not have yet. */
  next: goalLevel.nullable(),
  /** Days until listening alone reaches `next`, rounded up: 0 with the next listen, which counts now. */
  days: z.number().int().nullable(),
  /** An experience that anyone may join now and whose points reach `next`, the cheapest first; `cost_per_nft` in USD. */
  experience: z
    .object({
      pretty_id: z.string(),
      name: z.string(),
      reward_points: z.number().int(),
      cost_per_nft: z.number(),
    })
    .nullable(),
  /** Numbers of levels: all, redeemed by the caller, and left to redeem now or later. */
  levels: z.number().int(),
  claimed: z.number().int(),
  left: z.number().int(),
});
export type PointGoals = z.output<typeof pointGoals>;

/** Points for a song, and when the next listen earns points; null if it does now or never will. */
export const pointBalance = z.object({
  song: z.object({
    id: z.number().int(),
    pretty_id: z.string(),
    name: z.string(),
    artist: z.string(),
    image: image.nullable(),
  }),
  points: z.number().int(),
  next_award_at: instant.nullable(),
  /** Whether it is the caller's own song, whose listens earn no points. */
  is_own: z.boolean(),
  goals: pointGoals,
});
export type PointBalance = z.output<typeof pointBalance>;

export const getMyBalances = endpoint({
  method: "GET",
  path: "my/rewards",
  access: "session",
  tag: "rewards",
  summary:
    "Lists the caller's points by song with the reward levels that they reach; `created_at` sorts by the last listen that " +
    "earned points, `goal` by how close a level is (`DESC`: redeemable ones first). `song_id==…` returns any public song, also without points.",
  list: { filters: { song_id: "integer" }, sortKeys: ["created_at", "points", "goal"] },
  answer: listOf(pointBalance),
});
