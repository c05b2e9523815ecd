import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { languages } from "../api/language.ts";
import { instant } from "../api/media.ts";
import { listOf } from "../api/page.ts";
import { plans } from "../payments/subscriptions.ts";
import { credentialLimits, email, userRoles, userTypes } from "./accounts.ts";

export const deleteSessionsOf = endpoint({
  method: "DELETE",
  path: "admin/sessions",
  access: "personal",
  limit: "sign-in",
  tag: "accounts",
  summary:
    "For administrators: ends all sessions of the account with an address or, without one, all sessions except the " +
    "caller's own. Returns how many.",
  body: z.object({ email: z.string().trim().min(1).max(credentialLimits.username).optional() }),
  answer: z.object({ ended: z.number().int() }),
});

/** A user as administrators see them. */
export const listedUser = z.object({
  id: z.string(),
  email: z.string().nullable(),
  name: z.string(),
  role: z.enum(userRoles),
  user_type: z.enum(userTypes),
  language: z.enum(languages),
  /** Whether the address is confirmed. */
  verified: z.boolean(),
  plan: z.enum(plans),
  plan_expires_at: instant.nullable(),
  may_import: z.boolean(),
  /** Whether changes of listed wraps apply at once. */
  trusted: z.boolean(),
  is_suspended: z.boolean(),
  artists: z.number().int(),
  songs: z.number().int(),
  created_at: instant,
});
export type ListedUser = z.output<typeof listedUser>;

export const getUsers = endpoint({
  method: "GET",
  path: "admin/users",
  access: "personal",
  tag: "admin",
  summary: "For administrators: lists all users. `~~` on `text` finds a part of the name or address.",
  list: {
    filters: { text: "text", role: "text", may_import: "boolean", trusted: "boolean" },
    sortKeys: ["created_at", "name"],
  },
  answer: listOf(listedUser),
});

export const getUser = endpoint({
  method: "GET",
  path: "admin/user/:id",
  access: "personal",
  tag: "admin",
  summary: "For administrators: returns a user.",
  params: z.object({ id: z.string() }),
  answer: listedUser,
});

export const postUserFor = endpoint({
  method: "POST",
  path: "admin/user",
  access: "personal",
  limit: "mail",
  tag: "admin",
  summary:
    "For administrators: creates an account and emails its owner a link to claim it; with `artist_id`, the artist is " +
    "assigned with the claim. If the address has an account, returns it and assigns the artist immediately.",
  body: z.object({
    email,
    name: z
      .string({ error: "Required" })
      .trim()
      .min(1, { error: "Required" })
      .max(credentialLimits.name, { error: `Please use at most ${credentialLimits.name} characters.` }),
    language: z.enum(languages).default("en"),
    artist_id: z.coerce.number().int().positive().optional(),
  }),
  answer: listedUser,
});

/** Messages on `administrator`. */
export const administratorMessages = {
  unconfirmed: "This user hasn’t confirmed their address yet.",
  last: "This is the last administrator who can log in.",
  suspended: "This user is suspended.",
};

export const patchUser = endpoint({
  method: "PATCH",
  path: "admin/user/:id",
  access: "personal",
  tag: "admin",
  summary:
    "For administrators: grants or revokes the import invitation, the role of an administrator and the trust that lets changes of " +
    "listed wraps apply at once, and grants the premium plan until a day or revokes the grant; whichever fields are sent. At least one administrator who can log in remains. " +
    "A change of the role requires a session that started in the last ten minutes; an older one gets E0018.",
  params: z.object({ id: z.string() }),
  body: z.object({
    may_import: z.boolean().optional(),
    /** Whether title, artwork and recording of the user’s listed wraps change at once instead of after approval. */
    trusted: z.boolean().optional(),
    /** Whether the user is an administrator. */
    administrator: z.boolean().optional(),
    /** Last day (UTC) of a granted premium plan; null revokes the grant. */
    premium_until: z.iso.date({ error: "Please enter a date as YYYY-MM-DD." }).nullable().optional(),
  }),
  answer: listedUser,
});

