import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { instant } from "./media.ts";
import { listOf } from "./page.ts";
import { pointKinds } from "./points.ts";

/** Characters of a reason at most. */
export const MAX_CORRECTION_REASON_LENGTH = 500;

/** An entry of somebody's points, as administrators see it. */
export const accountEntry = z.object({
  /** What makes it happen once for its account and song. */
  key: z.string(),
  kind: z.enum(pointKinds),
  points: z.number().int(),
  created_at: instant,
  song: z.object({
    id: z.number().int(),
    /** Null where it is not kept any more. */
    name: z.string().nullable(),
    artist: z.string().nullable(),
  }),
  /** Why it was taken back, where an administrator did that. */
  reason: z.string().nullable(),
  /** It earned points, and they were not taken back yet. */
  can_be_taken_back: z.boolean(),
});
export type AccountEntry = z.output<typeof accountEntry>;

const account = z.object({ id: z.uuid() });

export const getAccountEntries = endpoint({
  method: "GET",
  path: "admin/user/:id/points",
  access: "personal",
  tag: "rewards",
  summary: "For administrators: everything that ever changed the points of an account, the latest first.",
  params: account,
  list: { filters: { song_id: "integer" }, sortKeys: ["created_at"] },
  answer: listOf(accountEntry),
});

export const postCorrection = endpoint({
  method: "POST",
  path: "admin/user/:id/points",
  access: "personal",
  tag: "rewards",
  summary:
    "For administrators: takes points back that were earned, as far as they are not spent, with a reason that their holder reads. " +
    "A repeat answers the same and does nothing.",
  params: account,
  body: z.object({
    song_id: z.number().int().positive(),
    key: z.string().min(1).max(200),
    reason: z
      .string()
      .trim()
      .min(1, { error: "Please say why." })
      .max(MAX_CORRECTION_REASON_LENGTH, {
        error: `Please use at most ${MAX_CORRECTION_REASON_LENGTH} characters.`,
      }),
  }),
  answer: z.object({ taken: z.number().int() }),
});
