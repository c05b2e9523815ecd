import type { Network } from "@wrapsody/shared/chain.ts";
import type { Executor } from "../../../platform/database/database.ts";

/**
 * A collection with tokens of a song. `likely` are the wallet's tokens as recorded here; the chain is
 * authoritative.
 */
export type SongCollection = {
  network: Network;
  contract: string;
  /** Its experience; null for the wraps' own collection, where the token id is the song id. */
  campaignId: number | null;
  likely: readonly number[];
};

/** What downloads ask of experiences; `features.ts` hands it in. */
export type DownloadNeeds = {
  /** The collections of a song, those with likely tokens first. */
  collectionsOf(db: Executor, given: { songId: number; wallet: string }): Promise<SongCollection[]>;
  /** The artwork of a token of an experience. */
  artworkOf(db: Executor, given: { campaignId: number; tokenId: number }): Promise<string | null>;
};
