import { rewardTexts } from "@wrapsody/shared/reward-levels.ts";
import type { TFunction } from "i18next";
import { studioProblem } from "../problems.ts";

const keys: Readonly<Record<string, string>> = {
  [rewardTexts.incomplete]: "manage.rewards.incomplete",
  [rewardTexts.noDapp]: "manage.rewards.noDapp",
};
const tooMany = /^At most (\d+) points are taken\.$/;

/** What is wrong with a field of a reward level, in the reader's language. */
export function rewardProblem(t: TFunction, problem: string | undefined): string | undefined {
  if (problem === undefined) return undefined;
  const most = tooMany.exec(problem)?.[1];
  if (most !== undefined) return t("manage.rewards.tooMany", { most });
  const key = keys[problem];
  return key === undefined ? studioProblem(t, problem) : t(key);
}
