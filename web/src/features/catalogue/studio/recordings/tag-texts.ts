import { findCodePage, type GuessEncodings, readTagText } from "@wrapsody/shared/text/code-pages.ts";
import type { ICommonTagsResult, ILyricsTag } from "music-metadata";

type LyricsTag = Omit<ILyricsTag, "text"> & { text?: string | undefined };

/** The tags that a wrap takes over. */
export type CommonTags = Pick<ICommonTagsResult, "track" | "isrc" | "date" | "releasedate" | "year"> & {
  title?: string | undefined;
  album?: string | undefined;
  genre?: readonly string[];
  lyrics?: readonly LyricsTag[];
};

export type DecodedTags = {
  common: CommonTags;
  /** In which the tags were written, although they are declared as Latin-1. */
  codePage: string | undefined;
  /** Texts that nobody can read were left out. */
  hasUnreadable: boolean;
};

/** Decodes the texts of tags. All of one file have one author, so texts that are not taken over help to recognise the code page. */
export function decodeTags(
  common: CommonTags & Pick<ICommonTagsResult, "artists" | "composer">,
  guess: GuessEncodings,
): DecodedTags {
  const { title, album, genre = [], lyrics = [], artists = [], composer = [], ...others } = common;
  const lyricTexts = lyrics.flatMap(({ text, syncText = [] }) => [
    text ?? "",
    ...syncText.map((line) => line.text),
  ]);
  const texts = [title ?? "", album ?? "", ...genre, ...artists, ...composer, ...lyricTexts];
  const codePage = findCodePage(texts, guess);
  let hasUnreadable = false;
  const read = (text: string | undefined): string | undefined => {
    const readable = text === undefined ? undefined : readTagText(text, codePage);
    hasUnreadable ||= text !== undefined && readable === undefined;
    return readable;
  };
  const decoded: CommonTags = {
    ...others,
    title: read(title),
    album: read(album),
    genre: genre.flatMap((text) => read(text) ?? []),
    // The reader gives plain lyrics no list of synced ones, other than its types say.
    lyrics: lyrics.map(({ text, syncText = [], ...tag }) => ({
      ...tag,
      text: read(text),
      syncText: syncText.flatMap((line) => {
        const readable = read(line.text);
        return readable === undefined ? [] : [{ ...line, text: readable }];
      }),
    })),
  };
  return { common: decoded, codePage, hasUnreadable };
}
