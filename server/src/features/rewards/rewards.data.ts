import type { Reward } from "@wrapsody/shared/rewards.ts";
import { type Executor, sql } from "../../platform/database.ts";

/** A song's reward levels, the nearest first. */
export async function listRewards(db: Executor, songId: number): Promise<Reward[]> {
  const { rows } = await sql<Reward>`
    select id, name, description, reward_points_earned, reward_type, instructions, alt_id
    from reward where song_id = ${songId} and deleted_at is null
    order by reward_points_earned, id`.execute(db);
  return rows;
}
