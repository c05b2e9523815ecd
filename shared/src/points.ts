import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { image, instant } from "./media.ts";
import { listOf } from "./page.ts";

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
});
export type PointBalance = z.output<typeof pointBalance>;

export const getMyBalances = endpoint({
  method: "GET",
  path: "my/rewards",
  access: "session",
  tag: "rewards",
  summary:
    "Lists the caller's points by song; `created_at` sorts by the last listen that earned points. " +
    "`song_id==…` returns any public song, also without points.",
  list: { filters: { song_id: "integer" }, sortKeys: ["created_at", "points"] },
  answer: listOf(pointBalance),
});
