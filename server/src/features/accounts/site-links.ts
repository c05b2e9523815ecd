import type { Context } from "../../platform/context.ts";

/** The part of the context that the absolute URLs in mails need. */
type Site = Pick<Context, "publicUrl">;

export const loginLink = ({ publicUrl }: Site): string => `${publicUrl}/login`;

export const settingsLink = ({ publicUrl }: Site): string => `${publicUrl}/my/settings`;

/** The page that starts an import. */
export const importLink = ({ publicUrl }: Site): string => `${publicUrl}/my/artists/bulk`;

export const planLink = ({ publicUrl }: Site): string => `${publicUrl}/my/subscription`;

export const lostPasswordLink = ({ publicUrl }: Site): string => `${publicUrl}/lostPassword`;

/** `returnTo` is where the login afterwards leads. */
export const claimLink = (
  { publicUrl }: Site,
  { id, code, returnTo }: { id: string; code: string; returnTo?: string | undefined },
): string =>
  `${publicUrl}/claim/${id}/${code}${returnTo === undefined ? "" : `?${new URLSearchParams({ to: returnTo })}`}`;

/** The page that confirms or undoes a change of the address with a code, or confirms that mails arrive there. */
export const addressLink = ({ publicUrl }: Site, action: "confirm" | "undo", code: string): string =>
  `${publicUrl}/address/${action}?${new URLSearchParams({ code })}`;

/** The page that sets a password with a code. */
export const passwordLink = ({ publicUrl }: Site, { id, code }: { id: string; code: string }): string =>
  `${publicUrl}/resetPassword?${new URLSearchParams({ code, uid: id })}`;

/** The page that creates the first administrator with a code. */
export const setupLink = ({ publicUrl }: Site, code: string): string =>
  `${publicUrl}/setup?${new URLSearchParams({ code })}`;

/** The page of administrators. */
export const administrationLink = ({ publicUrl }: Site): string => `${publicUrl}/admin`;

/** The page that signs up with an invitation. */
export const signUpLink = ({ publicUrl }: Site, invitation: string): string =>
  `${publicUrl}/signup?${new URLSearchParams({ invitation })}`;

/** The settings of a person, who accepts an invitation to an account there. */
export const memberInvitationLink = ({ publicUrl }: Site, invitation: string): string =>
  `${publicUrl}/my/settings?${new URLSearchParams({ invitation })}`;

/** The settings of the site. */
export const siteSettingsLink = ({ publicUrl }: Site): string => `${publicUrl}/admin/site`;

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** Seconds for which a link or code works, by the kind of its mail or by its page. */
export const lifetimes = {
  "confirm-sign-up": 24 * HOUR_S,
  "claim-account": 14 * DAY_S,
  "sign-up-invited": 14 * DAY_S,
  "member-invited": 14 * DAY_S,
  "choose-password": 24 * HOUR_S,
  "reset-password": HOUR_S,
  "confirm-address": 24 * HOUR_S,
  "confirm-mailbox": 24 * HOUR_S,
  "address-changed": 14 * DAY_S,
  "login-code": 10 * MINUTE_S,
  setup: 24 * HOUR_S,
};
