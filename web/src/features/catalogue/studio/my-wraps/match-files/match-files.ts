import type { OwnSong } from "@wrapsody/shared/studio/studio.ts";
import { foldWords } from "@wrapsody/shared/text/fold-words.ts";
import { normalizeText } from "@wrapsody/shared/text/text.ts";
import { findRefusal, isMasterName } from "../../manage/audio/audio-files.ts";

export type MatchableSong = Pick<OwnSong, "id" | "name" | "artist" | "image" | "audio_state" | "next_step">;

export type ChosenFile = { file: File; isPicture: boolean };

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
 * `low_water-cover.jpg`. Case, accents and signs do not matter, unless several titles differ by nothing else.
 */
export function matchFiles(
  files: readonly ChosenFile[],
  songs: readonly MatchableSong[],
  masterMaxBytes: number | null,
): MatchedFile[] {
  const byTitle = new Map<string, MatchableSong[]>();
  for (const song of songs) {
    const title = foldWords(song.name);
    byTitle.set(title, [...(byTitle.get(title) ?? []), song]);
  }
  return files.map(({ file, isPicture }, id) => {
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
  const base = foldWords(fileName.replace(/\.[^.]+$/, ""));
  const name = kind === "artwork" ? base.replace(/ (cover|front|artwork|art)$/, "") : base;
  for (const title of [base, name, withoutTrack(name)]) {
    const matches = byTitle.get(title);
    if (matches !== undefined) return selectSpelling(fileName, matches);
  }
  // With the artist before the title, and the track number before either.
  const rest = withoutTrack(name);
  const matches = songs.filter((song) => {
    const [artist, title] = [foldWords(song.artist), foldWords(song.name)];
    return rest.startsWith(`${artist} `) && withoutTrack(rest.slice(artist.length + 1)) === title;
  });
  return selectSpelling(fileName, matches);
}

/** Selects the titles that the file's name contains as they are spelled, the longest: `C#.mp3` is not C. All if it contains none. */
function selectSpelling(fileName: string, songs: readonly MatchableSong[]): readonly MatchableSong[] {
  const written = normalizeText(fileName);
  const spelled = songs.filter(({ name }) => written.includes(name));
  const longest = Math.max(...spelled.map(({ name }) => name.length));
  return spelled.length === 0 ? songs : spelled.filter(({ name }) => name.length === longest);
}

/** Removes the number of a track, with the number of its disc: `03`, `1-03`. */
const withoutTrack = (name: string) => name.replace(/^(\d{1,2} )?\d{1,3} (?=.)/, "");
