import * as z from "zod";
import { credentialLimits, email } from "../accounts/accounts.ts";
import { endpoint } from "../api/endpoint.ts";
import { type Language, languages } from "../api/language.ts";
import { instant } from "../api/media.ts";
import { listOf } from "../api/page.ts";

/** `open`: anyone signs up. `invitation`: an administrator's invitation is needed. `closed`: no one signs up. */
export const signUpModes = ["open", "invitation", "closed"] as const;
export type SignUpMode = (typeof signUpModes)[number];
/** `auto`: listings go public immediately. `manual`: an administrator reviews them. */
export const listingReviews = ["auto", "manual"] as const;

/** The texts with a page of their own, such as `/terms`. */
export const siteTexts = ["imprint", "terms", "privacy"] as const;
export type SiteText = (typeof siteTexts)[number];

/** Maximum lengths in characters. */
export const siteLimits = {
  name: 40,
  operator: 200,
  announcement: 300,
  text: 50_000,
  withdrawal: 5_000,
} as const;

/** The environment variable that determines a setting, if it is set. */
export const settingVariables = {
  name: "SITE_NAME",
  mail_sender: "MAIL_FROM",
  sign_up: "SIGN_UP",
  listing_review: "LISTING_REVIEW",
  default_language: "DEFAULT_LANGUAGE",
} as const;

const atMost = (characters: number) => ({ error: `Please use at most ${characters} characters.` });
const oneLine = (characters: number) =>
  z
    .string()
    .trim()
    .regex(/^\P{C}*$/u, { error: "Please use one line of plain text." })
    .max(characters, atMost(characters));

export const siteName = oneLine(siteLimits.name).min(1, { error: "Required" });

/** One text for each language. */
function perLanguage<Text extends z.ZodType>(text: Text) {
  return z.object({ en: text, es: text } satisfies Record<Language, Text>);
}

const fields = {
  name: siteName,
  /** Who runs the site. */
  operator: oneLine(siteLimits.operator),
  /** The public address of the operator; empty: none. */
  contact: z.string(),
  /** The address that emails are sent from. */
  mail_sender: z.string(),
  sign_up: z.enum(signUpModes),
  listing_review: z.enum(listingReviews),
  default_language: z.enum(languages),
  /** Markdown, one line; empty: none. */
  announcement: perLanguage(oneLine(siteLimits.announcement)),
  /** Markdown with the variables `{{site}}`, `{{operator}}` and `{{contact}}`. */
  imprint: perLanguage(z.string()),
  terms: perLanguage(z.string()),
  privacy: perLanguage(z.string()),
  /** Plain text on receipts, with the same variables; empty: none. */
  withdrawal: perLanguage(z.string()),
};

export const siteSettings = z.object(fields);
export type SiteSettings = z.output<typeof siteSettings>;

export const siteSettingsState = z.object({
  /** The last change that the settings include. */
  revision: z.number().int(),
  settings: siteSettings,
  /** Settings that differ from their default, such as `name` or `terms.en`. */
  customized: z.array(z.string()),
  /** Settings that an environment variable determines, with the name of that variable. */
  locked: z.record(z.string(), z.string()),
  /** Emails are stored on the server instead of being sent. */
  outbox: z.boolean(),
});
export type SiteSettingsState = z.output<typeof siteSettingsState>;

/** Message on a setting that an environment variable determines. */
export const lockedMessage = (variable: string): string => `${variable} determines this setting.`;
/** Message on a setting that was changed after the revision of the call. */
export const changedMessage = "Another administrator changed this in the meantime.";

export const getSiteSettings = endpoint({
  method: "GET",
  path: "admin/site",
  access: "personal",
  tag: "admin",
  summary: "For administrators: returns the settings of this site.",
  answer: siteSettingsState,
});

const markdown = z.string().max(siteLimits.text, atMost(siteLimits.text)).nullable().optional();

