import { createContext } from "react";

/**
 * A track that is heard by whoever works on it: no play of it is told, and nothing that only public songs have is asked
 * for.
 */
export type PreviewPlayback = {
  /** As of `SongDetail`; empty while the audio has not been measured. */
  peaks: number[];
  /** Where its name leads in the player: it may have no page of its own. */
  page: string;
};

/** Set around the pages of such a track: every play button below starts it quietly. */
export const PreviewPlaybackContext = createContext<PreviewPlayback | undefined>(undefined);
