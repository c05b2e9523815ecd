import type { Reward } from "@wrapsody/shared/rewards.ts";
import { type Executor, sql } from "../../platform/database.ts";

/** What everybody may see of a level: how it is come by is told to whoever claims it. */
const levelColumns = sql`
  id, name, description, reward_points_earned, reward_type, instructions, alt_id,
  case when stock is not null then greatest(0, stock - claimed) end as stock_left`;

/** A song's reward levels, the nearest first. */
export async function listRewards(db: Executor, songId: number): Promise<Reward[]> {
  const { rows } = await sql<Reward>`
    select ${levelColumns} from reward where song_id = ${songId} and deleted_at is null
    order by reward_points_earned, id`.execute(db);
  return rows;
}

/** How many levels each of the songs has; a song without any is not in it. */
export async function countRewards(
  db: Executor,
  songIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ song_id: number; levels: number }>`
    select song_id, count(*) as levels from reward
    where song_id = any(${songIds}) and deleted_at is null group by song_id`.execute(db);
  return new Map(rows.map(({ song_id, levels }) => [song_id, levels]));
}

export async function countLevels(db: Executor, songId: number): Promise<number> {
  return (await countRewards(db, [songId])).get(songId) ?? 0;
}

/** `campaign` is the experience that a level is about, if any; `stock` null is without limit. */
export type LevelToInsert = Pick<Reward, "name" | "description" | "reward_points_earned" | "reward_type"> & {
  details?: string | null | undefined;
  campaign: number | null;
  stock?: number | null | undefined;
  now: Date;
};

export async function insertLevel(tx: Executor, songId: number, level: LevelToInsert): Promise<Reward> {
  const { campaign, stock = null } = level;
  const instructions = campaign === null ? {} : { dapp_id: campaign };
  const { rows } = await sql<Reward>`
    insert into reward (song_id, name, description, reward_points_earned, reward_type, details, instructions, alt_id, stock, created_at)
    values (${songId}, ${level.name}, ${level.description}, ${level.reward_points_earned}, ${level.reward_type},
      ${level.details || null}, ${JSON.stringify(instructions)}, ${campaign}, ${stock}, ${level.now})
    returning ${levelColumns}`.execute(tx);
  const [added] = rows;
  if (added === undefined) throw new Error("a reward level was not added");
  return added;
}

/** Answers whether there was such a level. */
export async function deleteLevel(tx: Executor, songId: number, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update reward set deleted_at = ${now} where id = ${id} and song_id = ${songId} and deleted_at is null
    returning id`.execute(tx);
  return rows.length > 0;
}
