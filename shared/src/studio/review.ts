import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { instant } from "../api/media.ts";
import { listOf } from "../api/page.ts";
import { ownSong, ownSongAnswer, studioLimits } from "./studio.ts";

const publisher = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  /** Number of public wraps. */
  public_songs: z.number().int(),
});

/** A similar recording of another account. */
const match = z.object({
  song_id: z.number().int(),
  pretty_id: z.string(),
  name: z.string(),
  artist: z.string(),
  publisher: z.string(),
  /** 0 to 1; 1 for the same file. */
  likeness: z.number(),
});

/** An administrator's decision. A rejection states its reason. */
export const reviewDecision = z
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
  });

export const reviewItem = z.object({
  song: ownSong,
  publisher: publisher.nullable(),
  matches: z.array(match),
  /** Number of earlier rejections. */
  rejections: z.number().int(),
  /** When the review was requested. */
  since: instant,
});
export type ReviewItem = z.output<typeof reviewItem>;

export const getReviewQueue = endpoint({
  method: "GET",
  path: "admin/reviews",
  access: "personal",
  tag: "review",
  summary:
    "For administrators: lists wraps in review, and public wraps whose new recording matches one of another account; " +
    "oldest first.",
  list: { filters: {}, sortKeys: ["created_at"] },
  answer: listOf(reviewItem),
});

export const getReview = endpoint({
  method: "GET",
  path: "admin/review/:id",
  access: "personal",
  tag: "review",
  summary: "For administrators: returns a wrap in review, with everything its page will show.",
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
    "For administrators: approves a wrap, or rejects it with a reason; the publisher is notified by email. Of two " +
    "concurrent decisions the first counts, and the second gets E0027.",
  params: z.object({ id: z.string().min(1).max(120) }),
  body: reviewDecision,
  answer: z.object({}),
});
