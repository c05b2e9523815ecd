import type { OwnSong } from "@wrapsody/shared/studio.ts";
import { findRefusal, isMasterName } from "../../manage/audio/audio-files.ts";

export type MatchableSong = Pick<OwnSong, "id" | "name" | "artist" | "image" | "audio_state" | "next_step">;

/** `audio` is the mp3 that listeners hear. */
type FileKind = "audio" | "master" | "artwork";

export type MatchedFile = {
  /** Its place among the files. */
  id: number;
  file: File;
  /** Possible use of the file; undefined if it has none. */
  kind: FileKind | undefined;
  /** Why a master is not accepted. */
  refusal: string | undefined;
  /** The wraps whose title is the file's name. */
  songs: readonly MatchableSong[];
};

/**
 * Finds the wraps that files are named after: `Low Water.mp3`, `03 Low Water.mp3`, `Ada Lem - Low Water.mp3`,
 * `low_water-cover.jpg`. Case, accents and signs do not matter.
 */
export function matchFiles(
  files: readonly File[],
  songs: readonly MatchableSong[],
  masterMaxBytes: number | null,
): MatchedFile[] {
  const byTitle = new Map<string, MatchableSong[]>();
  for (const song of songs) {
    const title = foldName(song.name);
    byTitle.set(title, [...(byTitle.get(title) ?? []), song]);
  }
  return files.map((file, id) => {
    const isPicture = /\.(png|jpe?g)$/i.test(file.name);
    const refusal = isPicture ? undefined : findRefusal(file, masterMaxBytes);
    const isMaster = isMasterName(file.name);
    if (refusal !== undefined)
      return { id, file, kind: undefined, refusal: isMaster ? refusal : undefined, songs: [] };
    const kind = isPicture ? "artwork" : isMaster ? "master" : "audio";
    return { id, file, kind, refusal, songs: findSongs(file.name, kind, byTitle, songs) };
  });
}

function findSongs(
  fileName: string,
  kind: FileKind,
  byTitle: ReadonlyMap<string, readonly MatchableSong[]>,
  songs: readonly MatchableSong[],
): readonly MatchableSong[] {
  const base = foldName(fileName.replace(/\.[^.]+$/, ""));
  const name = kind === "artwork" ? base.replace(/ (cover|front|artwork|art)$/, "") : base;
  for (const title of [base, name, withoutTrack(name)]) {
    const matches = byTitle.get(title);
    if (matches !== undefined) return matches;
  }
  // With the artist before the title, and the track number before either.
  const rest = withoutTrack(name);
  return songs.filter((song) => {
    const [artist, title] = [foldName(song.artist), foldName(song.name)];
    return rest.startsWith(`${artist} `) && withoutTrack(rest.slice(artist.length + 1)) === title;
  });
}

/** Removes the number of a track, with the number of its disc: `03`, `1-03`. */
const withoutTrack = (name: string) => name.replace(/^(\d{1,2} )?\d{1,3} (?=.)/, "");

/** Folds a text to lower-case letters and digits, with single spaces between words. */
function foldName(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
