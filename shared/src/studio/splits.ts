import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { instant } from "../api/media.ts";
import { listOf } from "../api/page.ts";
import { studioLimits, sumOfShares } from "./studio.ts";

/**
 * - `DRAFT`: in force while the wrap was never listed; the next change replaces it.
 * - `PROPOSED`: waits for the owners.
 * - `CONFIRMED`: in force.
 * - `REPLACED`: was in force.
 * - `DECLINED`: declined by an owner or administrator, or withdrawn by the publisher (`decided_as`).
 */
export const splitStates = ["DRAFT", "PROPOSED", "CONFIRMED", "REPLACED", "DECLINED"] as const;
export const splitDeciders = ["PUBLISHER", "OWNERS", "ADMINISTRATOR"] as const;

/** Days after which an administrator may decide about a proposal. */
export const ADMINISTRATOR_DECIDES_AFTER_DAYS = 14;

/** An owner of a revision; `ownership` and `royalty` in percent. */
export const splitOwner = z.object({
  name: z.string(),
  ownership: z.number(),
  royalty: z.number(),
  /** Null for everyone but the publisher. */
  email: z.string().nullable(),
  /** Whether an account has the address. */
  has_account: z.boolean(),
  is_you: z.boolean(),
  /** When the owner confirmed the proposal; null if they have not, or need not. */
  confirmed_at: instant.nullable(),
});
export type SplitOwner = z.output<typeof splitOwner>;

export const splitRevision = z.object({
  id: z.number().int(),
  state: z.enum(splitStates),
  proposed_at: instant,
  /** The name of the account that proposed it. */
  proposed_by: z.string().nullable(),
  /** Orders paid from here on are divided by it. */
  effective_from: instant.nullable(),
  decided_at: instant.nullable(),
  decided_as: z.enum(splitDeciders).nullable(),
  reason: z.string().nullable(),
  owners: z.array(splitOwner),
  /** Owners in force that the proposal no longer names. They have to confirm it, too. */
  leaving: z.array(splitOwner.pick({ name: true, is_you: true, confirmed_at: true })),
});
export type SplitRevision = z.output<typeof splitRevision>;

/** Problems of the splits in force. None prevents anything: what no owner gets stays with the publisher. */
export const splitWarnings = [
  "NO_OWNERS",
  "OWNERSHIP_BELOW_100",
  "ROYALTY_BELOW_100",
  "ROYALTY_EMPTY",
] as const;
export type SplitWarning = (typeof splitWarnings)[number];

/** Returns what is incomplete about splits. */
export function findSplitWarnings(
  owners: readonly Pick<SplitOwner, "ownership" | "royalty">[],
): SplitWarning[] {
  if (owners.length === 0) return ["NO_OWNERS"];
  const warnings: SplitWarning[] = [];
  if (sumOfShares(owners.map(({ ownership }) => ownership)) < 100) warnings.push("OWNERSHIP_BELOW_100");
  if (sumOfShares(owners.map(({ royalty }) => royalty)) < 100) warnings.push("ROYALTY_BELOW_100");
  if (owners.some(({ royalty }) => royalty === 0)) warnings.push("ROYALTY_EMPTY");
  return warnings;
}

const splitSong = z.object({
  id: z.number().int(),
  pretty_id: z.string(),
  name: z.string(),
  artist: z.string(),
});

/** The splits of a wrap as its publisher or a named owner sees them. */
export const songSplits = z.object({
  song: splitSong,
  /** The name of the publisher, who pays the owners. */
  publisher: z.string().nullable(),
  is_publisher: z.boolean(),
  /** Whether the publisher may change them without a proposal: the wrap was never listed and has no paid order. */
  is_free: z.boolean(),
  in_force: splitRevision.nullable(),
  proposal: splitRevision.nullable(),
  /** Whether the proposal waits for the caller's decision. */
  awaits_you: z.boolean(),
  warnings: z.array(z.enum(splitWarnings)),
});
export type SongSplits = z.output<typeof songSplits>;

const song = z.object({ id: z.string().min(1).max(120) });
const revision = z.object({
  id: z.string().regex(/^\d{1,15}$/, { error: "Please use the number of a revision." }),
});
const reason = z
  .string()
  .trim()
  .max(studioLimits.reason, { error: `Please use at most ${studioLimits.reason} characters.` })
  .optional();

export const getSongSplits = endpoint({
  method: "GET",
  path: "song/:id/splits",
  access: "session",
  tag: "splits",
  summary:
    "Returns the owners and splits of a wrap in force, a proposed change, and the earlier ones, newest first; for the " +
    "publisher and named owners. Addresses are returned to the publisher only.",
  params: song,
  answer: songSplits.extend({ history: z.array(splitRevision) }),
});

export const getMySplits = endpoint({
  method: "GET",
  path: "my/splits",
  access: "session",
  tag: "splits",
  summary:
    "Lists the wraps of other publishers that name the caller as an owner, by the caller's confirmed address; wraps " +
    "that wait for the caller's decision come first. `my/splits/statement` returns what the caller is owed.",
  list: { filters: {}, sortKeys: ["created_at"] },
  answer: listOf(songSplits),
});

export const postSplitConfirmation = endpoint({
  method: "POST",
  path: "split/:id/confirm",
  access: "personal",
  tag: "splits",
  summary:
    "Confirms a proposed change of splits as a named owner. It takes effect once all named owners that have accounts " +
    "have confirmed, for orders paid from then on.",
  params: revision,
  answer: songSplits,
});

export const postSplitRefusal = endpoint({
  method: "POST",
  path: "split/:id/decline",
  access: "personal",
  tag: "splits",
  summary: "Declines a proposed change of splits as a named owner. The splits in force stay.",
  params: revision,
  body: z.object({ reason }),
  answer: songSplits,
});

export const deleteSplitProposal = endpoint({
  method: "DELETE",
  path: "split/:id",
  access: "session",
  tag: "splits",
  summary: "Withdraws a proposed change of splits of a wrap of the caller.",
  params: revision,
  answer: songSplits,
});

export const getSplitProposals = endpoint({
  method: "GET",
  path: "admin/splits",
  access: "personal",
  tag: "review",
  summary:
    "For administrators: lists the proposed changes of splits that have waited for named owners for 14 days, oldest first.",
  list: { filters: {}, sortKeys: ["created_at"] },
  answer: listOf(songSplits),
});

export const postSplitDecision = endpoint({
  method: "POST",
  path: "admin/split/:id",
  access: "personal",
  tag: "review",
  summary:
    "For administrators: decides about a proposed change of splits that has waited for 14 days. Earlier, or after another " +
    "decision, it fails with E0005.",
  params: revision,
  body: z
    .object({ decision: z.enum(["CONFIRMED", "DECLINED"]), reason })
    .refine(({ decision, reason: text }) => decision === "CONFIRMED" || (text ?? "") !== "", {
      path: ["reason"],
      error: "Required",
    }),
  answer: z.object({}),
});
