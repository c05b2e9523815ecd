import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { instant } from "./media.ts";

export const userRoles = ["ADMIN", "ARTIST", "PROVIDER"] as const;

/** The two views of the product: `provider` is the fan's. */
export const userTypes = ["provider", "artist"] as const;
export type UserType = (typeof userTypes)[number];

/** A user as they see themselves. `user_type` is the view they chose; what they may do follows from `role`. */
export const user = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(userRoles),
  user_type: z.enum(userTypes),
  created_at: instant,
});
export type User = z.output<typeof user>;

/** What a failed log-in is answered, whatever was wrong: who guesses must not learn which accounts exist. */
export const loginFailed =
  "We encoutered an error attempting to log you in. Please double check your username and password and try again.";

/** Characters of what is typed; far beyond any address or passphrase, and not yet a burden to hash. */
export const credentialLimits = { username: 320, password: 1000 } as const;

const required = { error: "Required" };

export const postAuth = endpoint({
  method: "POST",
  path: "auth",
  access: "public",
  limit: "sign-in",
  tag: "accounts",
  summary:
    "Begins a session. The username is the e-mail address of the account. The token goes into Authorization " +
    "as a bearer and lives for 30 days after it was last used.",
  body: z.object({
    username: z.string(required).trim().min(1, required).max(credentialLimits.username),
    password: z.string(required).min(1, required).max(credentialLimits.password),
  }),
  answer: z.object({ token: z.string(), user }),
});

export const postLogout = endpoint({
  method: "POST",
  path: "auth/logout",
  access: "optional",
  tag: "accounts",
  summary: "Ends the session of the token it is called with. A session that has ended already is no error.",
  answer: z.object({}),
});

export const getMe = endpoint({
  method: "GET",
  path: "me",
  access: "session",
  tag: "accounts",
  summary: "The user of the session.",
  answer: user,
});

export const patchMe = endpoint({
  method: "PATCH",
  path: "me",
  access: "session",
  tag: "accounts",
  summary: "Changes the view that the user chose, fan (provider) or artist, and nothing else.",
  body: z.object({ key: z.literal("user_type"), value: z.enum(userTypes) }),
  answer: user,
});
