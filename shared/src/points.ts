import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { image, instant } from "./media.ts";
import { listOf } from "./page.ts";

export const pointKinds = ["LISTEN", "SHARE", "PARTICIPATION", "CLAIM", "REVERSAL"] as const;

/** A change of the points that somebody holds for a song, and why. Points that were spent or taken back are below 0. */
export const pointEntry = z.object({
  kind: z.enum(pointKinds),
  points: z.number().int(),
  created_at: instant,
  /** Null where it is not kept any more. */
  song: z
    .object({ id: z.number().int(), pretty_id: z.string(), name: z.string(), artist: z.string() })
    .nullable(),
  /** Of a claim, or its reversal: the level's name. */
  level: z.string().nullable(),
  /** Of taking part, or its reversal: the experience's name. */
  experience: z.string().nullable(),
  /** Of points that were taken back: how many more there had been, which were spent already and stayed. */
  missing: z.number().int(),
  /** Why an administrator took them back. */
  reason: z.string().nullable(),
});
export type PointEntry = z.output<typeof pointEntry>;

export const getMyPointEntries = endpoint({
  method: "GET",
  path: "my/points",
  access: "session",
  tag: "rewards",
  summary: "Everything that ever changed the caller's points, the latest first.",
  list: { filters: { song_id: "integer" }, sortKeys: ["created_at"] },
  answer: listOf(pointEntry),
});

/** What is held for a song, and when a listen of it earns again; null where one does now, or where none ever does. */
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
  /** It is the caller's own song: no listen of it earns anything. */
  is_own: z.boolean(),
});
export type PointBalance = z.output<typeof pointBalance>;

export const getMyBalances = endpoint({
  method: "GET",
  path: "my/rewards",
  access: "session",
  tag: "rewards",
  summary:
    "The points that the caller holds, by song; those of which a listen earned last come first (`created_at`). " +
    "`song_id==…` answers for any public song, also where nothing is held for it.",
  list: { filters: { song_id: "integer" }, sortKeys: ["created_at", "points"] },
  answer: listOf(pointBalance),
});
