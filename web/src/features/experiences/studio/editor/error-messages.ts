import { UNREADABLE_IMAGE } from "@wrapsody/shared/api/media.ts";
import { campaignTexts } from "@wrapsody/shared/experiences/campaigns.ts";
import { qrColourTexts } from "@wrapsody/shared/experiences/colours.ts";
import type { TFunction } from "i18next";
import { ApiError, isNotFound } from "../../../../lib/api/api-fetch.ts";
import { errorKey, fieldErrorText } from "../../../accounts/index.ts";
import type { DeletionRefusal } from "./state/use-deleting.ts";
import { UndecidedConflict } from "./state/use-saving.ts";

/** Server messages about a component field and their text keys. */
const keys: Readonly<Record<string, string>> = {
  [campaignTexts.allFields]: "allFields",
  [campaignTexts.qrLink]: "qrLink",
  [campaignTexts.qrLinkUnsafe]: "qrLinkUnsafe",
  [campaignTexts.image]: "image",
  [UNREADABLE_IMAGE]: "imageUnreadable",
  "This is too small for a code with this link.": "qrTooSmall",
  [qrColourTexts.contrast]: "qrColours",
  [qrColourTexts.inverted]: "qrInverted",
  "The nine tiles of a random experience are images.": "tiles",
  "Please enter a whole number.": "whole",
  "Please enter a colour as #rrggbb.": "colour",
};
const range = /^Please enter a number from (\d+) to (\d+)\.$/;

/** Translates a message about a component field. */
export function componentErrorText(t: TFunction, problem: string | undefined): string | undefined {
  if (problem === undefined) return undefined;
  const [, min, max] = range.exec(problem) ?? [];
  if (min !== undefined) return t("components.problem.range", { least: min, most: max });
  const key = keys[problem];
  return key === undefined ? fieldErrorText(t, problem) : t(`components.problem.${key}`);
}

/** Returns why a call about components failed. */
export function refusalOf(t: TFunction, error: Error): string {
  if (error instanceof UndecidedConflict) return t("components.draft.undecided");
  if (!(error instanceof ApiError)) return t(errorKey(error));
  const first = error.errors[0]?.message;
  if (first !== undefined) return componentErrorText(t, first) ?? first;
  if (error.status === 404) return t("components.refused.deleted");
  if (error.status === 409) return t("components.refused.changed");
  return t(errorKey(error));
}

/** Returns why components could not be deleted or restored. */
export function deletionRefusalOf(t: TFunction, { is, count, error, isUncertain }: DeletionRefusal): string {
  const isExpired = is === "notRestored" && isNotFound(error);
  const reason = isUncertain
    ? t("components.delete.connection")
    : isExpired
      ? t("components.delete.expired")
      : refusalOf(t, error);
  return t(`components.delete.${is}`, { count, reason });
}
