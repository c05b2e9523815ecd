import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { instant } from "../api/media.ts";
import { listOf } from "../api/page.ts";
import { claimAnswers, sentAnswers } from "./claim-questions.ts";
import { reward, type rewardTypes } from "./rewards.ts";

/**
 * State of a claim. DAPP_ACCESS and WRAPPED_MP3 are FULFILLED immediately; every other level waits for the
 * artist. A REJECTED claim has returned its points and remains the only one of its fan and level.
 */
export const claimStates = ["REQUESTED", "CONTACTED", "FULFILLED", "REJECTED"] as const;
export type ClaimState = (typeof claimStates)[number];

/** The texts of the specification. */
export const claimTexts = {
  claimed:
    "Your claim has been made on this reward. A representative of the artist will be in touch with details.",
  noAddress: "Add an email address to your account first, so that the artist can contact you.",
  /** Followed by the error's message. */
  failed: "There was an error claiming this reward: ",
} as const;

const claimedSong = z.object({
  id: z.number().int(),
  pretty_id: z.string(),
  name: z.string(),
  artist: z.string(),
  /** Whether it has a public page. */
  is_public: z.boolean(),
});

/** A claim as the fan sees it. */
export const claim = z.object({
  id: z.number().int(),
  state: z.enum(claimStates),
  /** Points spent; a rejected claim has returned them. */
  points: z.number().int(),
  /** Why it was rejected. */
  reason: z.string().nullable(),
  created_at: instant,
  changed_at: instant,
  reward: reward.extend({
    /** The artist's instructions, visible once claimed. */
    details: z.string().nullable(),
  }),
  song: claimedSong,
  /** What the fan answered; erased once the claim is fulfilled or rejected. */
  answers: claimAnswers,
  /** When a door admitted its ticket; null if none did, and for other rewards. */
  admitted_at: instant.nullable(),
});
export type Claim = z.output<typeof claim>;

/** A claim as the artist sees it; `fan` is null if the account was deleted. */
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
    "Claims a reward and spends its points, once: a repeat returns the same claim. E0007 on `email`: the artist has to contact the fan, and " +
    "the account has no address. E0007 on `answers.N`: the level's question at position N needs another answer. E0041: not enough points. E0042: deleted, out of stock, or not available right now.",
  params: z.object({ id: reference, rewardId: z.string().min(1).max(20) }),
  body: z.object({
    /** Answers to the level's questions, by their positions. */
    answers: sentAnswers.default({}),
  }),
  answer: claim,
});

export const getMyClaims = endpoint({
  method: "GET",
  path: "my/claims",
  access: "session",
  tag: "claims",
  summary: "Lists the caller's claims.",
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
  summary: "Lists claims on rewards of the caller's wraps, with the fans' contact details.",
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
    "Changes the state of a claim on a reward of the caller's wraps and notifies the fan: REQUESTED → CONTACTED → FULFILLED, or REJECTED " +
    "with a reason, which returns the points. The last two erase the fan's answers. A repeat returns the same claim; E0005: the transition is not allowed.",
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

/** Whether a level is fulfilled immediately, without the artist. */
export function isFulfilledInstantly(type: (typeof rewardTypes)[number]): boolean {
  return type === "DAPP_ACCESS" || type === "WRAPPED_MP3";
}
