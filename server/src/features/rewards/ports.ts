import type { OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import type { Network } from "@wrapsody/shared/experiences/chain.ts";
import type { Audience, PhaseSpan } from "@wrapsody/shared/experiences/phase-rules.ts";
import type { Executor } from "../../platform/database/database.ts";

/** An experience that a reward level can target. Deleted ones are completed and have no page. */
export type LevelExperience = {
  id: number;
  songId: number;
  pretty_id: string;
  name: string;
  stage: OwnCampaign["stage"];
  isDeleted: boolean;
  /** Whether anyone may join. */
  isPublic: boolean;
  /** Whether it has a public page. */
  isShown: boolean;
  /** Spots left; Infinity if unlimited. */
  left: number;
  /** Whether tokens have been minted. */
  hasTokens: boolean;
  /** Network of its contract; null if it has none. */
  network: string | null;
  /** Points that a participant gets. */
  rewardPoints: number;
  /** The price without phases. */
  costCents: number;
  phases: readonly (PhaseSpan & { price_cents: number; audience: Audience })[];
};

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

/** An artwork without a wallet, which is not minted yet; `tokenId` is the number that its token will have. */
type KeptArtwork = {
  campaignId: number;
  tokenId: number;
  network: Network;
  contract: string;
  imageId: string | null;
};

/** Functions of experiences, a later feature, that rewards call. `features.ts` connects them when the program loads. */
export type RewardPorts = {
  /** Lists the experiences of songs; deleted ones only if tokens of them exist. */
  listRewardTargets(db: Executor, songIds: readonly number[]): Promise<LevelExperience[]>;
  /** Lists the experiences of songs in which an account takes part. */
  listJoinedExperiences(
    db: Executor,
    person: { songIds: readonly number[]; accountId: string },
  ): Promise<number[]>;
  /** Locks an experience of a song; undefined if it does not exist or was deleted. */
  lockExperience(
    tx: Executor,
    target: { campaignId: number; songId: number },
  ): Promise<LevelExperience | undefined>;
  /** Finds the names of experiences by participation order. */
  findOrderTitles(db: Executor, orderIds: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Lists the collections of a song, those with likely tokens of the wallet first. */
  listTokenCollections(db: Executor, owner: { songId: number; wallet: string }): Promise<SongCollection[]>;
  /** Finds an artwork of a song that is kept for an account; `campaignId` is its experience, null for any. */
  findKeptArtwork(
    db: Executor,
    owner: { accountId: string; songId: number; campaignId: number | null },
  ): Promise<KeptArtwork | undefined>;
  /** Finds the image of a token of an experience; null if it has none. */
  findTokenArtwork(db: Executor, token: { campaignId: number; tokenId: number }): Promise<string | null>;
};

let connected: RewardPorts | undefined;

export function connectRewards(ports: RewardPorts): void {
  connected = ports;
}

export function rewardPorts(): RewardPorts {
  if (connected === undefined) throw new Error("features.ts has not connected the rewards feature");
  return connected;
}
