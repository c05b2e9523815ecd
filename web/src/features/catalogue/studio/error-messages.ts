import { albumTexts } from "@wrapsody/shared/catalogue/albums.ts";
import { dateTexts } from "@wrapsody/shared/catalogue/dates.ts";
import { studioTexts } from "@wrapsody/shared/studio/studio.ts";
import type { TFunction } from "i18next";
import { lyricsErrorText } from "../../../lib/language/lyrics-problems.ts";
import { pictureErrorText } from "../../../ui/pictures/picture-errors.ts";
import { fieldErrorText } from "../../accounts/index.ts";

/** Server and schema messages of studio fields, and their text keys. */
const keys: Readonly<Record<string, string>> = {
  [studioTexts.wrongAudio]: "wrongAudio",
  [studioTexts.splits]: "splits",
  [studioTexts.iswc]: "iswc",
  [studioTexts.isrc]: "isrc",
  [studioTexts.duration]: "duration",
  [studioTexts.noAddress]: "noAddress",
  [studioTexts.webAddress]: "webAddress",
  [albumTexts.taken]: "albumTaken",
  [albumTexts.otherWrap]: "otherWrap",
  "Please enter a track number.": "trackNumber",
  [dateTexts.form]: "date",
  [dateTexts.year]: "year",
  [dateTexts.ambiguous]: "ambiguousDate",
  [dateTexts.number]: "convertedDate",
  "Please enter a percentage.": "percentage",
  "Please enter a percentage from 0 to 100.": "percentageRange",
  "Please use at most two decimals.": "decimals",
  "Languages are two-letter codes separated by commas.": "languages",
  "Please choose a role.": "role",
  "Please choose a type.": "type",
  "Please choose a service.": "service",
};

const otherSite = /^This is not an address on (.+)\.$/;

/** Translates a field error of the studio. */
export function studioErrorText(t: TFunction, problem: string): string;
export function studioErrorText(t: TFunction, problem: string | undefined): string | undefined;
export function studioErrorText(t: TFunction, problem: string | undefined): string | undefined {
  if (problem === undefined) return undefined;
  const key = keys[problem];
  if (key !== undefined) return t(`studio.problem.${key}`);
  const service = otherSite.exec(problem)?.[1];
  if (service !== undefined) return t("studio.problem.otherSite", { service });
  return lyricsErrorText(t, problem) ?? fieldErrorText(t, pictureErrorText(t, problem));
}
