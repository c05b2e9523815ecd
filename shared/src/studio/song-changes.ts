import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { image, instant } from "../api/media.ts";
import { listOf } from "../api/page.ts";
import { reviewDecision } from "./review.ts";
import { ownSong } from "./studio.ts";

const changeReference = z.object({ id: z.string().regex(/^\d{1,18}$/) });

export const deleteChange = endpoint({
  method: "DELETE",
  path: "change/:id",
  access: "session",
  tag: "studio",
  summary:
    "Withdraws a change of a listed wrap of the caller that awaits approval, and returns the wrap. A change that was decided or " +
    "replaced meanwhile gets E0078.",
  params: changeReference,
  answer: ownSong,
});

/**
 * - `WAITING`: an administrator decides.
 * - `APPLIED`: applied at once, because the publisher is trusted, the site does not review listings, or the wrap became a draft.
 * - `APPROVED`, `REJECTED`: by an administrator.
 * - `WITHDRAWN`, `REPLACED`: by the publisher.
 */
export const changeStates = ["WAITING", "APPROVED", "REJECTED", "WITHDRAWN", "REPLACED", "APPLIED"] as const;
export type ChangeState = (typeof changeStates)[number];

const beforeAndAfter = <Value extends z.ZodType>(value: Value) =>
  z.object({ before: value.nullable(), after: value.nullable() }).nullable();

/** `uri` is null once the file is deleted. */
const recording = z.object({ uri: z.string().nullable(), duration: z.number().nullable() });

/** A change as administrators see it. Of `title`, `artwork` and `recording` one is not null. */
export const reviewedChange = z.object({
  id: z.string(),
  state: z.enum(changeStates),
  song: ownSong,
  publisher: z.object({ id: z.string(), name: z.string(), email: z.string().nullable() }).nullable(),
  title: beforeAndAfter(z.string()),
  /** An image is null once it is deleted. */
  artwork: beforeAndAfter(image),
  recording: beforeAndAfter(recording),
  requested_at: instant,
  decided_at: instant.nullable(),
  /** The administrator’s name; null if nobody decided or their account is deleted. */
  decided_by: z.string().nullable(),
  reason: z.string().nullable(),
});
export type ReviewedChange = z.output<typeof reviewedChange>;

export const getChanges = endpoint({
  method: "GET",
  path: "admin/changes",
  access: "personal",
  tag: "review",
  summary:
    "For administrators: lists changes of title, artwork and recording of listed wraps. `state==WAITING` lists changes that await a decision, " +
    "oldest first, without restricted wraps; `state==APPLIED` lists changes that were applied at once, latest first. A recording that another " +
    "account has is in `admin/reviews` instead.",
  list: { filters: { state: "text" }, sortKeys: ["created_at"] },
  answer: listOf(reviewedChange),
});

export const postChange = endpoint({
  method: "POST",
  path: "admin/change/:id",
  access: "personal",
  tag: "review",
  summary:
    "For administrators: approves a change, which is public at once, or rejects it with a reason; the publisher is notified by email. A change that " +
    "was decided, withdrawn or replaced meanwhile gets E0078. A change of a restricted wrap cannot be approved (E0079).",
  params: changeReference,
  body: reviewDecision,
  answer: z.object({}),
});
