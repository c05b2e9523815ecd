import * as z from "zod";
import { endpoint } from "./endpoint.ts";

/** Whether the reader may take part, and what is missing. NO_PAYMENTS: it has a price, and nobody takes payments here. */
const campaignAccess = z.object({
  access: z.enum(["OPEN", "NEEDS_LOGIN", "NEEDS_INVITATION", "SOLD_OUT", "NOT_ACTIVE", "NO_PAYMENTS"]),
  /** Null is without limit. */
  places_left: z.number().int().nullable(),
  /** Of a private one: the reward level that opens it, what it takes, and what the reader has. */
  level: z
    .object({ id: z.number().int(), name: z.string(), needs: z.number().int(), has: z.number().int() })
    .nullable(),
});

export const getAccess = endpoint({
  method: "GET",
  path: "drop/:id/access",
  access: "optional",
  tag: "participation",
  summary: "Whether the caller may take part in an experience.",
  params: z.object({ id: z.string().min(1).max(120) }),
  answer: campaignAccess,
});
