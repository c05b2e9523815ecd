import { createContext } from "react";

/**
 * A track that is heard by whoever works on it: no play of it is told, and nothing that only public songs have is asked
 * for.
 */
export type PreviewPlayback = {
  /** As in `SongDetail`. Empty until the audio has been analyzed. */
  peaks: number[];
  /** Path that its name links to in the player: the song may have no public page. */
  page: string;
};

/** Wraps pages of such a track. Every play button inside starts a preview. */
export const PreviewPlaybackContext = createContext<PreviewPlayback | undefined>(undefined);
