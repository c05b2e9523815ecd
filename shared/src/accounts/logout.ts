import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";

/** Separate from the other account endpoints, because every page loads it. */
export const postLogout = endpoint({
  method: "POST",
  path: "auth/logout",
  access: "optional",
  tag: "accounts",
  summary: "Ends the session of its token. A session that has ended is no error.",
  answer: z.object({}),
});
