import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { instant } from "./media.ts";
import { listOf } from "./page.ts";
import { ownSong, ownSongAnswer, studioLimits } from "./studio.ts";

const publisher = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  /** Public wraps that they have already. */
  public_songs: z.number().int(),
});

/** A recording that sounds like one that is here under somebody else. */
const match = z.object({
  song_id: z.number().int(),
  pretty_id: z.string(),
  name: z.string(),
  artist: z.string(),
  publisher: z.string(),
  /** 0 to 1; 1 is the same file. */
  likeness: z.number(),
});

export const reviewItem = z.object({
  song: ownSong,
  publisher: publisher.nullable(),
  matches: z.array(match),
  /** How often it was handed in and sent back before. */
  rejections: z.number().int(),
  /** Since when it waits. */
  since: instant,
});
export type ReviewItem = z.output<typeof reviewItem>;

export const getReviewQueue = endpoint({
  method: "GET",
  path: "admin/reviews",
  access: "personal",
  tag: "review",
  summary:
    "For administrators: wraps that wait to be listed, and public ones with a new recording that is already here under " +
    "somebody else; the longest wait first.",
  list: { filters: {}, sortKeys: ["created_at"] },
  answer: listOf(reviewItem),
});

export const getReview = endpoint({
  method: "GET",
  path: "admin/review/:id",
  access: "personal",
  tag: "review",
  summary: "For administrators: one wrap that waits, with everything that its page will show.",
  params: z.object({ id: z.string().min(1).max(120) }),
  answer: reviewItem.extend({
    detail: ownSongAnswer.shape.detail,
    audio: ownSongAnswer.shape.audio,
    history: z.array(
      z.object({
        decision: z.enum(["APPROVED", "REJECTED"]),
        reason: z.string().nullable(),
        by: z.string().nullable(),
        at: instant,
      }),
    ),
  }),
});

export const postReview = endpoint({
  method: "POST",
  path: "admin/review/:id",
  access: "personal",
  tag: "review",
  summary:
    "For administrators: lists a wrap, or sends it back with a reason; its publisher is told by mail. Of two decisions at " +
    "once the first stands, and the second is answered E0027.",
  params: z.object({ id: z.string().min(1).max(120) }),
  body: z
    .object({
      decision: z.enum(["APPROVED", "REJECTED"]),
      reason: z
        .string()
        .trim()
        .max(studioLimits.reason, { error: `Please use at most ${studioLimits.reason} characters.` })
        .optional(),
    })
    .refine(({ decision, reason }) => decision === "APPROVED" || (reason ?? "") !== "", {
      path: ["reason"],
      error: "Required",
    }),
  answer: z.object({}),
});
