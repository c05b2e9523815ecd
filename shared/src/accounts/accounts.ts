import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { languages } from "../api/language.ts";
import { instant } from "../api/media.ts";
import { subscription } from "../payments/subscriptions.ts";
import { oneLine } from "../text/text.ts";
import { isReturnPath } from "./return-path.ts";

export const userRoles = ["ADMIN", "ARTIST", "PROVIDER"] as const;

/** The two views of the product: `provider` is the fan's view. */
export const userTypes = ["provider", "artist"] as const;
export type UserType = (typeof userTypes)[number];

/** Roles of the members of an account, each with the rights of those before it. `permissions.ts` says which. */
export const memberRoles = ["READER", "EDITOR", "OWNER"] as const;
export type MemberRole = (typeof memberRoles)[number];

/** Another account that a person works for. */
export const membership = z.object({ account_id: z.string(), name: z.string(), role: z.enum(memberRoles) });
export type Membership = z.output<typeof membership>;

/** Message on `email` for an address other than the invited one. */
export const otherInviteeMessage = "This invitation is for another address.";

/** Message on `email` for the address that the account has already. */
export const sameAddressMessage = "This is your address already.";

/** The user's own account. `user_type` is the chosen view; permissions follow from `role`. */
export const user = z.object({
  id: z.string(),
  /** Also the username. Null if a streaming service provided no verified address. */
  email: z.string().nullable(),
  name: z.string(),
  role: z.enum(userRoles),
  user_type: z.enum(userTypes),
  mfa_enabled: z.boolean(),
  /** False for users who log in only with a streaming service. */
  has_password: z.boolean(),
  language: z.enum(languages),
  subscriptions: z.array(subscription),
  /** The other accounts that the user works for. */
  memberships: z.array(membership),
  created_at: instant,
});
export type User = z.output<typeof user>;

/** Response of a complete login. The token is a bearer token. */
export const signedIn = z.object({
  token: z.string(),
  user,
  /** True in the response to the first login of the account. */
  first_login: z.boolean().optional(),
});
export type SignedIn = z.output<typeof signedIn>;

/** Response with code S0007: a code was sent by email, and the token goes into X-Session-Token. */
export const codeRequired = z.object({ session_token: z.string() });

/** Maximum lengths: far beyond any address or passphrase, and still cheap to hash. */
export const credentialLimits = { username: 320, password: 1000, shortestPassword: 8, name: 100 } as const;

const required = { error: "Required" };
const atMost = (characters: number) => ({ error: `Please use at most ${characters} characters.` });
/**
 * Email addresses with letters of any alphabet on both sides. Rejects what mail servers would parse as
 * syntax: spaces, quotes, brackets, separators, invisible characters.
 */
