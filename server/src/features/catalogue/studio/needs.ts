import type { Executor } from "../../../platform/database/database.ts";
import type { RewardsOf } from "../songs/songs.ts";

/** What the studio asks of later features; `features.ts` hands it in. */
export type StudioDependencies = {
  /** A song's levels of rewards, as its page shows them. */
  rewardsOf: RewardsOf;
  /** How many levels of rewards each of the songs has; a song without any is not in it. */
  countRewards(db: Executor, songIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Whether an experience of the song is active. It stays so until `tx` ends. */
  hasActiveCampaign(tx: Executor, songId: number): Promise<boolean>;
};
