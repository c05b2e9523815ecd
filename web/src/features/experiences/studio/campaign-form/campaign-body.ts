import type { OwnCampaign } from "@wrapsody/shared/campaigns.ts";
import type { Network } from "@wrapsody/shared/chain.ts";

/** What an experience begins with, or has already. */
export type CampaignBody = Pick<
  OwnCampaign,
  | "name"
  | "description"
  | "image"
  | "type"
  | "max_nfts"
  | "cost_per_nft"
  | "reward_points"
  | "is_public_mintable"
  | "reward_level"
> & { network: Network | undefined };
