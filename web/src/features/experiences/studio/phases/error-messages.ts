import { phaseTexts } from "@wrapsody/shared/experiences/phases.ts";
import type { TFunction } from "i18next";
import { campaignErrorText } from "../shared/error-messages.ts";

/** Messages of the server and the schema about fields of a phase, and their text keys. */
const keys: Readonly<Record<string, string>> = {
  [phaseTexts.noTime]: "noTime",
  [phaseTexts.noZone]: "noZone",
  [phaseTexts.skippedTime]: "skipped",
  [phaseTexts.tooLate]: "tooLate",
  [phaseTexts.backwards]: "backwards",
  [phaseTexts.overlap]: "overlap",
  [phaseTexts.noSpots]: "noSpots",
  [phaseTexts.tooManySpots]: "tooManySpots",
  [phaseTexts.noExperience]: "noExperience",
  [phaseTexts.noReward]: "noReward",
  [phaseTexts.noEntries]: "noEntries",
  [phaseTexts.locked]: "locked",
  [phaseTexts.fewerSpots]: "fewerSpots",
  [phaseTexts.endedInPast]: "endedInPast",
};
const [beforeEntry = ""] = phaseTexts.invalidEntry.split("{entry}");
const [beforeName = "", afterName = ""] = phaseTexts.removed.split("{name}");

/** Translates a message about a field of a phase. */
export function phaseErrorText(
  t: TFunction,
  problem: string | undefined,
  language: string,
): string | undefined {
  if (problem === undefined) return undefined;
  const key = keys[problem];
  if (key !== undefined) return t(`phaseEditor.problem.${key}`);
  if (problem.startsWith(beforeEntry))
    return t("phaseEditor.problem.invalidEntry", { entry: problem.slice(beforeEntry.length) });
  if (problem.startsWith(beforeName) && problem.endsWith(afterName))
    return t("phaseEditor.problem.removed", {
      name: problem.slice(beforeName.length, -afterName.length),
    });
  return campaignErrorText(t, problem, language);
}
