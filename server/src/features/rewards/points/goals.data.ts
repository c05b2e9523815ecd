import type { GoalLevel } from "@wrapsody/shared/rewards/points.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import type { RewardTarget } from "../levels/availability.ts";

/** A level of a wrap, as far as an account's goals depend on it. */
export type GoalLevelRow = GoalLevel &
  RewardTarget & {
    song_id: number;
    stock_left: number | null;
    is_claimed: boolean;
    /** Network of the wrap's confirmed token; null if it has none. */
    wnft: string | null;
  };

/** Lists the reward levels of songs by the points that they require, with whether the account has redeemed them. */
export async function listGoalLevels(
  db: Executor,
  { accountId, songIds }: { accountId: string; songIds: readonly number[] },
): Promise<GoalLevelRow[]> {
  const { rows } = await sql<GoalLevelRow>`
    select r.id, r.name, r.reward_type, r.reward_points_earned, r.alt_id, r.song_id,
      case when r.stock is not null then greatest(0, r.stock - r.claimed) end as stock_left,
      exists (select from reward_claim k where k.reward_id = r.id and k.account_id = ${accountId}) as is_claimed,
      case when s.nft_confirmed and s.contract_address is not null then s.nft_network end as wnft
    from reward r join song s on s.id = r.song_id
    where r.song_id = any(${songIds}) and r.deleted_at is null
    order by r.reward_points_earned, r.id`.execute(db);
  return rows;
}
