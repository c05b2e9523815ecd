import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";

/**
 * Whether the caller may participate, and why not. NO_PAYMENTS: it has a price, and this site takes no payments. NO_PHASE: no phase is open
 * now. NOT_ADMITTED: the current phase is for others.
 */
const campaignAccess = z.object({
  access: z.enum([
    "OPEN",
    "NEEDS_LOGIN",
    "NEEDS_INVITATION",
    "NOT_ADMITTED",
    "NO_PHASE",
    "SOLD_OUT",
    "NOT_ACTIVE",
    "NO_PAYMENTS",
  ]),
  /** Of the current phase, if there are phases. Null without a limit. */
  places_left: z.number().int().nullable(),
  /** Whether codes of its publisher may be unused. */
  has_codes: z.boolean(),
  /** The reward level that opens a private experience, the points it needs, and the points the caller has. */
  level: z
    .object({ id: z.number().int(), name: z.string(), needs: z.number().int(), has: z.number().int() })
    .nullable(),
});

export const getAccess = endpoint({
  method: "GET",
  path: "drop/:id/access",
  access: "optional",
  tag: "participation",
  summary: "Returns whether the caller may participate in an experience.",
  params: z.object({ id: z.string().min(1).max(120) }),
  answer: campaignAccess,
});
