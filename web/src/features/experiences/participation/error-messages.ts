import type { ErrorCode } from "@wrapsody/shared/api/errors.ts";
import { participationTexts } from "@wrapsody/shared/experiences/participation.ts";
import type { TFunction } from "i18next";
import { ApiError } from "../../../lib/api/api-fetch.ts";
import { toPageLanguage } from "../../../lib/api/translated-messages.ts";
import { errorKey, fieldErrorText } from "../../accounts/index.ts";
import { addressErrorText } from "../../chain/index.ts";

/** Server messages about a wallet and their text keys. */
const walletKeys: Readonly<Record<string, string>> = {
  [participationTexts.noWallet]: "participation.problem.noWallet",
  [participationTexts.walletOnOtherNetwork]: "participation.problem.elsewhere",
};

export function walletErrorText(t: TFunction, problem: string | undefined): string | undefined {
  const key = problem === undefined ? undefined : walletKeys[problem];
  return key === undefined ? (addressErrorText(t, problem) ?? fieldErrorText(t, problem)) : t(key);
}

/** Errors that have their own text in participation. */
const refusals: Words = {
  E0001: "noWallet",
  E0005: "changed",
  E0008: "photoTooLarge",
  E0032: "notActive",
  E0033: "soldOut",
  E0034: "invited",
  E0035: "invalidOrder",
  E0037: "network",
  E0038: "payments",
  E0045: "tooManyReservations",
  E0048: "provider",
};

type Words = Partial<Record<ErrorCode, string>>;

/** Texts of the same errors for a user whose unfinished orders are listed. */
export const ofOpenOrders: Words = { E0033: "othersTaken" };

/** Texts of the same errors once an order exists: its spot is reserved and perhaps paid for. */
export const ofOrder: Words = {
  E0001: "noCampaign",
  E0032: "alreadyCreated",
  E0033: "soldOutLate",
  E0048: "silent",
};

/**
 * Returns why a participation call failed, in the language of the page if there is a text, else the server message.
 * `words` take precedence over the usual texts.
 */
export function participationErrorText(t: TFunction, error: Error, words: Words = {}): string {
  if (!(error instanceof ApiError)) return t("errors.unknown");
  const name = words[error.code] ?? refusals[error.code];
  if (name !== undefined) return t(`participation.problem.${name}`);
  if (error.status === 0) return t("participation.problem.offline");
  const known = error.status === 429 || error.status >= 500 || error.message === "";
  return known ? t(errorKey(error)) : toPageLanguage(error.message);
}
