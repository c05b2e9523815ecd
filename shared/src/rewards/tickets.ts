import * as z from "zod";
import { formatTypedCode, readTypedCode } from "../accounts/typed-codes.ts";
import { endpoint } from "../api/endpoint.ts";
import { instant } from "../api/media.ts";
import { claimStates } from "./claims.ts";

/** 130 random bits. */
export const TICKET_CODE_LENGTH = 26;
const GROUP_LENGTH = 5;

/** Returns the code in a typed or scanned text; undefined if there is none. */
export const readTicketCode = (text: string) => readTypedCode(text, TICKET_CODE_LENGTH);

/** Formats a code in groups, for reading it aloud. */
export const formatTicketCode = (code: string) => formatTypedCode(code, GROUP_LENGTH);

const songReference = z.string().min(1).max(120);
const rewardOfSong = z.object({
  id: songReference,
  rewardId: z.coerce
    .number()
    .int()
    .positive()
    .max(2 ** 31 - 1),
});

export const getTicket = endpoint({
  method: "GET",
  path: "my/claim/:id/ticket",
  access: "session",
  tag: "claims",
  summary: "Returns the ticket of the caller's claim on a TICKET reward.",
  params: z.object({ id: z.coerce.number().int().positive() }),
  answer: z.object({
    /** The number of the claim. */
    number: z.number().int(),
    /** Null if the claim was rejected. */
    code: z.string().nullable(),
    /** The QR code as rows of `0` (light) and `1` (dark), without a margin. */
    rows: z.array(z.string()),
    state: z.enum(claimStates),
    admitted_at: instant.nullable(),
    reward: z.string(),
    details: z.string().nullable(),
    song: z.string(),
    artist: z.string(),
  }),
});

export const doorLimits = { label: 80, doors: 20, days: 366 } as const;

/** Messages for invalid door links. */
export const doorProblems = {
  noLabel: "Please name the entrance.",
  longLabel: `Please use at most ${doorLimits.label} characters.`,
  noEnd: "Please choose until when the link works.",
  past: "Please choose a time in the future.",
  tooLate: `Please choose a time within ${doorLimits.days} days.`,
  tooMany: `A reward has at most ${doorLimits.doors} door links. Revoke one first.`,
} as const;

const door = z.object({
  id: z.number().int(),
  label: z.string(),
  state: z.enum(["OPEN", "EXPIRED", "REVOKED"]),
  created_at: instant,
  expires_at: instant,
  /** Tickets that it admitted. */
  admitted: z.number().int(),
});
export type Door = z.output<typeof door>;

export const getDoors = endpoint({
  method: "GET",
  path: "song/:id/reward/:rewardId/doors",
  access: "session",
  tag: "tickets",
  summary:
    "Lists the door links of a TICKET reward of the caller, also of a deleted one, and counts its tickets.",
  params: rewardOfSong,
  answer: z.object({
    reward: z.string(),
    song: z.object({ id: z.number().int(), name: z.string() }),
    /** Claims that were not rejected. */
    tickets: z.number().int(),
    admitted: z.number().int(),
    /** The newest first. */
    doors: z.array(door),
  }),
});

export const postDoor = endpoint({
  method: "POST",
  path: "song/:id/reward/:rewardId/door",
  access: "session",
  tag: "tickets",
  summary:
    "Creates a door link of a TICKET reward of the caller. A phone with the link can admit its tickets, without an account, until it " +
    "expires or is revoked. The link is not shown again.",
  params: rewardOfSong,
  body: z.object({
    label: z
      .string({ error: doorProblems.noLabel })
      .trim()
      .min(1, { error: doorProblems.noLabel })
      .max(doorLimits.label, { error: doorProblems.longLabel }),
    expires_at: z.iso.datetime({ offset: true, error: doorProblems.noEnd }),
  }),
  answer: door.extend({
    link: z.string(),
    /** The link as a QR code, in rows as those of a ticket. */
    rows: z.array(z.string()),
  }),
});

export const deleteDoor = endpoint({
  method: "DELETE",
  path: "song/:id/reward/:rewardId/door/:doorId",
  access: "session",
  tag: "tickets",
  summary: "Revokes a door link. A repeat has no effect.",
  params: rewardOfSong.extend({ doorId: z.coerce.number().int().positive() }),
  answer: z.object({}),
});

const secret = z.object({ secret: z.string().min(1).max(200) });

export const getDoor = endpoint({
  method: "GET",
  path: "door/:secret",
  access: "public",
  tag: "tickets",
  summary:
    "Returns what a door link admits to. E0077: it is unknown, expired or revoked, or the event is no longer available.",
  params: secret,
  answer: z.object({
    label: z.string(),
    reward: z.string(),
    song: z.string(),
    artist: z.string(),
    expires_at: instant,
  }),
});

/** NOT_VALID: no ticket of this reward has the code. REVOKED: its claim was rejected. */
const admissions = ["ADMITTED", "ALREADY_ADMITTED", "REVOKED", "NOT_VALID"] as const;

export const postAdmission = endpoint({
  method: "POST",
  path: "door/:secret/admission",
  access: "public",
  limit: "proof",
  tag: "tickets",
  summary:
    "Admits a ticket once. `attempt` names the scan: its repeat, after a lost response, returns the same. E0077: the link is unknown, " +
    "expired or revoked.",
  params: secret,
  body: z.object({ code: z.string().max(200), attempt: z.string().min(8).max(64) }),
  answer: z.object({
    result: z.enum(admissions),
    /** The ticket's number; null if NOT_VALID. */
    number: z.number().int().nullable(),
    admitted_at: instant.nullable(),
  }),
});
export type Admitted = z.output<typeof postAdmission.answer>;
