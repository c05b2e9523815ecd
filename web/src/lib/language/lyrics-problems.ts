import { lyricsTexts } from "@wrapsody/shared/catalogue/lyrics.ts";
import type { TFunction } from "i18next";

/** The messages of `lyricsProblemText` and `lyricsWarnings`. */
const forms = [
  ["time", /^Line (?<line>\d+): “(?<value>.*)” is not a time/],
  ["offset", /^Line (?<line>\d+): the offset “(?<value>.*)” is not a number/],
  ["lines", /^Line (?<line>\d+): please use at most/],
  ["wordTimed", /^Line (?<lines>[\d, ]+): the times within were/],
  ["unordered", /^Line (?<lines>[\d, ]+): the times within do not/],
  ["size", /^Please use at most \d+ kB of text/],
] as const;

/** Translates an error or a warning of lyrics; undefined for any other. */
export function lyricsErrorText(t: TFunction, problem: string): string | undefined {
  if (problem === lyricsTexts.language) return t("lyrics.problem.language");
  for (const [code, form] of forms) {
    const match = form.exec(problem);
    if (match !== null) return t(`lyrics.problem.${code}`, { ...match.groups });
  }
  return undefined;
}
