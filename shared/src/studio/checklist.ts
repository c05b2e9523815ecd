import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";

/** What a new publisher does, in order: an artist, a wrap with audio, its listing, an experience that fans can join, a payout account. */
export const checklistSteps = ["ARTIST", "SONG", "LISTING", "EXPERIENCE", "PAYOUT"] as const;
export type ChecklistStep = (typeof checklistSteps)[number];

/** `WAITING`: submitted, and a reviewer decides. */
export const checklistStates = ["TODO", "WAITING", "DONE"] as const;

export const checklist = z.object({
  /** Without `PAYOUT` if this site takes no payments. */
  steps: z.array(z.object({ step: z.enum(checklistSteps), state: z.enum(checklistStates) })),
  /** The first artist of the caller. */
  artist: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** The wrap that is closest to its listing, unless one is listed. */
  song: z.object({ id: z.number().int(), has_audio: z.boolean() }).nullable(),
});
export type Checklist = z.output<typeof checklist>;

export const getMyChecklist = endpoint({
  method: "GET",
  path: "my/checklist",
  access: "session",
  tag: "studio",
  summary: "What the caller has done on the way to a first release and its income, and what comes next.",
  answer: checklist,
});
