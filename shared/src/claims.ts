import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { instant } from "./media.ts";
import { listOf } from "./page.ts";
import { reward, type rewardTypes } from "./rewards.ts";

/**
 * Where a claim stands. Levels that need nobody (DAPP_ACCESS, WRAPPED_MP3) are FULFILLED at once; every other waits for the artist.
 * A claim that is REJECTED has given its points back, and stays the only one of its fan and level.
 */
export const claimStates = ["REQUESTED", "CONTACTED", "FULFILLED", "REJECTED"] as const;
export type ClaimState = (typeof claimStates)[number];

/** The texts of the specification. */
export const claimTexts = {
  claimed:
    "Your claim has been made on this reward. A representative of the artist will be in touch with details.",
  noAddress: "Please add an e-mail address to your account first: the artist has to be in touch with you.",
  /** Followed by the message of the error. */
  failed: "There was an error claiming this reward: ",
} as const;

const claimedSong = z.object({
  id: z.number().int(),
  pretty_id: z.string(),
  name: z.string(),
  artist: z.string(),
  /** Whether it has a page that everybody can see. */
  is_public: z.boolean(),
});

/** A claim as its fan sees it. */
export const claim = z.object({
  id: z.number().int(),
  state: z.enum(claimStates),
  /** Points that it took; a rejected one has given them back. */
  points: z.number().int(),
  /** Why it was rejected. */
  reason: z.string().nullable(),
  created_at: instant,
  changed_at: instant,
  reward: reward.extend({
    /** How the fan gets it, by the artist's words; told to whoever has claimed it. */
    details: z.string().nullable(),
  }),
  song: claimedSong,
});
export type Claim = z.output<typeof claim>;

/** A claim as the artist's side sees it; `fan` is null once the account is gone. */
export const receivedClaim = claim.extend({
  fan: z.object({ name: z.string(), email: z.string().nullable() }).nullable(),
});
export type ReceivedClaim = z.output<typeof receivedClaim>;

const reference = z.string().min(1).max(120);

export const postClaim = endpoint({
  method: "POST",
  path: "song/:id/reward/:rewardId",
  access: "session",
  tag: "claims",
  summary:
    "Claims a reward and spends its points, once: a repeat answers the same claim. E0007 on `email`: somebody has to be in touch, and the " +
    "account has no address. E0041: the points do not reach it. E0042: it was deleted, none is left, or what it promises cannot be had.",
  params: z.object({ id: reference, rewardId: z.string().min(1).max(20) }),
  answer: claim,
});

export const getMyClaims = endpoint({
  method: "GET",
  path: "my/claims",
  access: "session",
  tag: "claims",
  summary: "The caller's claims.",
  list: {
    filters: { song_id: "integer", state: "text", reward_type: "text" },
    sortKeys: ["created_at"],
  },
  answer: listOf(claim),
});

export const getReceivedClaims = endpoint({
  method: "GET",
  path: "my/claims/received",
  access: "session",
  tag: "claims",
  summary: "Claims on rewards of the caller's wraps, with whom to write to.",
  list: {
    filters: { song_id: "integer", state: "text", reward_type: "text" },
    sortKeys: ["created_at", "changed_at"],
  },
  answer: listOf(receivedClaim),
});

export const MAX_CLAIM_REASON_LENGTH = 1_000;

export const patchClaim = endpoint({
  method: "PATCH",
  path: "claim/:id",
  access: "session",
  tag: "claims",
  summary:
    "Moves a claim on a reward of the caller's wraps on, and tells the fan: REQUESTED → CONTACTED → FULFILLED, or REJECTED with a reason, " +
    "which gives the points back. A repeat answers the same; E0005: it was decided otherwise.",
  params: z.object({ id: z.coerce.number().int().positive() }),
  body: z
    .object({
      state: z.enum(["CONTACTED", "FULFILLED", "REJECTED"]),
      reason: z
        .string()
        .trim()
        .max(MAX_CLAIM_REASON_LENGTH, { error: `Please use at most ${MAX_CLAIM_REASON_LENGTH} characters.` })
        .nullish(),
    })
    .refine(({ state, reason }) => state !== "REJECTED" || !!reason, {
      path: ["reason"],
      error: "Please say why.",
    }),
  answer: receivedClaim,
});

/** Whether a level is given without anybody's doing. */
export function isFulfilledInstantly(type: (typeof rewardTypes)[number]): boolean {
  return type === "DAPP_ACCESS" || type === "WRAPPED_MP3";
}
