import { parseDate } from "@wrapsody/shared/catalogue/dates.ts";
import { writeLrc } from "@wrapsody/shared/catalogue/lrc.ts";
import { lyricsFields } from "@wrapsody/shared/catalogue/lyrics.ts";
import { readIsrc } from "@wrapsody/shared/studio/codes.ts";
import { studioLimits, type WrapPayloadInput } from "@wrapsody/shared/studio/studio.ts";
import type { ICommonTagsResult } from "music-metadata";
import {
  centerSquare,
  cropPicture,
  isAcceptable,
  openPicture,
} from "../../../../ui/pictures/picture-file.ts";
import { isMasterName } from "../manage/audio/audio-files.ts";
import { type CommonTags, decodeTags } from "./tag-texts.ts";

/** Details of a wrap from the tags of its recording. Undefined or empty if the tags lack them. */
export type RecordingTags = {
  title: string | undefined;
  album: string | undefined;
  trackNumber: number | undefined;
  isrc: string | undefined;
  /** YYYY-MM-DD, YYYY-MM or YYYY. */
  date: string | undefined;
  genres: readonly string[];
  hasLyrics: boolean;
  /** Lyrics of a master; empty if those of the file are left out. The server takes over those of an mp3 from the file. */
  lyrics: string | undefined;
};

/** How the texts of tags were read: their code page if it is not the declared one, and whether some were left out as unreadable. */
export type TagReading = { codePage: string | undefined; hasUnreadable: boolean };

export type ReadRecording = { tags: RecordingTags; reading: TagReading; cover: File | undefined };

export const plainReading: TagReading = { codePage: undefined, hasUnreadable: false };

export const noTags: RecordingTags = {
  title: undefined,
  album: undefined,
  trackNumber: undefined,
  isrc: undefined,
  date: undefined,
  genres: [],
  hasLyrics: false,
  lyrics: undefined,
};

/** What a publisher changed. An empty text, 0 and null leave a tag out. */
export type TagChanges = {
  album?: string;
  trackNumber?: number;
  isrc?: string;
  date?: string;
  genres?: readonly string[];
  lyrics?: "";
  cover?: null;
};

export function changeTags(tags: RecordingTags, changes: TagChanges): RecordingTags {
  const { album, trackNumber, isrc, date, genres } = { ...tags, ...changes };
  return {
    ...tags,
    album: album || undefined,
    trackNumber: trackNumber || undefined,
    isrc: isrc || undefined,
    date: date || undefined,
    genres,
    lyrics: changes.lyrics ?? tags.lyrics,
    hasLyrics: tags.hasLyrics && changes.lyrics === undefined,
  };
}

/** Returns the cover of a file unless it is left out. */
export function keepCover(cover: File | undefined, changes: TagChanges): File | undefined {
  return changes.cover === null ? undefined : cover;
}

/** Reads the tags and the cover of a file in the browser. A file whose tags cannot be read has none. */
export async function readRecording(file: File): Promise<ReadRecording> {
  const [{ parseBlob }, { analyse }] = await Promise.all([import("music-metadata"), import("chardet")]);
  try {
    const { common: read } = await parseBlob(file, { duration: false });
    const { common, ...reading } = decodeTags(read, (bytes) => analyse(bytes).map(({ name }) => name));
    const tags = {
      ...toRecordingTags(common),
      lyrics: isMasterName(file.name) ? readLyrics(common) : undefined,
    };
    return { tags, reading, cover: await readCover(read) };
  } catch {
    return { tags: noTags, reading: plainReading, cover: undefined };
  }
}

/** Keeps the tags that the fields of a wrap accept. */
export function toRecordingTags(common: CommonTags): Omit<RecordingTags, "lyrics"> {
  const { title, album, track, isrc, date, releasedate, year, genre, lyrics } = common;
  const number = track.no ?? 0;
  return {
    title: toText(title, studioLimits.name),
    album: toText(album, studioLimits.name),
    trackNumber:
      Number.isInteger(number) && number >= 1 && number <= studioLimits.trackNumber ? number : undefined,
    isrc: isrc?.map(readIsrc).find((code) => code !== undefined),
    date: [releasedate, date, year].map(readDate).find((text) => text !== undefined),
    genres: [...new Set((genre ?? []).flatMap((text) => toText(text, studioLimits.word) ?? []))],
    hasLyrics: (lyrics ?? []).some(({ text, syncText }) => (text ?? "") !== "" || syncText.length > 0),
  };
}

/** Times in milliseconds; the other format counts MPEG frames. */
const MILLISECONDS_FORMAT = 2;

type LyricsTag = NonNullable<CommonTags["lyrics"]>[number];

function toSyncedText({ syncText, timeStampFormat }: LyricsTag): string[] {
  const texts = syncText.flatMap(({ text, timestamp: time }) => (time === undefined ? [] : [{ text, time }]));
  const isTimed =
    timeStampFormat === MILLISECONDS_FORMAT && texts.length > 0 && texts.length === syncText.length;
  return isTimed ? [writeLrc(texts)] : [];
}

/** Returns the first lyrics that a wrap accepts: LRC if the tag has times, as the server reads an mp3, else plain text. */
export function readLyrics({ lyrics = [] }: Pick<CommonTags, "lyrics">): string | undefined {
  const plain = lyrics.map(({ text, syncText }) => text ?? syncText.map((line) => line.text).join("\n"));
  const texts = [...lyrics.flatMap(toSyncedText), ...plain];
  return texts.find((text) => text.trim() !== "" && lyricsFields.lyrics.safeParse(text).success);
}

function toText(text: string | undefined, most: number): string | undefined {
  const trimmed = (text ?? "").trim().slice(0, most).trim();
  return trimmed === "" ? undefined : trimmed;
}

/** Returns a date of a tag, which may have a time. */
function readDate(text: string | number | undefined): string | undefined {
  const parsed = parseDate(String(text ?? "").replace(/[T ]\d.*$/, ""));
  return "date" in parsed ? parsed.date : undefined;
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
  const { album, trackNumber = 1, isrc, date, genres, lyrics } = tags;
  return {
    name: title,
    ...(lyrics ? { lyrics } : {}),
    ...(album === undefined
      ? {}
      : {
          albums: [
            { name: album, trackNumber, releaseDate: date ?? null, isrc: isrc ?? null, languages: [] },
          ],
        }),
    ...(album === undefined && date !== undefined ? { dates: [{ type: "RELEASE" as const, date }] } : {}),
    tags: genres
      .filter((tag) => tag.trim() !== "")
      .map((tag) => ({ tag, metadata: { genre: "true" as const } })),
  };
}

/** Returns the front cover as a file that the server accepts; undefined if there is none that it would accept. */
async function readCover({ picture }: Pick<ICommonTagsResult, "picture">): Promise<File | undefined> {
  const front = picture?.find(({ type }) => type === "Cover (front)") ?? picture?.[0];
  if (front === undefined) return undefined;
  const data = new Uint8Array(front.data);
  const opened = await openPicture(new File([data], "cover"), "square");
  if (typeof opened === "string") return undefined;
  URL.revokeObjectURL(opened.address);
  const file = new File([data], opened.kind === "png" ? "cover.png" : "cover.jpg", { type: front.format });
  return isAcceptable(opened, "square") ? file : cropPicture({ ...opened, file }, centerSquare(opened));
}
