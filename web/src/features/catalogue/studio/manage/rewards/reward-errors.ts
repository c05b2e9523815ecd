import { questionProblems } from "@wrapsody/shared/rewards/claim-questions.ts";
import { levelProblems, rewardTexts } from "@wrapsody/shared/rewards/reward-levels.ts";
import type { TFunction } from "i18next";
import { studioErrorText } from "../../error-messages.ts";

const keys: Readonly<Record<string, string>> = {
  [rewardTexts.incomplete]: "manage.rewards.incomplete",
  [rewardTexts.noDapp]: "manage.rewards.noDapp",
  [levelProblems.over]: "manage.rewards.problem.over",
  [levelProblems.open]: "manage.rewards.problem.open",
  [levelProblems.noToken]: "manage.rewards.problem.noToken",
  [levelProblems.noDetails]: "manage.rewards.problem.noDetails",
  [levelProblems.noStock]: "manage.rewards.problem.noStock",
  [questionProblems.noLabel]: "manage.rewards.questions.problem.noLabel",
  [questionProblems.tooLong]: "manage.rewards.questions.problem.tooLong",
  [questionProblems.fewChoices]: "manage.rewards.questions.problem.fewChoices",
  [questionProblems.manyChoices]: "manage.rewards.questions.problem.manyChoices",
  "Please enter a whole number.": "manage.rewards.wholeNumber",
  "At least one fan is needed.": "manage.rewards.oneFan",
};
const tooMany = /^At most (\d+) points are taken\.$/;
const tooMuchStock = /^At most (\d+) are taken\.$/;

/** Translates a field error of a reward level. */
export function rewardErrorText(t: TFunction, problem: string | undefined): string | undefined {
  if (problem === undefined) return undefined;
  const max = tooMany.exec(problem)?.[1];
  if (max !== undefined) return t("manage.rewards.tooMany", { most: max });
  const stock = tooMuchStock.exec(problem)?.[1];
  if (stock !== undefined) return t("manage.rewards.stockMost", { most: stock });
  const key = keys[problem];
  return key === undefined ? studioErrorText(t, problem) : t(key);
}