/** Kinds of recorded events about accounts, the catalogue and the site, each named after the fact it states, in the order of the filter. */
export const auditKinds = [
  "wrap-submitted",
  "wrap-approved",
  "wrap-rejected",
  "wrap-withdrawn",
  "wrap-scheduled",
  "wrap-unscheduled",
  "change-requested",
  "change-applied",
  "change-approved",
  "change-rejected",
  "change-withdrawn",
  "wrap-created",
  "wrap-deleted",
  "splits-proposed",
  "splits-confirmed",
  "splits-declined",
  "splits-withdrawn",
  "income-assigned",
  "report-decided",
  "content-restricted",
  "content-restored",
  "restriction-contested",
  "restriction-kept",
  "account-suspended",
  "account-restored",
  "suspension-contested",
  "suspension-kept",
  "suspended-data-exported",
  "wnft-requested",
  "wnft-transfer-requested",
  "campaign-created",
  "campaign-activated",
  "campaign-phases-changed",
  "campaign-codes-created",
  "campaign-codes-revoked",
  "campaign-minted",
  "campaign-closed",
  "campaign-deleted",
  "artist-created",
  "artist-deleted",
  "artist-assigned",
  "album-deleted",
  "payment-refunded",
  "payment-seen",
  "points-released",
  "points-refused",
  "points-taken-back",
  "plays-released",
  "plays-refused",
  "jobs-retried",
  "backup-created",
  "backup-restored",
  "quarantine-released",
  "secret-key-rotated",
  "keys-accepted",
  "files-collected",
  "import-done",
  "import-undone",
  "import-invited",
  "import-uninvited",
  "publisher-trusted",
  "publisher-untrusted",
  "premium-granted",
  "premium-withdrawn",
  "administrator-created",
  "administrator-granted",
  "administrator-revoked",
  "operator-handover-started",
  "operator-handover-aborted",
  "operator-key-replaced",
  "site-settings-changed",
  "sign-up-invited",
  "sign-up-invitation-revoked",
  "member-invited",
  "member-invitation-revoked",
  "member-invitation-declined",
  "member-joined",
  "member-role-changed",
  "member-removed",
  "account-created-for",
  "signed-up",
  "claimed",
  "account-deleted",
  "logged-in",
  "login-failed",
  "logged-out",
  "code-sent",
  "code-failed",
  "codes-switched-on",
  "codes-switched-off",
  "password-reset-asked",
  "password-changed",
  "passkey-added",
  "passkey-removed",
  "name-changed",
  "address-change-requested",
  "address-changed",
  "address-change-undone",
  "sessions-ended",
  "handed-over",
  "network-linked",
  "wallet-linked",
  "wallet-unlinked",
  "keys-revealed",
  "keys-rotated",
  "webhook-added",
  "webhook-changed",
  "webhook-secret-rotated",
  "webhook-deleted",
  "data-exported",
] as const;
export type AuditKind = (typeof auditKinds)[number];

/** `by` in the detail of an event that the operator caused on the command line. */
export const operatorActor = "operator";

/** `by` in the detail is the account that acted, or `operatorActor`. */
export const auditEntry = z.object({
  id: z.string(),
  at: instant,
  kind: z.string(),
  account: z.object({ id: z.string(), name: z.string(), email: z.string().nullable() }).nullable(),
  network: z.string(),
  user_agent: z.string(),
  /** Read from `user_agent`; null if it does not say. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The wrap, artist, experience, payment or report that it is about, by its present name; null if there is none or it is gone. */
  object: z
    .object({ name: z.string(), /** Its page, unless it was deleted. */ path: z.string().nullable() })
    .nullable(),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const getAuditLog = endpoint({
  method: "GET",
  path: "admin/audit",
  access: "personal",
  tag: "admin",
  summary: "For administrators: lists recorded events about accounts, listings and decisions, latest first.",
  list: { filters: { kind: "text", account_id: "text", created_at: "time" }, sortKeys: ["created_at"] },
  answer: listOf(auditEntry),
});
