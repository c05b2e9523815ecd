import { findSplitWarnings } from "./splits.ts";
import type { OwnSongAnswer } from "./studio.ts";

/** What a wrap can be missing for a release, in the order in which the studio lists it. */
export const wrapGaps = [
  "AUDIO",
  "ARTWORK",
  "CREDITS",
  "OWNERSHIP",
  "ROYALTIES",
  "ISRC",
  "RELEASE_DATE",
  "GENRE",
] as const;
export type WrapGap = (typeof wrapGaps)[number];

const releaseDates: ReadonlySet<string> = new Set(["RELEASE", "RERELEASE"]);

/** Returns what a wrap is missing for a release. Only audio and artwork are required for its listing. */
export function listGaps({
  song,
  detail,
  genre_tags,
}: Pick<OwnSongAnswer, "song" | "detail" | "genre_tags">): WrapGap[] {
  const { albums, credits, dates, owners } = detail;
  const splits = findSplitWarnings(
    owners.map(({ ownership_rate, royalty_rate }) => ({ ownership: ownership_rate, royalty: royalty_rate })),
  );
  const isMissing: Record<WrapGap, boolean> = {
    AUDIO: song.audio_state === "NONE" || song.audio_state === "FAILED",
    ARTWORK: song.image === null,
    CREDITS: credits.length === 0,
    OWNERSHIP: splits.includes("NO_OWNERS") || splits.includes("OWNERSHIP_BELOW_100"),
    ROYALTIES: splits.includes("NO_OWNERS") || splits.includes("ROYALTY_BELOW_100"),
    ISRC: albums.every(({ isrc }) => isrc === null),
    RELEASE_DATE:
      albums.every(({ release_date }) => release_date === null) &&
      !dates.some(({ date_type }) => releaseDates.has(date_type)),
    GENRE: genre_tags.length === 0,
  };
  return wrapGaps.filter((gap) => isMissing[gap]);
}
