import * as z from "zod";
import { credentialLimits } from "./accounts.ts";
import { endpoint } from "./endpoint.ts";

export const deleteSessionsOf = endpoint({
  method: "DELETE",
  path: "admin/sessions",
  access: "personal",
  limit: "sign-in",
  tag: "accounts",
  summary:
    "For administrators: ends all sessions of the account with an address or, without one, everybody's but the caller's " +
    "own. Answers how many there were.",
  body: z.object({ email: z.string().trim().min(1).max(credentialLimits.username).optional() }),
  answer: z.object({ ended: z.number().int() }),
});
