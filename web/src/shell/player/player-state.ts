import type { Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import type { PlayOrigin } from "./play-origin.ts";

export type PlayerState = {
  song: Song | undefined;
  /** Set while a publisher or reviewer previews the song. */
  preview: PreviewPlayback | undefined;
  /** The song plays or is about to. */
  playing: boolean;
  /** Seconds, updated by the browser about four times a second. */
  position: number;
  /** Seconds. */
  duration: number;
  loop: boolean;
  muted: boolean;
  /** 0 to 1. */
  volume: number;
  failure: "missing" | "unreachable" | undefined;
  /** How the reader started playback. The queue continues from there, which does not change it. */
  start: PlayStart | undefined;
  /** A song that the queue passed over, because it could not be played. */
  passedOver: Song | undefined;
};

/** `isOffered`: by opening the page of a song. */
export type PlayStart = { origin: PlayOrigin; index: number; isOffered?: true };

export type PlayerActions = {
  /**
   * Loads another song and plays it if the reader chose it. Toggles the song that is already loaded. The queue continues
   * with the songs after it in `from`.
   */
  chooseSong: (song: Song, how: Choice) => void;
  /**
   * Offers the song of a page that was opened. Plays it if the user navigated by a link or URL; after back, forward or a
   * reload, or if it should not `start`, it is only loaded. Does nothing while a song plays.
   */
  offerSong: (song: Song, start?: boolean) => void;
  /** Plays a song of the queue. `passedOver` could not be played before it. */
  continueWith: (song: Song, passedOver?: Song) => void;
  /** Loads the song that played before a reload, at its position in seconds. */
  restoreSong: (song: Song, position: number) => void;
  togglePlayback: () => void;
  /** Moves to a position in seconds. What is skipped does not count as heard. */
  seekTo: (position: number) => void;
  retryPlayback: () => void;
  setVolume: (volume: number) => void;
  toggleMuted: () => void;
  toggleLoop: () => void;
};

export type Choice = {
  by: "reader" | "chance";
  quiet?: PreviewPlayback | undefined;
  from?: PlayOrigin | undefined;
};

export type Player = PlayerState & PlayerActions;

/**
 * A track that its publisher or a reviewer previews: its plays are not reported, and data of public songs is not
 * requested.
 */
export type PreviewPlayback = {
  /** As in `SongDetail`. Empty until the audio has been analyzed. */
  peaks: number[];
  /** Path that its name links to in the player: the song may have no public page. */
  page: string;
};
