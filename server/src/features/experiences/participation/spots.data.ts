import type { OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import type { Campaign } from "@wrapsody/shared/experiences/experiences.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";

/** The values that determine how many spots a campaign has left. */
export type CampaignCapacity = Pick<Campaign, "id" | "type" | "max_nfts"> & {
  stage: OwnCampaign["stage"];
  /** Spots reserved or drawn. Not the `participants` column, which counts drawn ones (0004 calls those "places taken"). */
  taken: number;
};

/** Locks the campaign until the transaction ends, so that two buyers cannot both get the last spot. */
export async function lockCapacity(tx: Executor, campaignId: number): Promise<CampaignCapacity | undefined> {
  const { rows } = await sql<CampaignCapacity>`
    select id, type, max_nfts, state as stage, taken from campaign
    where id = ${campaignId} and deleted_at is null for no key update`.execute(tx);
  return rows[0];
}

/** Adds to the reserved spots; `count` is negative for returned ones. */
export async function incrementTaken(tx: Executor, campaignId: number, count: number): Promise<void> {
  await sql`update campaign set taken = greatest(0, taken + ${count}::int) where id = ${campaignId}`.execute(
    tx,
  );
}
