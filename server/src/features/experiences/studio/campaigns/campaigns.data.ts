import type { Campaign } from "@wrapsody/shared/experiences/experiences.ts";
import { type Executor, sql } from "../../../../platform/database/database.ts";

/** The fields that a publisher sets. */
export type CampaignFields = Pick<
  Campaign,
  | "name"
  | "description"
  | "type"
  | "max_nfts"
  | "pricing"
  | "reward_points"
  | "is_public_mintable"
  | "network"
> & {
  costCents: number;
  /** Null if the price is fixed. */
  suggestedCents: number | null;
  royaltyBasisPoints: number;
  rewardLevel: number | null;
};

export type CampaignToInsert = CampaignFields & {
  prettyId: string;
  songId: number;
  imageId: string | null;
  accountId: string;
  now: Date;
};

/** Inserts a draft and returns its id; undefined if the pretty id is taken. */
export async function insertCampaign(tx: Executor, campaign: CampaignToInsert): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into campaign (pretty_id, song_id, name, description, promo_image_id, type, max_nfts, cost_cents, pricing, suggested_cents, reward_points,
      royalty_basis_points, is_public_mintable, reward_level, network, created_by, created_at)
    values (${campaign.prettyId}, ${campaign.songId}, ${campaign.name}, ${campaign.description}, ${campaign.imageId},
      ${campaign.type}, ${campaign.max_nfts}, ${campaign.costCents}, ${campaign.pricing}, ${campaign.suggestedCents}, ${campaign.reward_points},
      ${campaign.royaltyBasisPoints}, ${campaign.is_public_mintable}, ${campaign.rewardLevel}, ${campaign.network}, ${campaign.accountId}, ${campaign.now})
    on conflict (pretty_id) do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

/** The pretty id stays, so that links keep working. */
export async function updateCampaign(
  tx: Executor,
  id: number,
  campaign: CampaignFields & { imageId: string | null },
): Promise<void> {
  await sql`
    update campaign set name = ${campaign.name}, description = ${campaign.description}, promo_image_id = ${campaign.imageId},
      type = ${campaign.type}, max_nfts = ${campaign.max_nfts}, cost_cents = ${campaign.costCents}, pricing = ${campaign.pricing}, suggested_cents = ${campaign.suggestedCents},
      royalty_basis_points = ${campaign.royaltyBasisPoints}, reward_points = ${campaign.reward_points}, is_public_mintable = ${campaign.is_public_mintable},
      reward_level = ${campaign.rewardLevel}, network = ${campaign.network}
    where id = ${id}`.execute(tx);
}

export async function markDeleted(tx: Executor, id: number, now: Date): Promise<void> {
  await sql`update campaign set deleted_at = ${now} where id = ${id}`.execute(tx);
}

/** Returns the number of activation attempts, including this one. */
export async function markActivating(
  tx: Executor,
  id: number,
  { royaltyReceiver }: { royaltyReceiver: string | null },
): Promise<number> {
  const { rows } = await sql<{ activations: number }>`
    update campaign set state = 'ACTIVATING', activation_problem = null, activations = activations + 1,
      royalty_receiver = ${royaltyReceiver}
    where id = ${id} returning activations`.execute(tx);
  return rows[0]?.activations ?? 0;
}

export async function markClosed(tx: Executor, id: number, now: Date): Promise<void> {
  await sql`
    update campaign set state = 'COMPLETED', is_active = false, closed_at = ${now} where id = ${id}`.execute(
    tx,
  );
}

/** Locks a campaign that is activating until the transaction ends. */
export async function lockActivating(tx: Executor, id: number): Promise<{ activations: number } | undefined> {
  const { rows } = await sql<{ activations: number }>`
    select activations from campaign where id = ${id} and state = 'ACTIVATING' for no key update`.execute(tx);
  return rows[0];
}

/** Marks a campaign active; an existing activation date is kept. */
export async function markActive(
  tx: Executor,
  id: number,
  { address, now }: { address: string; now: Date },
): Promise<void> {
  await sql`
    update campaign set state = 'ACTIVE', is_active = true, contract_address = ${address}, contract_network = network,
      activated_at = coalesce(activated_at, ${now})
    where id = ${id}`.execute(tx);
}

/** Makes the campaign a draft again after a failed deployment. */
export async function markActivationFailed(tx: Executor, id: number, problem: string): Promise<void> {
  await sql`
    update campaign set state = 'DRAFT', is_active = false, activation_problem = ${problem}, royalty_receiver = null
    where id = ${id}`.execute(tx);
}

/** Makes the campaign a draft again after its activation was withdrawn. */
export async function markActivationWithdrawn(tx: Executor, id: number): Promise<void> {
  await sql`
    update campaign set state = 'DRAFT', is_active = false, activated_at = null, activation_problem = null,
      royalty_receiver = null
    where id = ${id}`.execute(tx);
}
