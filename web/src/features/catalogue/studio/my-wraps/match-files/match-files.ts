import type { OwnSong } from "@wrapsody/shared/studio.ts";
import { isSendableAudio } from "../../manage/audio/use-audio-upload.ts";

export type MatchableSong = Pick<OwnSong, "id" | "name" | "artist" | "image" | "audio_state">;

export type MatchedFile = {
  /** Its place among the files. */
  id: number;
  file: File;
  /** What the file can be; undefined if it is neither. */
  kind: "audio" | "artwork" | undefined;
  /** The wraps whose title is the file's name. */
  songs: readonly MatchableSong[];
};

/**
 * Finds the wraps that files are named after: `Low Water.mp3`, `03 Low Water.mp3`, `Ada Lem - Low Water.mp3`,
 * `low_water-cover.jpg`. Case, accents and signs do not matter.
 */
export function matchFiles(files: readonly File[], songs: readonly MatchableSong[]): MatchedFile[] {
  const byTitle = new Map<string, MatchableSong[]>();
  for (const song of songs) {
    const title = foldName(song.name);
    byTitle.set(title, [...(byTitle.get(title) ?? []), song]);
  }
  return files.map((file, id) => {
    const kind = kindOf(file);
    return { id, file, kind, songs: kind === undefined ? [] : findSongs(file.name, kind, byTitle, songs) };
  });
}

function kindOf(file: File): MatchedFile["kind"] {
  if (/\.(png|jpe?g)$/i.test(file.name)) return "artwork";
  return isSendableAudio(file) ? "audio" : undefined;
}

function findSongs(
  fileName: string,
  kind: "audio" | "artwork",
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
