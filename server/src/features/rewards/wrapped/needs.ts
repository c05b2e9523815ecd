import type { Network } from "@wrapsody/shared/chain.ts";
import type { Executor } from "../../../platform/database.ts";

/** A collection that holds tokens of a song. `likely` are those of a wallet as far as is known here; the chain knows for certain. */
export type SongCollection = {
  network: Network;
  contract: string;
  /** The experience that it belongs to; null for the wraps' own, where the token's number is the song's. */
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
