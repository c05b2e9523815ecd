import type { ErrorCode } from "@wrapsody/shared/errors.ts";
import { participationTexts } from "@wrapsody/shared/participation.ts";
import type { TFunction } from "i18next";
import { ApiError } from "../../../lib/api/api-fetch.ts";
import { errorKey } from "../../accounts/index.ts";

/** The server's words for what is wrong with a wallet, and the keys of ours. */
const walletKeys: Readonly<Record<string, string>> = {
  [participationTexts.noWallet]: "participation.problem.noWallet",
  "Enter a wallet address: 0x followed by 40 hexadecimal characters.": "participation.problem.address",
  "This address has a typo: its checksum doesn’t match.": "participation.problem.checksum",
  [participationTexts.walletOnOtherNetwork]: "participation.problem.elsewhere",
  "This is the zero address (0x000…), which nobody owns.": "participation.problem.nobody",
};

export function walletErrorText(t: TFunction, problem: string | undefined): string | undefined {
  const key = problem === undefined ? undefined : walletKeys[problem];
  return key === undefined ? problem : t(key);
}

/** The refusals that taking part has words of its own for. */
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
  E0045: "held",
  E0048: "provider",
};

type Words = Partial<Record<ErrorCode, string>>;

/** The same refusals once an order is there: a place was taken, and perhaps paid for. */
export const ofOrder: Words = { E0001: "noCampaign", E0032: "made", E0033: "soldOutLate", E0048: "silent" };

/**
 * Why a call of taking part failed, in the reader's language where it is known, else in the server's own words. `words` go before
 * those that are usual.
 */
export function paymentErrorText(t: TFunction, error: Error, words: Words = {}): string {
  if (!(error instanceof ApiError)) return t("errors.unknown");
  const name = words[error.code] ?? refusals[error.code];
  if (name !== undefined) return t(`participation.problem.${name}`);
  if (error.status === 0) return t("participation.problem.offline");
  const known = error.status === 429 || error.status >= 500 || error.message === "";
  return known ? t(errorKey(error)) : error.message;
}
