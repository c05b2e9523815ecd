import { campaignTexts } from "@wrapsody/shared/campaigns.ts";
import type { TFunction } from "i18next";
import { ApiError } from "../../../../lib/api/api-fetch.ts";
import { formatCount } from "../../../../ui/format/format.ts";
import { pictureErrorText } from "../../../../ui/pictures/picture-errors.ts";
import { fieldErrorText } from "../../../accounts/index.ts";

/** Messages of the server and the schemas about campaign fields, and their text keys. */
const keys: Readonly<Record<string, string>> = {
  [campaignTexts.required]: "campaignForm.problem.required",
  [campaignTexts.image]: "campaignForm.problem.image",
  "Please enter a whole number.": "campaignForm.problem.whole",
  "Please enter an amount.": "campaignForm.problem.amount",
  "Please use at most two decimals.": "studio.problem.decimals",
  "Please enter 0.50 or more, or 0 where it is free.": "studio.problem.leastPrice",
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
