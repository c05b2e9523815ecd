import * as z from "zod";
import { email } from "../accounts/accounts.ts";
import { endpoint } from "../api/endpoint.ts";
import { image, instant } from "../api/media.ts";
import { listOf } from "../api/page.ts";

/** What a report may be about, and what may be restricted. */
export const reportedKinds = ["wrap", "artist", "experience", "artwork", "playlist"] as const;
export type ReportedKind = (typeof reportedKinds)[number];

/** What is wrong with it. Article 16(2)(c) of the Digital Services Act lets reports of child abuse be anonymous. */
export const reportProblems = [
  "copyright",
  "trademark",
  "privacy",
  "hate",
  "child_abuse",
  "fraud",
  "other",
] as const;
export type ReportProblem = (typeof reportProblems)[number];

export const reportStates = ["OPEN", "NO_ACTION", "RESTRICTED"] as const;
export type ReportState = (typeof reportStates)[number];

/** What a restriction may be of: of an account it is its suspension. */
export type RestrictedKind = ReportedKind | "account";

/** The legal ground of a restriction: illegal content, or content against the terms. */
export const restrictionGrounds = ["law", "terms"] as const;

export const takedownLimits = { text: 5_000, line: 300, name: 100 } as const;

const required = { error: "Required" };
const atMost = (characters: number) => ({ error: `Please use at most ${characters} characters.` });
export const optionalText = (characters: number) =>
  z.string().trim().max(characters, atMost(characters)).default("");
export const neededText = (characters: number) =>
  z.string(required).trim().min(1, required).max(characters, atMost(characters));
/** A statement that the sender has to make. */
const statement = z.literal(true, required);

/** The id or pretty id of a thing; of an artwork its experience and its number: `tide-tables-12`. */
const reference = z.string(required).trim().min(1, required).max(160, atMost(160));

/** Names and contacts are needed for every problem but child abuse. */
const needsContact = (problem: unknown) => problem !== "child_abuse";
const isCopyright = (problem: unknown) => problem === "copyright";

/** Refinement of a field that the kind of problem may require. Runs also while other fields are invalid, so that all errors show together. */
const neededIf = (isNeeded: (problem: unknown) => boolean, field: string) => {
  const isFilled = (report: Readonly<Record<string, unknown>>) =>
    !isNeeded(report.problem) || (report[field] !== "" && report[field] !== false);
  const options = { ...required, path: [field], when: () => true };
  return [isFilled, options] as const;
};

export const postReport = endpoint({
  method: "POST",
  path: "report",
  access: "optional",
  limit: "mail",
  tag: "takedown",
  summary:
    "Reports a public wrap, artist, experience, artwork or playlist as illegal or against the terms (Article 16 of the Digital " +
    "Services Act; 17 USC 512(c)(3) for copyright). Needs no account. The sender gets an acknowledgement by email. A repeat with the " +
    "same Idempotency-Key stores one report.",
  body: z
    .object({
      kind: z.enum(reportedKinds, required),
      id: reference,
      problem: z.enum(reportProblems, required),
      explanation: neededText(takedownLimits.text),
      /** Where exactly: an address, with a time or a line if it is only a part. */
      location: neededText(takedownLimits.line),
      /** Required, except for reports of child abuse. */
      name: optionalText(takedownLimits.name),
      email: z.union([z.literal(""), email], { error: "Enter an email address." }).default(""),
      good_faith: statement,
      /** Copyright: the work, its owner's address, the authority to act under penalty of perjury, and a typed name. */
      work: optionalText(takedownLimits.text),
      address: optionalText(takedownLimits.line),
      authorized: z.boolean().default(false),
      signature: optionalText(takedownLimits.name),
    })
    .refine(...neededIf(needsContact, "name"))
    .refine(...neededIf(needsContact, "email"))
    .refine(...neededIf(isCopyright, "work"))
    .refine(...neededIf(isCopyright, "address"))
    .refine(...neededIf(isCopyright, "authorized"))
    .refine(...neededIf(isCopyright, "signature")),
  answer: z.object({ id: z.number().int() }),
});

/** A person, or an account that was deleted. */
const actor = z.string().nullable();

const reportSummary = z.object({
  id: z.number().int(),
  kind: z.enum(reportedKinds),
  target: z.string(),
  /** The name of the thing when it was reported. */
  title: z.string(),
  /** Its picture; null if it has none or is gone. */
  image: image.nullable(),
  problem: z.enum(reportProblems),
  state: z.enum(reportStates),
  /** Whether a counter-notice awaits a decision. */
  contested: z.boolean(),
  /** Null if the reporter gave none, or a year after the decision. */
  name: z.string().nullable(),
  created_at: instant,
  decided_at: instant.nullable(),
});
export type ReportSummary = z.output<typeof reportSummary>;

