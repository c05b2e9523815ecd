import type { ErrorCode } from "@wrapsody/shared/api/errors.ts";
import type { TFunction } from "i18next";
import { ApiError } from "../../lib/api/api-fetch.ts";
import { toPageLanguage } from "../../lib/api/translated-messages.ts";
import { errorKey } from "../accounts/index.ts";

type Words = Partial<Record<ErrorCode, string>>;

/** Errors that have their own text for plans. */
const refusals: Words = {
  E0001: "none",
  E0005: "changed",
  E0035: "invalid",
  E0038: "unpayable",
  E0039: "processing",
  E0040: "unpaid",
  E0046: "none",
  E0047: "already",
  E0048: "provider",
};

/** Texts of the same errors once an order exists, which may be paid for. */
export const ofOrder: Words = { E0001: "invalid", E0047: "secondPayment", E0048: "silent" };

/**
 * Returns why a call about a plan failed, in the language of the page if there is a text, else the server message.
 * `words` take precedence over the usual texts.
 */
export function planErrorText(t: TFunction, error: Error, words: Words = {}): string {
  if (!(error instanceof ApiError)) return t("errors.unknown");
  const name = words[error.code] ?? refusals[error.code];
  if (name !== undefined) return t(`plan.problem.${name}`);
  const known = error.status === 0 || error.status === 429 || error.status >= 500 || error.message === "";
  return known ? t(errorKey(error)) : toPageLanguage(error.message);
}

/** Returns true if the error means that the page shows outdated data, which a refetch may remove. */
export function isOutdated(error: Error): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 409);
}
