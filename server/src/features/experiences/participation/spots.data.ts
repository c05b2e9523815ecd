import type { OwnCampaign } from "@wrapsody/shared/campaigns.ts";
import type { Campaign } from "@wrapsody/shared/experiences.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";

/** What decides whether a campaign has room. */
export type CampaignCapacity = Pick<Campaign, "id" | "type" | "max_nfts"> & {
  stage: OwnCampaign["stage"];
  /** Places taken or reserved. */
  taken: number;
};

/** Held until the transaction ends, so that of two who want the last place the second sees that it is gone. */
export async function lockCapacity(tx: Executor, campaignId: number): Promise<CampaignCapacity | undefined> {
  const { rows } = await sql<CampaignCapacity>`
    select id, type, max_nfts, state as stage, taken from campaign
    where id = ${campaignId} and deleted_at is null for no key update`.execute(tx);
  return rows[0];
}

/** `count` is negative for places that are given back. */
export async function incrementTaken(tx: Executor, campaignId: number, count: number): Promise<void> {
  await sql`update campaign set taken = greatest(0, taken + ${count}::int) where id = ${campaignId}`.execute(
    tx,
  );
}
