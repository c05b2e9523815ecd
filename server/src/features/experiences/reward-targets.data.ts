import type { RawBuilder } from "kysely";
import { type Executor, sql } from "../../platform/database/database.ts";
import type { LevelExperience } from "../rewards/index.ts";
import type { CampaignCapacity } from "./participation/spots.data.ts";
import { isShown } from "./public/campaigns.data.ts";

/** An experience as reward levels refer to it, with its capacity. */
export type RewardTargetRow = Omit<LevelExperience, "left"> &
  Pick<CampaignCapacity, "type" | "max_nfts" | "taken">;

const columns = sql`
  c.id, c.pretty_id, c.name, c.is_public_mintable as "isPublic", c.type, c.max_nfts, c.taken,
  case when c.deleted_at is null then c.state else 'COMPLETED' end as stage,
  c.deleted_at is not null as "isDeleted", c.deleted_at is null and ${isShown} as "isShown",
  c.contract_address is not null and c.participants > 0 as "hasTokens",
  case when c.contract_address is not null then coalesce(c.contract_network, c.network) end as network`;

/** Lists the experiences of a song, active ones first; deleted ones only if they have tokens. */
export function listRewardTargetRows(db: Executor, songId: number): Promise<RewardTargetRow[]> {
  return selectRewardTargets(
    db,
    sql`c.song_id = ${songId} and (c.deleted_at is null or (c.contract_address is not null and c.participants > 0))
      order by c.is_active desc, c.created_at desc, c.id`,
  );
}

/** Locks an experience that is not deleted until the transaction ends. */
export async function lockRewardTargetRow(
  tx: Executor,
  { campaignId, songId }: { campaignId: number; songId: number },
): Promise<RewardTargetRow | undefined> {
  const which = sql`c.id = ${campaignId}::bigint and c.song_id = ${songId} and c.deleted_at is null for share`;
  return (await selectRewardTargets(tx, which))[0];
}

async function selectRewardTargets(db: Executor, which: RawBuilder<unknown>): Promise<RewardTargetRow[]> {
  const { rows } = await sql<RewardTargetRow>`select ${columns} from campaign c where ${which}`.execute(db);
  return rows;
}
