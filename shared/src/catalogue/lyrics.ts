import * as z from "zod";
import { type LyricsProblem, lyricsLimits, type ParsedLyrics, parseLyrics, readLanguageTag } from "./lrc.ts";

/** Formats a problem of lyrics. */
export function lyricsProblemText({ code, line, value }: LyricsProblem): string {
  switch (code) {
    case "time":
      return `Line ${line}: “${value}” is not a time such as [01:23.45].`;
    case "offset":
      return `Line ${line}: the offset “${value}” is not a number of milliseconds.`;
    case "lines":
      return `Line ${line}: please use at most ${lyricsLimits.lines} lines.`;
    case "size":
      return `Please use at most ${lyricsLimits.bytes / 1024} kB of text.`;
  }
}

/** Lines that a warning names. */
const MAX_NAMED_LINES = 10;

/** Formats what is doubtful about the times of lyrics. */
export function lyricsWarnings({ wordTimed, unordered }: ParsedLyrics): string[] {
  const list = (lines: readonly number[]) => lines.slice(0, MAX_NAMED_LINES).join(", ");
  return [
    ...(wordTimed.length === 0
      ? []
      : [`Line ${list(wordTimed)}: the times within were taken for those of words and left out.`]),
    ...(unordered.length === 0
      ? []
      : [`Line ${list(unordered)}: the times within do not rise. The lines were sorted by them.`]),
  ];
}

export const lyricsTexts = { language: "Please enter a language code such as en or pt-BR." } as const;

/** Lyrics as text, plain or LRC. Null and empty text remove them. */
const lyrics = z
  .string()
  .nullable()
  .superRefine((text, checking) => {
    const [problem] = text === null ? [] : parseLyrics(text).problems;
    if (problem === undefined) return;
    const message = lyricsProblemText(problem);
    checking.addIssue({ code: "custom", message, params: { lyrics: problem.code } });
  });

/** BCP 47; null and empty text mean the default. */
const language = z
  .string()
  .nullable()
  .transform((typed, checking) => {
    if (typed === null || typed.trim() === "") return null;
    const tag = typed.length <= 35 ? readLanguageTag(typed) : undefined;
    if (tag !== undefined) return tag;
    checking.addIssue({ code: "custom", message: lyricsTexts.language });
    return z.NEVER;
  });

/** The fields of a song's lyrics in the calls that create and change it. Absent fields stay unchanged. */
export const lyricsFields = { lyrics: lyrics.optional(), lyrics_language: language.optional() };

export type LyricsChange = {
  lyrics?: string | null | undefined;
  lyrics_language?: string | null | undefined;
};

/** Lyrics of a wrap as its publisher edits them. */
export const ownLyrics = z.object({
  /** As entered, plain or LRC; null without lyrics. */
  text: z.string().nullable(),
  /** The chosen language; null if the default applies. */
  language: z.string().nullable(),
  /** The lyrics were read from the tags of an uploaded recording. */
  from_file: z.boolean(),
});
