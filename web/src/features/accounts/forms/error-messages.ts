import {
  credentialLimits,
  otherInviteeMessage,
  passwordsDiffer,
  sameAddressMessage,
  weakPasswordMessage,
} from "@wrapsody/shared/accounts/accounts.ts";
import { textProblems } from "@wrapsody/shared/text/text.ts";
import type { TFunction } from "i18next";
import type { ApiError } from "../../../lib/api/api-fetch.ts";
import { toPageLanguage } from "../../../lib/api/translated-messages.ts";

/** English messages of the server and the schemas, and their text keys. */
const keys: Readonly<Record<string, string>> = {
  Required: "accounts.required",
  "Enter an email address.": "accounts.email",
  [passwordsDiffer]: "accounts.passwordsDiffer",
  [weakPasswordMessage]: "accounts.passwordGuessedFirst",
  "Incorrect MFA code provided.": "accounts.code.wrong",
  "You can sign up here by invitation only.": "accounts.signUp.invitationOnly",
  "You can’t sign up here at this time.": "accounts.signUp.closed",
  [otherInviteeMessage]: "accounts.signUp.otherInvitee",
  [sameAddressMessage]: "profile.sameAddress",
  "Wrong password.": "accounts.settings.delete.wrong",
  [textProblems.severalLines]: "accounts.severalLines",
};
const tooShort = /^Please use at least (\d+) characters\.$/;
const tooLong = /^Please use at most (\d+) characters\.$/;
const unreadable = /^Remove the unreadable character (U\+[0-9A-F]+) (?:at the beginning|after “(.+)”)\.$/;

/** Translates a field error. */
export function fieldErrorText(t: TFunction, problem: string | undefined): string | undefined {
  if (problem === undefined) return undefined;
  const min = tooShort.exec(problem)?.[1];
  if (min !== undefined) return t("accounts.tooShort", { least: min });
  const max = tooLong.exec(problem)?.[1];
  if (max !== undefined) return t("accounts.tooLong", { most: max });
  const [, sign, before] = unreadable.exec(problem) ?? [];
  if (sign !== undefined)
    return before === undefined
      ? t("accounts.unreadableFirst", { sign })
      : t("accounts.unreadable", { sign, before });
  const key = keys[problem];
  return key === undefined ? toPageLanguage(problem) : t(key);
}

/** Returns the password rule. */
export function passwordRule(t: TFunction): string {
  return t("accounts.passwordRule", { least: credentialLimits.shortestPassword });
}

/** Returns the text key of a failed call; `otherwise` is the key of the call itself. */
export function failureKey({ status, code }: ApiError, otherwise: string): string {
  if (code === "E0074" || code === "E0075") return `errors.${code}`;
  if (status === 0) return "errors.offline";
  if (status === 429) return "accounts.tooOften";
  if (status === 507) return "errors.E0049";
  return status >= 500 ? "errors.X001" : otherwise;
}
