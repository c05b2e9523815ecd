import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { instant } from "../api/media.ts";
import { contestBody, neededText, optionalText, restrictionGrounds, takedownLimits } from "./takedown.ts";

/** The suspension of an account, as its owner sees it. */
const suspension = z.object({
  ground: z.enum(restrictionGrounds),
  /** The law or the clause of the terms. */
  basis: z.string(),
  /** The facts. */
  reason: z.string(),
  since: instant,
  contested_at: instant.nullable(),
  contest_statement: z.string().nullable(),
  /** An administrator kept it despite the counter-notice. */
  kept_at: instant.nullable(),
  kept_reason: z.string().nullable(),
  ended_at: instant.nullable(),
  end_reason: z.string().nullable(),
});
export type Suspension = z.output<typeof suspension>;

const administeredSuspension = suspension.extend({
  id: z.number().int(),
  /** For administrators only. */
  note: z.string().nullable(),
  /** Names of administrators. */
  by: z.string().nullable(),
  ended_by: z.string().nullable(),
});
export type AdministeredSuspension = z.output<typeof administeredSuspension>;

const user = z.object({ id: z.string() });
const reason = z.object({ reason: neededText(takedownLimits.text) });

export const getUserSuspensions = endpoint({
  method: "GET",
  path: "admin/user/:id/suspensions",
  access: "personal",
  tag: "takedown",
  summary:
    "For administrators: lists the suspensions of a user, the latest first. Only the latest can be in force.",
  params: user,
  answer: z.object({ data: z.array(administeredSuspension) }),
});

export const postSuspension = endpoint({
  method: "POST",
  path: "admin/user/:id/suspension",
  access: "personal",
  tag: "takedown",
  summary:
    "For administrators: suspends a user. Ends their sessions, refuses login and API keys, and makes their artists, wraps and experiences " +
    "non-public within seconds. They get the statement of reasons, with a link to contest it. Points, artworks and paid orders stay. " +
    "E0005: the user is suspended. E0083: administrators cannot be suspended.",
  params: user,
  body: z.object({
    ground: z.enum(restrictionGrounds, { error: "Required" }),
    basis: neededText(takedownLimits.line),
    reason: neededText(takedownLimits.text),
    /** For administrators only. */
    note: optionalText(takedownLimits.text),
  }),
  answer: z.object({}),
});

export const postSuspensionEnd = endpoint({
  method: "POST",
  path: "admin/user/:id/suspension/end",
  access: "personal",
  tag: "takedown",
  summary:
    "For administrators: ends the suspension of a user. Everything is as it was, except that they log in again. The user is notified. E0005: " +
    "the user is not suspended.",
  params: user,
  body: reason,
  answer: z.object({}),
});

export const postSuspensionKeep = endpoint({
  method: "POST",
  path: "admin/user/:id/suspension/keep",
  access: "personal",
  tag: "takedown",
  summary:
    "For administrators: keeps the suspension of a user despite their counter-notice. The user is notified. E0005: there is no counter-notice, or " +
    "it was decided.",
  params: user,
  body: reason,
  answer: z.object({}),
});

export const getSuspendedData = endpoint({
  method: "GET",
  path: "admin/user/:id/data",
  access: "personal",
  limit: "mail",
  tag: "takedown",
  summary:
    "For administrators with a fresh login: exports all data of a suspended user, as `GET my/data` does, to send it to them on request. E0005: the " +
    "user is not suspended.",
  params: user,
  answer: z.record(z.string(), z.unknown()),
});

const secret = z.object({ code: z.string().min(1).max(100) });

export const getSuspension = endpoint({
  method: "GET",
  path: "suspension/:code",
  access: "public",
  tag: "takedown",
  summary:
    "Returns the suspension that a mail links to. The code replaces the login, which is refused meanwhile.",
  params: secret,
  answer: suspension,
});

export const postSuspensionContest = endpoint({
  method: "POST",
  path: "suspension/:code/contest",
  access: "public",
  limit: "mail",
  tag: "takedown",
  summary:
    "Contests the suspension that a mail links to, once. It may be repeated. E0005: it has ended, or another counter-notice was sent.",
  params: secret,
  body: contestBody,
  answer: z.object({}),
});
