import type { OwnCampaign } from "@wrapsody/shared/campaigns.ts";
import type { Network } from "@wrapsody/shared/chain.ts";

/** Initial or saved values of an experience. */
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
