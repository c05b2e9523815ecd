import * as z from "zod";
import { endpoint } from "./endpoint.ts";

/** Apart from the other calls of accounts, because every page can make it. */
export const postLogout = endpoint({
  method: "POST",
  path: "auth/logout",
  access: "optional",
  tag: "accounts",
  summary: "Ends the session of the token it is called with. A session that has ended already is no error.",
  answer: z.object({}),
});
