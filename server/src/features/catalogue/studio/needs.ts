import type { Executor } from "../../../platform/database/database.ts";
import type { RewardsOf } from "../songs/songs.ts";

/** Functions of later features that the studio calls; `features.ts` passes them in. */
export type StudioDependencies = {
  /** Returns a song's reward levels as its page shows them. */
  rewardsOf: RewardsOf;
  /** Counts the reward levels of each song; songs without any are omitted. */
  countRewards(db: Executor, songIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Returns whether the song has an active experience, and keeps it so until `tx` ends. */
  hasActiveCampaign(tx: Executor, songId: number): Promise<boolean>;
};
