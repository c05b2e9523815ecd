import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";

/** Sections of the administration that hold decisions. */
export const waitingKinds = ["reviews", "changes", "reports", "payments", "holds", "jobs"] as const;
export type WaitingKind = (typeof waitingKinds)[number];

/** Counting ends here, so that a long queue costs no more than a page of it. */
export const MAX_WAITING = 100;

export const getWaiting = endpoint({
  method: "GET",
  path: "admin/waiting",
  access: "personal",
  tag: "admin",
  summary:
    "For administrators: counts what waits for a decision, each up to 100: wraps in review and proposed splits, changes of listed wraps, open reports " +
    "and counter-notices, payments that need attention, points and plays on hold, and failed jobs.",
  answer: z.object({
    reviews: z.number().int(),
    changes: z.number().int(),
    reports: z.number().int(),
    payments: z.number().int(),
    holds: z.number().int(),
    jobs: z.number().int(),
  } satisfies Record<WaitingKind, unknown>),
});
