import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { languages } from "./language.ts";
import { instant } from "./media.ts";
import { subscription } from "./subscriptions.ts";

export const userRoles = ["ADMIN", "ARTIST", "PROVIDER"] as const;

/** The two views of the product: `provider` is the fan's. */
export const userTypes = ["provider", "artist"] as const;
export type UserType = (typeof userTypes)[number];

/** A user as they see themselves. `user_type` is the view they chose; what they may do follows from `role`. */
export const user = z.object({
  id: z.string(),
  /** Also the username. Null where a streaming service knows them by no address that it has verified. */
  email: z.string().nullable(),
  name: z.string(),
  role: z.enum(userRoles),
  user_type: z.enum(userTypes),
  mfa_enabled: z.boolean(),
  /** False for those who only ever came in by a streaming service. */
  has_password: z.boolean(),
  language: z.enum(languages),
  subscriptions: z.array(subscription),
  created_at: instant,
});
export type User = z.output<typeof user>;

/** What a log-in answers once it is complete. The token goes into Authorization as a bearer. */
export const signedIn = z.object({ token: z.string(), user });
export type SignedIn = z.output<typeof signedIn>;

/** What a log-in answers with code S0007: a code was sent by e-mail, and the token goes into X-Session-Token. */
export const codeRequired = z.object({ session_token: z.string() });

/** Characters of what is typed; far beyond any address or passphrase, and not yet a burden to hash. */
export const credentialLimits = { username: 320, password: 1000, shortestPassword: 8, name: 100 } as const;

const required = { error: "Required" };
const atMost = (characters: number) => ({ error: `Please use at most ${characters} characters.` });
/**
 * Letters of any alphabet on both sides. What mail servers would read as syntax rather than as part of an address is
 * left out: spaces, quotes, brackets, separators, invisible characters.
 */
const addressForm =
  /^(?!\.)(?!.*\.\.)[^\s\p{C}@"<>()[\]\\,;:\uFFFD]{1,64}(?<!\.)@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{M}\p{N}-]{2,63}$/u;
/** An address that mail can be sent to. */
export const email = z
  .string(required)
  .trim()
  .min(1, required)
  .max(credentialLimits.username, atMost(credentialLimits.username))
  .pipe(z.email({ pattern: addressForm, error: "Please enter an e-mail address." }));
const typedPassword = z
  .string(required)
  .min(1, required)
  .max(credentialLimits.password, atMost(credentialLimits.password));
const newPassword = z
  .string(required)
  .min(1, required)
  .min(credentialLimits.shortestPassword, {
    error: `Please use at least ${credentialLimits.shortestPassword} characters.`,
  })
  .max(credentialLimits.password, atMost(credentialLimits.password));
/** What is told of a new password that is one of the first a guesser tries. */
export const weakPasswordMessage =
  "This password is one of those that are guessed first. Please choose another.";
/** What is told of a repeat that is not what it repeats, on the repeat's own field. */
export const passwordsDiffer = "The passwords do not match.";
/**
 * A check of two fields runs only where all fields are right, unless it says otherwise: this one runs once both are
 * typed, so that it does not come as news after the other fields are corrected.
 */
function asRepeated(first: string, repeat: string) {
  const isTyped = (value: unknown, field: string) => {
    const typed: unknown = Reflect.get(Object(value), field);
    return typeof typed === "string" && typed !== "";
  };
  return {
    error: passwordsDiffer,
    path: [repeat],
    when: ({ value }: { value: unknown }) => isTyped(value, first) && isTyped(value, repeat),
  };
}
/** Of a link. In the wrong form it is no more than wrong. */
const linkPart = z.string(required).trim().min(1, required);

export const postAuth = endpoint({
  method: "POST",
  path: "auth",
  access: "optional",
  limit: "sign-in",
  tag: "accounts",
  summary:
    "Begins a session. The username is the e-mail address of the account. A session that the call was made with " +
    "ends. Where codes by e-mail are switched on, the answer is S0007 with a `session_token` for `auth/mfa`.",
  body: z.object({
    username: z
      .string(required)
      .trim()
      .min(1, required)
      .max(credentialLimits.username, atMost(credentialLimits.username)),
    password: typedPassword,
  }),
  answer: z.union([signedIn, codeRequired]),
  codeOf: (answer) => ("session_token" in answer ? "S0007" : undefined),
});

/** Digits of a code that is sent by e-mail. */
export const codeDigits = 6;

export const postAuthMfa = endpoint({
  method: "POST",
  path: "auth/mfa",
  access: "optional",
  limit: "sign-in",
  tag: "accounts",
  summary:
    "Completes a log-in with the code that was sent by e-mail: six digits, for ten minutes, in at most five tries. " +
    "X-Session-Token carries the `session_token` of S0007.",
  body: z.object({ code: z.string(required).trim().min(1, required).max(20) }),
  answer: signedIn,
});

export const postUser = endpoint({
  method: "POST",
  path: "user",
  access: "public",
  limit: "mail",
  tag: "accounts",
  summary:
    "Signs up. The account begins with the link that is sent to the address; the answer is the same whether the " +
    "address has an account already or not.",
  body: z
    .object({
      email,
      name: z
        .string(required)
        .trim()
        .min(1, required)
        .max(credentialLimits.name, atMost(credentialLimits.name)),
      pw: newPassword,
      pwconfirm: typedPassword,
    })
    .refine(({ pw, pwconfirm }) => pw === pwconfirm, asRepeated("pw", "pwconfirm")),
  answer: z.object({}),
});

export const getClaim = endpoint({
  method: "GET",
  path: "user/:uid/claim/:code",
  access: "public",
  limit: "sign-in",
  tag: "accounts",
  summary:
    "Claims an account that was created for somebody, or completes a sign-up: the address is its owner's. Opens no " +
    "session; where there is no password yet, a mail to choose one follows. A repeat answers the same.",
  params: z.object({ uid: z.string(), code: z.string() }),
  answer: z.object({}),
});

export const postPasswordReset = endpoint({
  method: "POST",
  path: "auth/password/reset",
  access: "public",
  limit: "mail",
  tag: "accounts",
  summary:
    "Sends a link to choose a new password, where there is such an account. The answer is always the same.",
  body: z.object({ email }),
  answer: z.object({}),
});

export const patchPassword = endpoint({
  method: "PATCH",
  path: "auth/password/update",
  access: "public",
  limit: "sign-in",
  tag: "accounts",
  summary:
    "Sets a new password with the code of a link, which lives for an hour and works once. Ends all sessions.",
  body: z
    .object({ code: linkPart, userId: linkPart, password: newPassword, confirmPassword: typedPassword })
    .refine(
      ({ password, confirmPassword }) => password === confirmPassword,
      asRepeated("password", "confirmPassword"),
    ),
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
