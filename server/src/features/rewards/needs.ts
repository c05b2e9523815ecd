import type { OwnCampaign } from "@wrapsody/shared/campaigns.ts";
import type { Executor } from "../../platform/database.ts";

/** An experience as far as levels are about it. A deleted one is completed here, and has no page. */
export type LevelExperience = {
  id: number;
  pretty_id: string;
  name: string;
  stage: OwnCampaign["stage"];
  isDeleted: boolean;
  /** Open to everybody. */
  isPublic: boolean;
  /** It has a page that everybody can see. */
  isShown: boolean;
  /** Places that are left; Infinity where there is no limit. */
  left: number;
  /** Some have its tokens already. */
  hasTokens: boolean;
  /** Where its tokens are; null as long as it has no contract. */
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
