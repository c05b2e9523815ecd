import type { ErrorCode } from "@wrapsody/shared/api/errors.ts";
import { campaignTexts } from "@wrapsody/shared/experiences/campaigns.ts";
import { pricingTexts } from "@wrapsody/shared/payments/pricing.ts";
import type { TFunction } from "i18next";
import { ApiError } from "../../../../lib/api/api-fetch.ts";
import { formatCount } from "../../../../ui/format/format.ts";
import { pictureErrorText } from "../../../../ui/pictures/picture-errors.ts";
import { errorKey, fieldErrorText } from "../../../accounts/index.ts";

/** Messages of the server and the schemas about campaign fields, and their text keys. */
const keys: Readonly<Record<string, string>> = {
  [campaignTexts.required]: "campaignForm.problem.required",
  [campaignTexts.image]: "campaignForm.problem.image",
  "Please enter a whole number.": "campaignForm.problem.whole",
  [pricingTexts.amount]: "campaignForm.problem.amount",
  [pricingTexts.decimals]: "studio.problem.decimals",
  [pricingTexts.cardMinimum]: "studio.problem.leastPrice",
  [pricingTexts.minimumFirst]: "campaignForm.pricing.minimumFirst",
  "Please choose a reward level of this wrap.": "campaignForm.problem.level",
  "This can no longer be changed.": "campaignForm.problem.bound",
};
const range = /^Please enter a number from (\d+) to (\d+)\.$/;
const maximum = /^Please enter at most (\d+)\.$/;

/** Summarizes a rejected form: the number of invalid fields. */
export function campaignRefusal(t: TFunction, error: unknown, otherwise: string): string {
  const count = error instanceof ApiError ? new Set(error.errors.map(({ field }) => field)).size : 0;
  return count === 0 ? t(otherwise) : t("campaignForm.refused", { count });
}

/** Translates a message about a campaign field. */
export function campaignErrorText(
  t: TFunction,
  problem: string | undefined,
  language: string,
): string | undefined {
  if (problem === undefined) return undefined;
  const key = keys[problem];
  if (key !== undefined) return t(key);
  const count = (digits: string) => formatCount(Number(digits), language);
  const [, from, to] = range.exec(problem) ?? [];
  if (from !== undefined && to !== undefined)
    return t("campaignForm.problem.range", { least: count(from), most: count(to) });
  const [, limit] = maximum.exec(problem) ?? [];
  if (limit !== undefined) return t("campaignForm.problem.most", { most: count(limit) });
  return fieldErrorText(t, pictureErrorText(t, problem));
}

/** Patterns of the operator's error messages and the text keys for publishers. */
const TRANSLATED_REASONS: readonly (readonly [RegExp, string])[] = [
  [/^The collection is full/, "full"],
  [/^The receiver's address/, "receiver"],
  [/^The token (already exists|exists already)/, "exists"],
  [/failed repeatedly|again and again, and did not say why/, "unexplained"],
  [/^Nothing was left to draw/, "undrawn"],
];

/** Returns the text key of an error. Unknown errors count as rejected by the network. */
export function chainErrorKey(problem: string): string {
  const key = TRANSLATED_REASONS.find(([pattern]) => pattern.test(problem))?.[1] ?? "other";
  return `campaigns.chain.${key}`;
}

/** Errors that have their own text for experiences. */
const TRANSLATED_ERRORS: Partial<Record<ErrorCode, string>> = {
  E0001: "campaigns.refused.deleted",
  E0032: "campaigns.refused.state",
  E0033: "campaigns.refused.notEnoughSpots",
  E0037: "campaigns.refused.network",
};

/** Returns the text key for a failed call about an experience; `otherwise` for an unknown error. */
export function actionErrorKey(error: Error, otherwise?: string): string {
  const known = error instanceof ApiError ? TRANSLATED_ERRORS[error.code] : undefined;
  if (known !== undefined) return known;
  const key = errorKey(error);
  return key === "errors.unknown" ? (otherwise ?? key) : key;
}
