import type { OwnCampaign } from "@wrapsody/shared/campaigns.ts";
import type { Executor } from "../../platform/database/database.ts";

/** An experience that a reward level can target. Deleted ones are completed and have no page. */
export type LevelExperience = {
  id: number;
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
};

/** What reward levels ask of later features; `features.ts` hands it in. */
export type RewardNeeds = {
  /** The experiences of a song; of deleted ones those whose tokens somebody has. */
  experiencesOf(db: Executor, songId: number): Promise<LevelExperience[]>;
  /** One of them that is not deleted; it stays as it is until `tx` ends. */
  holdExperience(
    tx: Executor,
    given: { campaignId: number; songId: number },
  ): Promise<LevelExperience | undefined>;
  /** The names of the experiences that orders are of, by the orders' numbers. */
  experiencesOfOrders(db: Executor, orders: readonly number[]): Promise<ReadonlyMap<number, string>>;
};