const addressForm =
  /^(?!\.)(?!.*\.\.)[^\s\p{C}@"<>()[\]\\,;:\uFFFD]{1,64}(?<!\.)@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{M}\p{N}-]{2,63}$/u;
/** An email address. */
export const email = z
  .string(required)
  .trim()
  .min(1, required)
  .max(credentialLimits.username, atMost(credentialLimits.username))
  .pipe(z.email({ pattern: addressForm, error: "Enter an email address." }));
/** The name of a person or company that has an account. */
export const personName = z
  .string(required)
  .trim()
  .min(1, required)
  .max(credentialLimits.name, atMost(credentialLimits.name))
  .regex(...oneLine);
export const typedPassword = z
  .string(required)
  .min(1, required)
  .max(credentialLimits.password, atMost(credentialLimits.password));
export const newPassword = z
  .string(required)
  .min(1, required)
  .min(credentialLimits.shortestPassword, {
    error: `Please use at least ${credentialLimits.shortestPassword} characters.`,
  })
  .max(credentialLimits.password, atMost(credentialLimits.password));
/** Message for a common password. */
export const weakPasswordMessage = "This password is too common. Choose another one.";
/** Message for a repeated password that differs, on the second field. */
export const passwordsDiffer = "The passwords do not match.";
/**
 * Refinement of a repeated field. Runs once both fields are filled, even while other fields are invalid, so
 * that all errors show together.
 */
export function asRepeated(first: string, repeat: string) {
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
/** Part of a link. Any text is accepted: a malformed code is simply a wrong one. */
export const linkPart = z.string(required).trim().min(1, required);

export const postAuth = endpoint({
  method: "POST",
  path: "auth",
  access: "optional",
  limit: "sign-in",
  tag: "accounts",
  summary:
    "Starts a session. The username is the email address of the account. The session of the call ends. If login codes " +
    "are enabled, the response is S0007 with a `session_token` for `auth/mfa`.",
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

/** Digits of a login code. */
export const codeDigits = 6;

export const postAuthMfa = endpoint({
  method: "POST",
  path: "auth/mfa",
  access: "optional",
  limit: "sign-in",
  tag: "accounts",
  summary:
    "Completes a login with the code sent by email: six digits, valid for ten minutes and five attempts. " +
    "X-Session-Token carries the `session_token` of S0007.",
  body: z.object({ code: z.string(required).trim().min(1, required).max(20) }),
  answer: signedIn,
});

/** Seconds between two codes of a login. */
export const CODE_RESEND_S = 30;

export const postAuthMfaResend = endpoint({
  method: "POST",
  path: "auth/mfa/resend",
  access: "optional",
  limit: "sign-in",
  tag: "accounts",
  summary:
    "Sends another login code, at most every 30 seconds; E0010 says how long to wait. The former code and `session_token` " +
    "stop working, and the response has the new one. X-Session-Token carries the `session_token` of S0007. Unknown, used " +
    "and expired tokens get E0015.",
  answer: codeRequired,
});

export const postUser = endpoint({
  method: "POST",
  path: "user",
  access: "public",
  limit: "mail",
  tag: "accounts",
  summary:
    "Signs up. The account is created when the emailed link is opened; the response does not reveal whether the address " +
    "has an account. If this site is closed (E0061) or by invitation only (E0060), the error is on `email`; an invitation " +
    "is for one address. The link carries `return_to`, a path of this site. `secret` stays in the browser: with it, the " +
    "link also logs in (`user/{uid}/claim/{code}/session`).",
  body: z
    .object({
      email,
      /** The code of an invitation, where one is needed. */
      invitation: linkPart.optional(),
      name: personName,
      pw: newPassword,
      pwconfirm: typedPassword,
      /** The view that the account starts with; a fan's by default. */
      user_type: z.enum(userTypes).default("provider"),
      /** Where the user wanted to go. */
      return_to: z.string().refine(isReturnPath, { error: "Enter a path of this site." }).optional(),
    })
    .refine(({ pw, pwconfirm }) => pw === pwconfirm, asRepeated("pw", "pwconfirm")),
  /** `uid` is that of the emailed link, by which the browser recognizes it. */
  answer: z.object({ uid: z.string(), secret: z.string() }),
});

export const getClaim = endpoint({
  method: "GET",
  path: "user/:uid/claim/:code",
  access: "public",
  limit: "sign-in",
  tag: "accounts",
  summary:
    "Claims an account that was created for its owner, or confirms a sign-up. Starts no session; without a password, a " +
    "mail to choose one follows. A repeat changes nothing.",
  params: z.object({ uid: z.string(), code: z.string() }),
  /**
   * `email` is the confirmed address. Without a password, a mail with a link to choose one was sent.
   */
  answer: z.object({ email: z.string(), has_password: z.boolean() }),
});

export const getClaimState = endpoint({
  method: "GET",
  path: "user/:uid/claim/:code/state",
  access: "public",
  limit: "sign-in",
  tag: "accounts",
  summary:
    "Says whether the link of a claim or a sign-up works, and changes nothing. Unknown, replaced and expired links get E0021.",
  params: z.object({ uid: z.string(), code: z.string() }),
  /** A link that was used still leads to the login. */
  answer: z.object({ is_used: z.boolean() }),
});

export const postClaimSession = endpoint({
  method: "POST",
  path: "user/:uid/claim/:code/session",
  access: "optional",
  limit: "sign-in",
  tag: "accounts",
  summary:
    "Starts the first session of an account in the browser that signed up, with the `secret` of the sign-up and the code " +
    "of the emailed link: within an hour after the link was opened, and before any other login. Otherwise E0020.",
  params: z.object({ uid: z.string(), code: z.string() }),
  body: z.object({ secret: linkPart }),
  answer: z.union([signedIn, codeRequired]),
  codeOf: (answer) => ("session_token" in answer ? "S0007" : undefined),
});

export const postPasswordReset = endpoint({
  method: "POST",
  path: "auth/password/reset",
  access: "public",
  limit: "mail",
  tag: "accounts",
  summary: "Sends a password reset link if the account exists. The response is always the same.",
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
    "Sets a new password with the code of a link, which is valid for an hour and works once. Ends all sessions.",
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
  summary: "Returns the user of the session.",
  answer: user,
});

export const patchMe = endpoint({
  method: "PATCH",
  path: "me",
  access: "session",
  tag: "accounts",
  summary: "Sets the user's view, fan (provider) or artist.",
  body: z.object({ key: z.literal("user_type"), value: z.enum(userTypes) }),
  answer: user,
});
