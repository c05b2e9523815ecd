import type { Executor } from "../../platform/database/database.ts";
import type { LevelExperience } from "../rewards/index.ts";
import { countSpotsLeft } from "./participation/spots.ts";
import { listComponents } from "./public/campaigns.data.ts";
import { listRewardTargetRows, lockRewardTargetRow, type RewardTargetRow } from "./reward-targets.data.ts";

/** The experiences of a song that its reward levels may be about. */
export async function listRewardTargets(db: Executor, songId: number): Promise<LevelExperience[]> {
  const rows = await listRewardTargetRows(db, songId);
  return Promise.all(rows.map((row) => withSpotsLeft(db, row)));
}

/** One of them that is not deleted; it stays as it is until the transaction ends. */
export async function lockExperience(
  tx: Executor,
  given: { campaignId: number; songId: number },
): Promise<LevelExperience | undefined> {
  const row = await lockRewardTargetRow(tx, given);
  return row && withSpotsLeft(tx, row);
}

async function withSpotsLeft(db: Executor, row: RewardTargetRow): Promise<LevelExperience> {
  const { type: _type, max_nfts: _most, taken: _taken, ...experience } = row;
  return { ...experience, left: countSpotsLeft(row, await listComponents(db, row.id)) };
}
