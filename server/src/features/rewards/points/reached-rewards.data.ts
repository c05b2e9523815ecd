import { type Executor, sql } from "../../../platform/database/database.ts";

/** Reward and wrap that a notification names. */
export type ReachedReward = { reward: string; wrap: string; pretty_id: string };

/** Records that a reward has come within reach of an account. Returns undefined if it had before. */
export async function insertReached(
  tx: Executor,
  { accountId, rewardId, now }: { accountId: string; rewardId: number; now: Date },
): Promise<ReachedReward | undefined> {
  const { rows } = await sql<ReachedReward>`
    with added as (
      insert into reward_reached (account_id, reward_id, reached_at) values (${accountId}, ${rewardId}, ${now})
      on conflict do nothing returning reward_id
    )
    select r.name as reward, s.name as wrap, s.pretty_id
    from added join reward r on r.id = added.reward_id join song s on s.id = r.song_id`.execute(tx);
  return rows[0];
}
