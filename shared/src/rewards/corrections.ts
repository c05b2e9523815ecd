import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { instant } from "../api/media.ts";
import { listOf } from "../api/page.ts";
import { pointKinds } from "./points.ts";

/** Maximum length of a reason, in characters. */
export const MAX_CORRECTION_REASON_LENGTH = 500;

/** A ledger entry as administrators see it. */
export const accountEntry = z.object({
  /** Idempotency key within its account and song. */
  key: z.string(),
  kind: z.enum(pointKinds),
  points: z.number().int(),
  created_at: instant,
  song: z.object({
    id: z.number().int(),
    /** Null if the song was deleted. */
    name: z.string().nullable(),
    artist: z.string().nullable(),
  }),
  /** The administrator's reason, if it was revoked. */
  reason: z.string().nullable(),
  /** Whether it earned points that are not revoked. */
  can_be_taken_back: z.boolean(),
});
export type AccountEntry = z.output<typeof accountEntry>;

const account = z.object({ id: z.uuid() });

export const getAccountEntries = endpoint({
  method: "GET",
  path: "admin/user/:id/points",
  access: "personal",
  tag: "rewards",
  summary: "For administrators: lists the point history of an account, latest first.",
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
    "For administrators: revokes earned points as far as they are not spent, with a reason that the user sees. " +
    "A repeat returns the same and does nothing.",
  params: account,
  body: z.object({
    song_id: z.number().int().positive().max(2_147_483_647),
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
