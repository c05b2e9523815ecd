import type { Campaign } from "@wrapsody/shared/experiences/experiences.ts";
import { type Executor, sql } from "../../../../platform/database/database.ts";
import { matchesReference } from "../../../catalogue/index.ts";
import { isKept, isShown } from "../../public/campaigns.data.ts";
import type { CampaignCapacity } from "../spots.data.ts";

/** A public campaign as buyers see it. */
export type Offer = CampaignCapacity &
  Pick<Campaign, "pretty_id" | "name" | "song_id" | "is_public_mintable" | "pricing"> & {
    /** The price, or the minimum. */
    cost_cents: number;
    reward_level: number | null;
    /** The network of its contract. */
    network: string;
    /** The account that owns the wrap. */
    owner_id: string | null;
  };

/** Finds a campaign by id or pretty id. */
export async function findOffer(db: Executor, reference: string): Promise<Offer | undefined> {
  const { rows } = await sql<Offer>`
    select c.id, c.type, c.max_nfts, c.state as stage, c.taken, c.pretty_id, c.name, c.song_id, c.is_public_mintable,
      c.cost_cents, c.pricing, c.reward_level, coalesce(c.contract_network, c.network) as network, a.owner_id
    from campaign c join song s on s.id = c.song_id and s.status = 'ACTIVE' left join artist a on a.id = s.artist_id
    where ${isKept} and ${isShown} and ${matchesReference("pretty_id", reference, "c.")}`.execute(db);
  return rows[0];
}

/** Returns whether the publisher minted to a linked wallet of the account. */
export async function isInvited(
  db: Executor,
  { campaignId, accountId }: { campaignId: number; accountId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from wallet w join participation p on p.wallet = w.address join campaign c on c.id = p.campaign_id
    where w.account_id = ${accountId} and p.campaign_id = ${campaignId} and p.batch_id is not null
      and w.network in ('', coalesce(c.contract_network, c.network)) limit 1`.execute(db);
  return rows.length > 0;
}
