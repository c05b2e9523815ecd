import { dateTexts } from "@wrapsody/shared/dates.ts";
import { fileTexts, rowTexts } from "@wrapsody/shared/import-rows.ts";
import { importTexts } from "@wrapsody/shared/imports.ts";
import { studioTexts } from "@wrapsody/shared/studio.ts";
import type { TFunction } from "i18next";
import { lyricsErrorText } from "../../lib/language/lyrics-problems.ts";
import { pictureErrorText } from "../../ui/pictures/picture-errors.ts";
import { fieldErrorText } from "../accounts/index.ts";

/** English messages of the server about a file or a line, and their text keys. */
const keys: Readonly<Record<string, string>> = {
  [importTexts.noFile]: "imports.problem.noFile",
  [importTexts.notTsv]: "imports.problem.notTsv",
  [importTexts.tooLarge]: "imports.problem.tooLarge",
  [importTexts.archiveTooLarge]: "imports.problem.archiveTooLarge",
  [fileTexts.tooMany]: "imports.problem.tooMany",
  [fileTexts.noRows]: "imports.problem.noRows",
  [rowTexts.missingColumn]: "imports.problem.missingColumn",
  [rowTexts.repeatedColumn]: "imports.problem.repeatedColumn",
  [rowTexts.unknownColumn]: "imports.problem.unknownColumn",
  [rowTexts.noHeading]: "imports.problem.noHeading",
  [rowTexts.checkDigit]: "imports.problem.checkDigit",
  [rowTexts.convertedDuration]: "imports.problem.convertedDuration",
  [rowTexts.noArtist]: "imports.problem.noArtist",
  [rowTexts.noArtistId]: "imports.problem.noArtistId",
  [rowTexts.artistLimit]: "imports.problem.artistLimit",
  [rowTexts.notSaved]: "imports.problem.notSaved",
  [rowTexts.gone]: "imports.problem.gone",
  [rowTexts.changedMeanwhile]: "imports.problem.changedMeanwhile",
  [rowTexts.otherArtist]: "imports.problem.otherArtist",
  [studioTexts.measuredDuration]: "imports.problem.measuredDuration",
  [rowTexts.noOwner]: "imports.problem.noOwner",
  [rowTexts.noAlbum]: "imports.problem.noAlbum",
  [rowTexts.fileName]: "imports.problem.fileName",
  [rowTexts.noPicture]: "imports.problem.noPicture",
  [rowTexts.id]: "imports.problem.id",
  [studioTexts.webAddress]: "imports.problem.webAddress",
  [rowTexts.trackNumber]: "studio.problem.trackNumber",
  [studioTexts.splits]: "studio.problem.splits",
  [studioTexts.iswc]: "studio.problem.iswc",
  [studioTexts.isrc]: "studio.problem.isrc",
  [studioTexts.duration]: "studio.problem.duration",
  [dateTexts.form]: "studio.problem.date",
  [dateTexts.year]: "studio.problem.year",
  [dateTexts.ambiguous]: "studio.problem.ambiguousDate",
  [dateTexts.number]: "studio.problem.convertedDate",
  "Please enter a percentage from 0 to 100.": "studio.problem.percentageRange",
  "Please use at most two decimals.": "studio.problem.decimals",
  "Languages are two-letter codes separated by commas.": "studio.problem.languages",
};

/** Messages with values from the file, which are groups of the pattern. */
const forms: readonly (readonly [RegExp, string])[] = [
  [/^Read as (?<read>.+)\. If you mean (?<otherwise>.+), enter/, "studio.problem.doubtfulDuration"],
  [/^Read as (?<what>.+)\. Most other durations/, "imports.problem.longDuration"],
  [/^The quotation mark opened in line (?<what>\d+) is never closed\.$/, "imports.problem.notClosed"],
  [/^This is the same as line (?<what>\d+)\.$/, "imports.problem.repeated"],
  [/^You have no artist with this name, but you have “(?<what>.+)”\.$/, "imports.problem.similarArtist"],
  [
    /^You have several artists with this name\. Name one in artist_id: (?<what>.+)\.$/,
    "imports.problem.sameNamedArtists",
  ],
  [/^This is the id of your artist “(?<what>.+)”\.$/, "imports.problem.otherArtistId"],
  [/^You already have “(?<what>.+)”, which is spelled differently\.$/, "imports.problem.similarName"],
  [
    /^The album “(?<album>.+)” has the date (?<date>[\d-]+), which this track takes\./,
    "imports.problem.albumDate",
  ],
  [/^Please use this format: (?<what>.+)$/, "imports.problem.form"],
  [/^Please use one of: (?<what>.+)$/, "imports.problem.word"],
  [/^This is neither a track id nor a track address on (?<what>.+)\.$/, "imports.problem.dsp"],
  [/^This is not an address on (?<what>.+)\.$/, "imports.problem.servicePage"],
  [/^At most (?<what>\d+) rows are taken\.$/, "imports.problem.rows"],
];

/** Translates the error of a file or a line. */
export function importErrorText(t: TFunction, problem: string): string {
  const key = keys[problem];
  if (key !== undefined) return t(key);
  for (const [form, formKey] of forms) {
    const match = form.exec(problem);
    if (match !== null) return t(formKey, { ...match.groups });
  }
  return lyricsErrorText(t, problem) ?? fieldErrorText(t, pictureErrorText(t, problem)) ?? problem;
}
