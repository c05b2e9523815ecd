import type { Executor } from "../../platform/database/database.ts";
import type { LevelExperience } from "../rewards/index.ts";
import { countSpotsLeft } from "./participation/spots.ts";
import { listComponents } from "./public/campaigns.data.ts";
import { listRewardTargetRows, lockRewardTargetRow, type RewardTargetRow } from "./reward-targets.data.ts";

/** Lists the experiences that a song's reward levels can refer to. */
export async function listRewardTargets(db: Executor, songId: number): Promise<LevelExperience[]> {
  const rows = await listRewardTargetRows(db, songId);
  return Promise.all(rows.map((row) => withSpotsLeft(db, row)));
}

/** Locks one of them until the transaction ends. Returns undefined if it was deleted. */
export async function lockExperience(
  tx: Executor,
  key: { campaignId: number; songId: number },
): Promise<LevelExperience | undefined> {
  const row = await lockRewardTargetRow(tx, key);
  return row && withSpotsLeft(tx, row);
}

async function withSpotsLeft(db: Executor, row: RewardTargetRow): Promise<LevelExperience> {
  const { type: _type, max_nfts: _most, taken: _taken, ...experience } = row;
  return { ...experience, left: countSpotsLeft(row, await listComponents(db, row.id)) };
}