export const patchSiteSettings = endpoint({
  method: "PATCH",
  path: "admin/site",
  access: "personal",
  tag: "admin",
  summary:
    "For administrators: changes the settings that are sent; null restores a default. `revision` is that of the settings " +
    "that the caller has seen: E0005 names the fields that were changed since, and nothing is saved. E0007 on a field that " +
    "an environment variable determines.",
  body: z.object({
    revision: z.number().int().min(0),
    name: siteName.nullable().optional(),
    operator: fields.operator.nullable().optional(),
    contact: email.nullable().optional(),
    mail_sender: email.nullable().optional(),
    sign_up: fields.sign_up.nullable().optional(),
    listing_review: fields.listing_review.nullable().optional(),
    default_language: fields.default_language.nullable().optional(),
    announcement: perLanguage(oneLine(siteLimits.announcement).nullable().optional()).optional(),
    imprint: perLanguage(markdown).optional(),
    terms: perLanguage(markdown).optional(),
    privacy: perLanguage(markdown).optional(),
    withdrawal: perLanguage(
      z.string().max(siteLimits.withdrawal, atMost(siteLimits.withdrawal)).nullable().optional(),
    ).optional(),
  }),
  answer: siteSettingsState,
});

export const postTestMail = endpoint({
  method: "POST",
  path: "admin/site/test-mail",
  access: "personal",
  limit: "mail",
  tag: "admin",
  summary:
    "For administrators: sends an email to the caller's address immediately. E0062 with the reason if the mail server " +
    "does not accept it.",
  answer: z.object({ email: z.string() }),
});

export const getSite = endpoint({
  method: "GET",
  path: "site",
  access: "public",
  tag: "site",
  summary: "Returns the name of this site, its operator, and who may sign up.",
  answer: z.object({
    name: z.string(),
    operator: z.string(),
    contact: z.string(),
    sign_up: z.enum(signUpModes),
    default_language: z.enum(languages),
  }),
});

export const getSiteText = endpoint({
  method: "GET",
  path: "site/text/:text",
  access: "public",
  tag: "site",
  summary:
    "Returns the imprint, the terms of use or the privacy policy as HTML. E0001 if this site has no imprint.",
  params: z.object({ text: z.enum(siteTexts) }),
  query: z.object({ language: z.enum(languages).optional() }),
  answer: z.object({ html: z.string() }),
});

export const signUpInvitation = z.object({
  id: z.string(),
  email: z.string(),
  language: z.enum(languages),
  /** The administrator's name. */
  invited_by: z.string().nullable(),
  created_at: instant,
  expires_at: instant,
});
export type SignUpInvitation = z.output<typeof signUpInvitation>;

export const getSignUpInvitations = endpoint({
  method: "GET",
  path: "admin/sign-up-invitations",
  access: "personal",
  tag: "admin",
  summary: "For administrators: lists the open invitations to sign up, latest first.",
  list: { filters: {}, sortKeys: ["created_at"] },
  answer: listOf(signUpInvitation),
});

/** Message for an invited address that has an account, on `email`. */
export const invitedMemberMessage = "This address already has an account.";

export const postSignUpInvitation = endpoint({
  method: "POST",
  path: "admin/sign-up-invitation",
  access: "personal",
  limit: "mail",
  tag: "admin",
  summary:
    "For administrators: emails an invitation to sign up, which works once, for this address and 14 days. A new invitation " +
    "for an address replaces the previous one.",
  body: z.object({ email, language: z.enum(languages).default("en") }),
  answer: signUpInvitation,
});

export const deleteSignUpInvitation = endpoint({
  method: "DELETE",
  path: "admin/sign-up-invitation/:id",
  access: "personal",
  tag: "admin",
  summary: "For administrators: revokes an open invitation to sign up. A repeat does nothing.",
  params: z.object({ id: z.string() }),
  answer: z.object({}),
});

export const getInvitation = endpoint({
  method: "GET",
  path: "sign-up/invitation/:code",
  access: "public",
  limit: "sign-in",
  tag: "accounts",
  summary:
    "Returns the address that an invitation to sign up was sent to. E0020 for a wrong, used or expired one.",
  params: z.object({ code: z.string().max(200) }),
  answer: z.object({ email: z.string().max(credentialLimits.username) }),
});
