import { readIsrc } from "@wrapsody/shared/codes.ts";
import { studioLimits, type WrapPayloadInput } from "@wrapsody/shared/studio.ts";
import type { ICommonTagsResult } from "music-metadata";
import { centerSquare, cutSquare, isAcceptable, openPicture } from "../../../../ui/pictures/picture-file.ts";

/** What the tags of a recording say about its wrap. Undefined and empty if they do not. */
export type RecordingTags = {
  title: string | undefined;
  album: string | undefined;
  trackNumber: number | undefined;
  isrc: string | undefined;
  /** YYYY-MM-DD. */
  date: string | undefined;
  genres: readonly string[];
  /** The server takes them over from the file. */
  hasLyrics: boolean;
};

export type ReadRecording = { tags: RecordingTags; cover: File | undefined };

export const noTags: RecordingTags = {
  title: undefined,
  album: undefined,
  trackNumber: undefined,
  isrc: undefined,
  date: undefined,
  genres: [],
  hasLyrics: false,
};

/** Reads the tags and the cover of a file in the browser. A file whose tags cannot be read has none. */
export async function readRecording(file: File): Promise<ReadRecording> {
  const { parseBlob } = await import("music-metadata");
  try {
    const { common } = await parseBlob(file, { duration: false });
    return { tags: toRecordingTags(common), cover: await readCover(common) };
  } catch {
    return { tags: noTags, cover: undefined };
  }
}

type CommonTags = Pick<
  ICommonTagsResult,
  "title" | "album" | "track" | "isrc" | "date" | "releasedate" | "genre" | "lyrics"
>;

/** Keeps the tags that the fields of a wrap accept. */
export function toRecordingTags(common: CommonTags): RecordingTags {
  const { title, album, track, isrc, date, releasedate, genre, lyrics } = common;
  const number = track.no ?? 0;
  return {
    title: toText(title, studioLimits.name),
    album: toText(album, studioLimits.name),
    trackNumber:
      Number.isInteger(number) && number >= 1 && number <= studioLimits.trackNumber ? number : undefined,
    isrc: isrc?.map(readIsrc).find((code) => code !== undefined),
    // A year alone is no date.
    date: [releasedate, date].map((text) => /^\d{4}-\d{2}-\d{2}/.exec(text ?? "")?.[0]).find(isDay),
    genres: [...new Set((genre ?? []).flatMap((text) => toText(text, studioLimits.word) ?? []))],
    hasLyrics: (lyrics ?? []).some(({ text, syncText }) => (text ?? "") !== "" || syncText.length > 0),
  };
}

function toText(text: string | undefined, most: number): string | undefined {
  const trimmed = (text ?? "").trim().slice(0, most).trim();
  return trimmed === "" ? undefined : trimmed;
}

function isDay(text: string | undefined): text is string {
  return (
    text !== undefined && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
  );
}

/** Returns the title of a file by its name: `03 Low Water.mp3` is Low Water. */
export function titleOf({ name }: Pick<File, "name">): string {
  const base = name
    .replace(/\.[^.]+$/, "")
    .replaceAll("_", " ")
    .trim();
  return (base.replace(/^(\d{1,2}-)?\d{1,3}[\s.)-]+(?=\S)/, "") || base).slice(0, studioLimits.name);
}

/** Builds the body of the call that creates the wrap. An album needs a number, so a track without one is the first. */
export function toWrapPayload(title: string, tags: RecordingTags): WrapPayloadInput {
  const { album, trackNumber = 1, isrc, date, genres } = tags;
  return {
    name: title,
    ...(album === undefined
      ? {}
      : {
          albums: [
            { name: album, trackNumber, releaseDate: date ?? null, isrc: isrc ?? null, languages: [] },
          ],
        }),
    ...(album === undefined && date !== undefined ? { dates: [{ type: "RELEASE" as const, date }] } : {}),
    tags: genres.map((tag) => ({ tag, metadata: { genre: "true" as const } })),
  };
}

/** Returns the front cover as a file that the server accepts; undefined if there is none that it would accept. */
async function readCover({ picture }: Pick<ICommonTagsResult, "picture">): Promise<File | undefined> {
  const front = picture?.find(({ type }) => type === "Cover (front)") ?? picture?.[0];
  if (front === undefined) return undefined;
  const file = new File([new Uint8Array(front.data)], "cover", { type: front.format });
  const opened = await openPicture(file, "square");
  if (typeof opened === "string") return undefined;
  try {
    if (!isAcceptable(opened, "square")) return cutSquare(opened, centerSquare(opened));
    return new File([file], opened.kind === "png" ? "cover.png" : "cover.jpg", { type: file.type });
  } catch {
    return undefined;
  } finally {
    URL.revokeObjectURL(opened.address);
  }
}
