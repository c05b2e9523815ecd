import type { OwnTrack } from "@wrapsody/shared/catalogue/albums.ts";
import type { AlbumType } from "@wrapsody/shared/catalogue/catalogue.ts";

/** A track as typed. `key` identifies its row, because a wrap may be on an album twice. */
export type DraftTrack = {
  key: number;
  songId: number;
  name: string;
  /** Number of the wrap and, unless it is public, its state. */
  detail: string;
  number: string;
  isrc: string;
  isNew: boolean;
};

/** Form values of an album, with a cover if one was selected. */
export type TypedAlbum = {
  /** Id of the artist; empty until one is chosen. */
  artist: string;
  name: string;
  type: AlbumType;
  releaseDate: string;
  tracks: readonly DraftTrack[];
  image: File | undefined;
};

export function toDraftTrack(track: OwnTrack, key: number, detail: string): DraftTrack {
  const { song_id, name, track_number, isrc } = track;
  return { key, songId: song_id, name, detail, number: String(track_number), isrc: isrc ?? "", isNew: false };
}

/** Returns the number of fields that differ from the stored album. */
export function countChanges(typed: TypedAlbum, stored: Omit<TypedAlbum, "image">): number {
  const texts = (tracks: readonly DraftTrack[]) =>
    JSON.stringify(tracks.map(({ songId, number, isrc }) => [songId, number, isrc]));
  return [
    typed.name !== stored.name,
    typed.type !== stored.type,
    typed.releaseDate !== stored.releaseDate,
    texts(typed.tracks) !== texts(stored.tracks),
    typed.image !== undefined,
  ].filter(Boolean).length;
}

/** Adds a wrap under the next number. */
export function addTrack(
  tracks: readonly DraftTrack[],
  { id, name, detail = "" }: { id: string; name: string; detail?: string },
): DraftTrack[] {
  const key = Math.max(0, ...tracks.map((track) => track.key)) + 1;
  const numbers = tracks.map(({ number }) => Number(number)).filter(Number.isSafeInteger);
  const number = String(Math.max(0, ...numbers) + 1);
  return [...tracks, { key, songId: Number(id), name, detail, number, isrc: "", isNew: true }];
}

/** Exchanges a track with its neighbour. The numbers stay where they are. */
export function moveTrack(tracks: readonly DraftTrack[], key: number, by: -1 | 1): readonly DraftTrack[] {
  const at = tracks.findIndex((track) => track.key === key);
  const [moved, other] = [tracks[at], tracks[at + by]];
  if (moved === undefined || other === undefined) return tracks;
  return tracks
    .with(at, { ...other, number: moved.number })
    .with(at + by, { ...moved, number: other.number });
}

/** Builds the body of a call. A new track without an ISRC takes the one of its wrap's other albums. */
export function toBody({ name, type, releaseDate, tracks }: Omit<TypedAlbum, "artist" | "image">) {
  return {
    name,
    type,
    release_date: releaseDate,
    tracks: tracks.map(({ songId, number, isrc, isNew }) => ({
      song_id: songId,
      // An empty number would count as 0.
      track_number: number.trim() === "" ? undefined : Number(number),
      ...(isNew && isrc.trim() === "" ? {} : { isrc }),
    })),
  };
}

/** Parses the tracks of a stored draft. Returns undefined for anything else. */
export function parseTracks(text: string | undefined): DraftTrack[] | undefined {
  if (text === undefined) return undefined;
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) && stored.every(isDraftTrack) ? stored : undefined;
  } catch {
    return undefined;
  }
}

const kinds = {
  key: "number",
  songId: "number",
  name: "string",
  detail: "string",
  number: "string",
  isrc: "string",
  isNew: "boolean",
} satisfies Record<keyof DraftTrack, string>;

function isDraftTrack(value: unknown): value is DraftTrack {
  const fields: Record<string, unknown> = typeof value === "object" && value !== null ? { ...value } : {};
  return Object.entries(kinds).every(([field, kind]) => typeof fields[field] === kind);
}
