import type { ClaimQuestion } from "@wrapsody/shared/rewards/claim-questions.ts";
import type { Reward } from "@wrapsody/shared/rewards/rewards.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { matchesReference } from "../../catalogue/index.ts";

/** Public columns of a level; `details` are visible to claimants only. */
const levelColumns = sql`
  id, name, description, reward_points_earned, reward_type, instructions, alt_id,
  case when stock is not null then greatest(0, stock - claimed) end as stock_left`;

/** Lists a song's reward levels by the points that they require. */
export async function listRewards(db: Executor, songId: number): Promise<Reward[]> {
  const { rows } = await sql<Reward>`
    select ${levelColumns} from reward where song_id = ${songId} and deleted_at is null
    order by reward_points_earned, id`.execute(db);
  return rows;
}

type LevelRow = Reward & { details: string | null; questions: ClaimQuestion[] };

/** Like `listRewards`, with `details` and `questions`. */
export async function listLevels(db: Executor, songId: number): Promise<LevelRow[]> {
  const { rows } = await sql<LevelRow>`
    select ${levelColumns}, details, questions from reward where song_id = ${songId} and deleted_at is null
    order by reward_points_earned, id`.execute(db);
  return rows;
}

const wnftColumn = sql`
  case when s.nft_confirmed and s.contract_address is not null then s.nft_network end as wnft`;

/** Finds a public song, or an own one that is not deleted; `wnft` is the network of its confirmed token. */
export async function findShownSong(
  db: Executor,
  { reference, accountId }: { reference: string; accountId: string | null },
): Promise<{ id: number; is_own: boolean; wnft: string | null } | undefined> {
  const { rows } = await sql<{ id: number; is_own: boolean; wnft: string | null }>`
    select s.id, coalesce(a.owner_id = ${accountId}, false) as is_own, ${wnftColumn}
    from song s left join artist a on a.id = s.artist_id
    where ${matchesReference("pretty_id", reference, "s.")}
      and (s.status = 'ACTIVE' or (s.status <> 'DELETED' and a.owner_id = ${accountId}))`.execute(db);
  return rows[0];
}

/** Finds the network of a song's confirmed token; null if it has none. */
export async function findWnftNetwork(db: Executor, songId: number): Promise<string | null> {
  const { rows } = await sql<{ wnft: string | null }>`
    select ${wnftColumn} from song s where s.id = ${songId}`.execute(db);
  return rows[0]?.wnft ?? null;
}

/** Counts the levels of each song; songs without levels are missing. */
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

/** `campaign` is the targeted experience; `stock` null is unlimited. */
export type LevelToInsert = Pick<Reward, "name" | "description" | "reward_points_earned" | "reward_type"> & {
  details?: string | null | undefined;
  campaign: number | null;
  stock?: number | null | undefined;
  questions: readonly ClaimQuestion[];
  now: Date;
};

export async function insertLevel(tx: Executor, songId: number, level: LevelToInsert): Promise<Reward> {
  const { campaign, stock = null } = level;
  const instructions = campaign === null ? {} : { dapp_id: campaign };
  const { rows } = await sql<Reward>`
    insert into reward (song_id, name, description, reward_points_earned, reward_type, details, instructions, alt_id, stock, questions, created_at)
    values (${songId}, ${level.name}, ${level.description}, ${level.reward_points_earned}, ${level.reward_type},
      ${level.details || null}, ${JSON.stringify(instructions)}, ${campaign}, ${stock},
      ${JSON.stringify(level.questions)}, ${level.now})
    returning ${levelColumns}`.execute(tx);
  const [added] = rows;
  if (added === undefined) throw new Error("reward level was not inserted");
  return added;
}

/** Deletes a level. Returns whether it existed. */
export async function deleteLevel(tx: Executor, songId: number, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update reward set deleted_at = ${now} where id = ${id} and song_id = ${songId} and deleted_at is null
    returning id`.execute(tx);
  return rows.length > 0;
}

/**
 * Deletes the levels that depend on a deleted experience: levels that unlock it and, unless `hasTokens`, levels that
 * require its token. Existing claims stay.
 */
export async function deleteLevelsOf(
  tx: Executor,
  { campaignId, hasTokens, now }: { campaignId: number; hasTokens: boolean; now: Date },
): Promise<void> {
  await sql`
    update reward set deleted_at = ${now}
    where alt_id = ${campaignId} and deleted_at is null
      and (reward_type = 'DAPP_ACCESS' or (reward_type = 'WRAPPED_MP3' and not ${hasTokens}::bool))`.execute(
    tx,
  );
}
