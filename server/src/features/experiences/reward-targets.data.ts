import type { RawBuilder } from "kysely";
import { type Executor, sql } from "../../platform/database/database.ts";
import type { LevelExperience } from "../rewards/index.ts";
import type { CampaignCapacity } from "./participation/spots.data.ts";
import { countSpotsLeft } from "./participation/spots.ts";
import { type PhaseRow, phasesColumn } from "./phases/phases.data.ts";
import { type ComponentSummary, componentSummaries, isKept, isShown } from "./public/campaigns.data.ts";

/** An experience as reward levels refer to it, with its capacity. */
type RewardTargetRow = Omit<LevelExperience, "left"> &
  Pick<CampaignCapacity, "type" | "max_nfts" | "taken"> & { parts: ComponentSummary[]; phases: PhaseRow[] };

const columns = sql`
  c.id, c.song_id as "songId", c.pretty_id, c.name, c.is_public_mintable as "isPublic", c.type, c.max_nfts, c.taken,
  c.reward_points as "rewardPoints", c.cost_cents as "costCents", ${componentSummaries} as parts, ${phasesColumn} as phases,
  case when c.deleted_at is null then c.state else 'COMPLETED' end as stage,
  c.deleted_at is not null as "isDeleted", ${isKept} and ${isShown} as "isShown",
  c.contract_address is not null and c.participants > 0 as "hasTokens",
  case when c.contract_address is not null then coalesce(c.contract_network, c.network) end as network`;

/** Lists the experiences that reward levels of songs can refer to, active ones first; deleted ones only if they have tokens. */
export function listRewardTargets(db: Executor, songIds: readonly number[]): Promise<LevelExperience[]> {
  return selectRewardTargets(
    db,
    sql`c.song_id = any(${songIds}) and (c.deleted_at is null or (c.contract_address is not null and c.participants > 0))
      order by c.is_active desc, c.created_at desc, c.id`,
  );
}

/** Lists the experiences of songs in which an account takes part. */
export async function listJoinedExperiences(
  db: Executor,
  { songIds, accountId }: { songIds: readonly number[]; accountId: string },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct p.campaign_id as id from participation p join campaign c on c.id = p.campaign_id
    where c.song_id = any(${songIds}) and p.account_id = ${accountId}::uuid and p.state = 'FULFILLED'`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Locks one of them until the transaction ends. Returns undefined if it was deleted. */
export async function lockExperience(
  tx: Executor,
  { campaignId, songId }: { campaignId: number; songId: number },
): Promise<LevelExperience | undefined> {
  const which = sql`c.id = ${campaignId}::bigint and c.song_id = ${songId} and c.deleted_at is null for share`;
  return (await selectRewardTargets(tx, which))[0];
}

async function selectRewardTargets(db: Executor, which: RawBuilder<unknown>): Promise<LevelExperience[]> {
  const { rows } = await sql<RewardTargetRow>`select ${columns} from campaign c where ${which}`.execute(db);
  return rows.map(withSpotsLeft);
}

function withSpotsLeft(row: RewardTargetRow): LevelExperience {
  const { type: _type, max_nfts: _most, taken: _taken, parts, ...experience } = row;
  return { ...experience, left: countSpotsLeft(row, parts) };
}
