import { errorCodes } from "@wrapsody/shared/api/errors.ts";
import { QUOTA_EXCEEDED } from "@wrapsody/shared/api/media.ts";
import { masterTexts } from "@wrapsody/shared/studio/masters.ts";
import { studioTexts } from "@wrapsody/shared/studio/studio.ts";
import type { TFunction } from "i18next";

/** Server messages about audio files, and their text keys. */
const keys: Readonly<Record<string, string>> = {
  "This file contains no music.": "empty",
  "This is a WAV file.": "wav",
  "This is an AIFF file.": "aiff",
  "This is a FLAC file.": "flac",
  "This is an Ogg file.": "ogg",
  "This is an MP4 or M4A file.": "mp4",
  "This is an AAC file.": "aac",
  "This is a Windows Media file.": "wma",
  "This is a Matroska or WebM file.": "matroska",
  "This is a MIDI file, which contains notes but no audio.": "midi",
  "This is a video.": "video",
  "This is an image.": "picture",
  "This is a document.": "document",
  "This is an archive.": "archive",
  "This is an older kind of MPEG audio (mp1 or mp2).": "otherLayer",
  "This mp3 is in free format, which browsers cannot play.": "freeFormat",
  "The music in this file lasts less than half a second.": "tooShort",
  "The music in this file lasts longer than a day.": "tooLong",
  "Most of this file is damaged or is not music.": "mostlyJunk",
  "The sample rate changes in the middle of this file.": "mixedRates",
  "The music in this file could not be decoded.": "undecodable",
  "This file could not be analysed. Please upload it again.": "unmeasurable",
  [QUOTA_EXCEEDED]: "quota",
};

/** Server messages about masters, and their text keys. */
const masterKeys: ReadonlyMap<string, string> = new Map([
  ...Object.entries(masterTexts).map(([key, text]) => [text, key] as const),
  [errorCodes.E0072.message, "unavailable"],
]);

/** Translates an error about a recording or a master. */
export function audioErrorText(t: TFunction, problem: string): string {
  const masterKey = masterKeys.get(problem);
  if (masterKey !== undefined) return t(`manage.master.problem.${masterKey}`);
  const megabytes = /^Masters must be at most ([\d.]+) MB\.$/.exec(problem)?.[1];
  if (megabytes !== undefined) return t("manage.master.problem.tooLarge", { megabytes });
  const rule = studioTexts.wrongAudio;
  if (!problem.startsWith(rule)) return inWords(t, problem);
  const more = problem.slice(rule.length).trim();
  return [t("manage.audio.wrong"), more === "" ? "" : inWords(t, more)].join(" ").trim();
}

function inWords(t: TFunction, text: string): string {
  const key = keys[text];
  return key === undefined ? text : t(`manage.audio.problem.${key}`);
}
