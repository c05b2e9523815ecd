import { createContext } from "react";

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

/** Wraps pages of such a track. Every play button inside starts a preview. */
export const PreviewPlaybackContext = createContext<PreviewPlayback | undefined>(undefined);
