import type { Song } from "@wrapsody/shared/catalogue/catalogue.ts";

/** A feed before it is written in a format. All addresses are absolute. */
export type Feed = {
  title: string;
  /** The name of the site. */
  site: string;
  language: string;
  /** The page that shows the same. */
  page: string;
  /** Of the feed itself. */
  address: string;
  publicUrl: string;
  /** Newest first. */
  entries: readonly FeedEntry[];
};

export type FeedEntry = {
  song: Song;
  /** Size of the recording; null if it is not known. */
  bytes: number | null;
  updatedAt: string;
};

/** Returns an address that stays when the wrap gets another name: feed readers identify entries by it. */
export function entryId({ song }: FeedEntry, { publicUrl }: Feed): string {
  return `${publicUrl}/wrap/${song.id}`;
}

export function entryLink({ song }: FeedEntry, { publicUrl }: Feed): string {
  return `${publicUrl}/wrap/${encodeURIComponent(song.pretty_id)}`;
}

/** Returns the public recording, or undefined if there is none. Its length is 0 if nobody measured it, as RSS allows. */
export function entryAudio(
  { song, bytes }: FeedEntry,
  { publicUrl }: Feed,
): { url: string; type: string; length: string } | undefined {
  if (song.audio_uri === null) return undefined;
  return { url: publicUrl + song.audio_uri, type: "audio/mpeg", length: String(bytes ?? 0) };
}

/** When anything in the feed last changed. The start of time for an empty feed, so that it stays the same. */
export function feedUpdatedAt({ entries }: Feed): Date {
  return new Date(Math.max(0, ...entries.map(({ updatedAt }) => Date.parse(updatedAt))));
}