const restriction = z.object({
  id: z.number().int(),
  kind: z.enum(reportedKinds),
  target: z.string(),
  /** The name of what is restricted; empty if it is gone. */
  title: z.string(),
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
export type Restriction = z.output<typeof restriction>;

const decidedRestriction = restriction.extend({ by: actor, ended_by: actor });

export const getReports = endpoint({
  method: "GET",
  path: "admin/reports",
  access: "personal",
  tag: "takedown",
  summary:
    "For administrators: lists reports. Unless sorted otherwise, reports that await a decision come first, then the newest. `contested`: whether a counter-notice about their restriction awaits a decision.",
  list: {
    filters: { state: "text", kind: "text", problem: "text", contested: "boolean" },
    sortKeys: ["created_at"],
  },
  answer: listOf(reportSummary),
});

const reportId = z.object({ id: z.coerce.number().int().positive() });

export const getReport = endpoint({
  method: "GET",
  path: "admin/report/:id",
  access: "personal",
  tag: "takedown",
  summary:
    "For administrators: returns a report, what it is about, its restrictions, and other reports about the same thing.",
  params: reportId,
  answer: reportSummary.extend({
    explanation: z.string(),
    location: z.string(),
    work: z.string().nullable(),
    email: z.string().nullable(),
    address: z.string().nullable(),
    signature: z.string().nullable(),
    /** The reason of a report without action. */
    comment: z.string().nullable(),
    decided_by: actor,
    /** What may be restricted: the reported thing, and what it belongs to. */
    things: z.array(
      z.object({
        kind: z.enum(reportedKinds),
        target: z.string(),
        title: z.string(),
        /** Its page. */
        path: z.string(),
        /** Whether a restriction of its own is in force. */
        is_restricted: z.boolean(),
      }),
    ),
    owner: z.object({ id: z.string(), name: z.string(), email: z.string().nullable() }).nullable(),
    /** Of all `things`, newest first. */
    restrictions: z.array(decidedRestriction),
    others: z.array(reportSummary),
  }),
});

export const postReportDecision = endpoint({
  method: "POST",
  path: "admin/report/:id",
  access: "personal",
  tag: "takedown",
  summary:
    "For administrators: decides a report. NO_ACTION closes it with a reason; RESTRICT makes the reported thing, its artist, its experience or " +
    "its wrap non-public everywhere within seconds. The owner gets the statement of reasons, the reporter the outcome. " +
    "Of two concurrent decisions the first counts, and the second gets E0005.",
  params: reportId,
  body: z
    .object({
      decision: z.enum(["NO_ACTION", "RESTRICT"], required),
      reason: neededText(takedownLimits.text),
      /** The rest is of a restriction. `kind`: one of the report's `things`. */
      kind: z.enum(reportedKinds).optional(),
      ground: z.enum(restrictionGrounds).optional(),
      basis: optionalText(takedownLimits.line),
    })
    .refine(({ decision, kind }) => decision === "NO_ACTION" || kind !== undefined, {
      path: ["kind"],
      error: required.error,
    })
    .refine(({ decision, ground }) => decision === "NO_ACTION" || ground !== undefined, {
      path: ["ground"],
      error: required.error,
    })
    .refine(({ decision, basis }) => decision === "NO_ACTION" || basis !== "", {
      path: ["basis"],
      error: required.error,
    }),
  answer: z.object({}),
});

export const postRestrictionEnd = endpoint({
  method: "POST",
  path: "admin/restriction/:id/end",
  access: "personal",
  tag: "takedown",
  summary:
    "For administrators: ends a restriction. What nothing else restricts is as its owner left it. The owner is notified. E0005: it has ended.",
  params: reportId,
  body: z.object({ reason: neededText(takedownLimits.text) }),
  answer: z.object({}),
});

export const postRestrictionKeep = endpoint({
  method: "POST",
  path: "admin/restriction/:id/keep",
  access: "personal",
  tag: "takedown",
  summary:
    "For administrators: keeps a restriction despite the owner’s counter-notice. The owner is notified. E0005: there is no counter-notice, " +
    "or it was decided.",
  params: reportId,
  body: z.object({ reason: neededText(takedownLimits.text) }),
  answer: z.object({}),
});

export const getMyRestrictions = endpoint({
  method: "GET",
  path: "my/restrictions",
  access: "personal",
  tag: "takedown",
  summary: "Lists the restrictions in force of what the caller owns, newest first.",
  answer: z.object({ data: z.array(restriction) }),
});

/** A counter-notice. */
export const contestBody = z.object({
  statement: neededText(takedownLimits.text),
  /** The owner’s address. */
  address: neededText(takedownLimits.line),
  /** The statement that its form shows: of a restriction, consent to the jurisdiction and good faith under penalty of perjury; of a suspension, good faith. */
  consent: statement,
  signature: neededText(takedownLimits.name),
});

export const postContest = endpoint({
  method: "POST",
  path: "my/restriction/:id/contest",
  access: "personal",
  tag: "takedown",
  summary:
    "Contests a restriction of the caller’s, once: a counter-notice with the statement and a typed signature (17 USC 512(g)(3)). It may be repeated. " +
    "The senders of copyright notices get a copy of it. E0005: it has ended, or another counter-notice was sent.",
  params: reportId,
  body: contestBody,
  answer: z.object({}),
});
