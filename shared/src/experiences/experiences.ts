import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { image, instant } from "../api/media.ts";
import { listOf } from "../api/page.ts";
import { pricings } from "../payments/pricing.ts";
import { networks } from "./chain.ts";
import { audiences } from "./phase-rules.ts";

export const campaignTypes = ["GENERATIVE", "FIXED_IMAGE", "RANDOM"] as const;
export const componentTypes = ["IMAGE", "QR_CODE", "PRESELECTED"] as const;
export const anchorPoints = ["TOP_LEFT", "TOP_RIGHT", "BOTTOM_LEFT", "BOTTOM_RIGHT"] as const;
/** A period in which an experience gives spots. Without an end, it lasts until the next one starts. */
export const phase = z.object({
  id: z.number().int(),
  name: z.string(),
  starts_at: instant,
  ends_at: instant.nullable(),
  /** US dollars. */
  price: z.number(),
  /** Null: as many as the experience has. */
  spots: z.number().int().nullable(),
  /** Spots that are neither reserved nor held for the waitlist, also by those of the experience. Null without a limit. */
  spots_left: z.number().int().nullable(),
  audience: z.enum(audiences),
  /** Of HOLDERS; null if that experience is no longer public. */
  experience: z.object({ pretty_id: z.string(), name: z.string() }).nullable(),
  /** Of CLAIMERS. */
  reward: z.object({ name: z.string() }).nullable(),
});
export type Phase = z.output<typeof phase>;

/** A slot with the name that its publisher gave it. */
export const slotName = z.object({ slot_number: z.number().int(), name: z.string() });
export type SlotName = z.output<typeof slotName>;

/** A campaign (dapp, drop, experience). `cost_per_nft` is its price in USD, or the minimum; `max_nfts` 0 is unlimited. */
export const campaign = z.object({
  id: z.number().int(),
  pretty_id: z.string(),
  name: z.string(),
  description: z.string(),
  promo_image: z.string().nullable(),
  image: image.nullable(),
  song_id: z.number().int(),
  song: z.object({ pretty_id: z.string(), name: z.string(), artist: z.string() }),
  type: z.enum(campaignTypes),
  /** The named slots in order; empty for RANDOM, whose tiles have no slots of their own. */
  slot_names: z.array(slotName),
  max_nfts: z.number().int(),
  /** Drawn participants. */
  nfts: z.number().int(),
  /** Spots: at most as many as pictures are guaranteed. Null without a limit. */
  places: z.number().int().nullable(),
  /** Spots that are neither drawn nor reserved: of the current phase, if one is open. */
  places_left: z.number().int().nullable(),
  /** Whether every participant gets the same picture. */
  is_alike: z.boolean(),
  /** The price of the current phase, else of the next or the last one; without phases, of every spot. */
  cost_per_nft: z.number(),
  pricing: z.enum(pricings),
  /** What fans are suggested to pay, in USD; null if the price is fixed. */
  suggested_price: z.number().nullable(),
  /** By start; empty if spots are given from activation until the experience is completed. */
  phases: z.array(phase),
  /** The phase that was open when this was read; null if none was. */
  current_phase: z.number().int().nullable(),
  /** The first phase that started after that; null if there is none. */
  next_phase: z.number().int().nullable(),
  /** Resale royalty (ERC-2981) in percent of the price. */
  royalty_rate: z.number(),
  /** The wallet that the contract names, in lower case. Null before activation, and without a royalty. */
  royalty_receiver: z.string().nullable(),
  reward_points: z.number().int(),
  is_public_mintable: z.boolean(),
  network: z.enum(networks),
  contract_address: z.string().nullable(),
  contract_network: z.enum(networks).nullable(),
  nft_id: z.string().nullable(),
  nft_hash: z.string().nullable(),
  nft_network: z.enum(networks).nullable(),
  is_active: z.boolean(),
  activated_at: instant.nullable(),
  created_at: instant,
  last_batch_sent_at: instant.nullable(),
});
export type Campaign = z.output<typeof campaign>;

export const campaignStats = z.object({
  nfts: z.number().int(),
  possibleCombinations: z.number(),
  slots: z.array(z.object({ slot_number: z.number().int(), total: z.number().int() })),
});

export const component = z.object({
  id: z.number().int(),
  name: z.string(),
  slot_number: z.number().int(),
  component_type: z.enum(componentTypes),
  anchor_point: z.enum(anchorPoints),
  layer_level: z.number().int(),
  rarity: z.number().int(),
  width: z.number().int(),
  offsetX: z.number().int(),
  offsetY: z.number().int(),
  s3_bucket_uri: z.string().nullable(),
  image: image.nullable(),
  max_permitted: z.number().int(),
  qr_code_link: z.string().nullable(),
  qr_code_width: z.number().int().nullable(),
  secure_link: z.boolean(),
  fg_color: z.string().nullable(),
  bg_color: z.string().nullable(),
});
export type Component = z.output<typeof component>;

export const participant = z.object({
  id: z.number().int(),
  nft_id: z.string().nullable(),
  name: z.string(),
  rendered_nft_image: z.string().nullable(),
  image: image.nullable(),
  /** The drawn components by slot. */
  traits: z.array(z.object({ slot_number: z.number().int(), component: z.string() })),
  total_rarity_score: z.number().int().nullable(),
  /**
   * Its place among the drawn artworks of a GENERATIVE experience, the rarest first. Equally rare artworks share a place. Null before it is
   * drawn, and where chance makes no artwork rarer than another.
   */
  rarity_rank: z
    .object({ rank: z.number().int(), total: z.number().int(), rarer_than: z.number().int() })
    .nullable(),
  song_campaign_id: z.number().int(),
  /** Null while the artwork is kept for its owner, who gave no wallet yet. */
  owner_wallet_address: z.string().nullable(),
  /** Whether its owner deleted their account without giving a wallet, so that it is never minted. */
  is_forfeited: z.boolean(),
  created_at: instant,
  minted_at: instant.nullable(),
});
export type Participant = z.output<typeof participant>;

/** An artwork in its owner's collection, with its experience and wrap. */
export const collectedArtwork = participant.extend({
  campaign: z.object({
    id: z.number().int(),
    pretty_id: z.string(),
    name: z.string(),
    song: z.object({ pretty_id: z.string(), name: z.string(), artist: z.string() }),
    /** The network of its tokens. */
    network: z.enum(networks),
    /** False if the experience or its wrap was taken down, and has no page. */
    is_public: z.boolean(),
  }),
});
export type CollectedArtwork = z.output<typeof collectedArtwork>;

/** Returns the name of a slot; undefined without one. */
export function findSlotName(names: readonly SlotName[], slot: number): string | undefined {
  return names.find(({ slot_number }) => slot_number === slot)?.name;
}

/** The state that readers see, derived from flags. */
export type CampaignState = "Active" | "Completed" | "Upcoming";

export function campaignState(flags: Pick<Campaign, "is_active" | "contract_address">): CampaignState {
  if (flags.is_active) return "Active";
  return flags.contract_address === null ? "Upcoming" : "Completed";
}

/** Converts a rarity to the relative weight of a component within its slot. */
export function toWeight({ rarity }: Pick<Component, "rarity">): number {
  return 100 - rarity;
}

/** Ordered from the rarest. */
export const rarityNames = ["Very rare", "Rare", "Uncommon", "Common"] as const;
export type RarityName = (typeof rarityNames)[number];

/** Returns the label of a rarity (1 to 99). */
export function rarityLabel(score: number): RarityName {
  if (score >= 90) return "Very rare";
  if (score >= 50) return "Rare";
  return score >= 20 ? "Uncommon" : "Common";
}

/** Returns the label of a component beside the others of its slot: the one that is drawn most often is common, whatever its rarity. */
export function traitLabel(
  { rarity }: Pick<Component, "rarity">,
  slot: readonly Pick<Component, "rarity">[],
): RarityName {
  const lowest = Math.min(rarity, ...slot.map((component) => component.rarity));
  return rarity === lowest ? "Common" : rarityLabel(rarity);
}

export const campaignList = {
  filters: { name: "text", song_id: "integer", is_active: "boolean", type: "text" },
  sortKeys: ["created_at", "is_active", "name"],
} as const;

const campaignId = z.object({ id: z.string().min(1).max(120) });

export const getDrops = endpoint({
  method: "GET",
  path: "drop",
  access: "public",
  tag: "experiences",
  summary: "Lists the experiences of public songs.",
  list: campaignList,
  answer: listOf(campaign),
});

export const getArtistExperiences = endpoint({
  method: "GET",
  path: "artist/:id/experiences",
  access: "public",
  tag: "experiences",
  summary: "Lists the experiences of an artist's public songs.",
  params: campaignId,
  list: { filters: {}, sortKeys: ["created_at"] },
  answer: listOf(campaign),
});

export const getDrop = endpoint({
  method: "GET",
  path: "drop/:id",
  access: "public",
  tag: "experiences",
  summary: "Returns an experience by id or pretty id.",
  params: campaignId,
  answer: campaign,
});

export const getDropMetadata = endpoint({
  method: "GET",
  path: "drop/:id/metadata",
  access: "public",
  tag: "experiences",
  summary: "Returns the number of participants and of possible combinations.",
  params: campaignId,
  answer: campaignStats,
});

export const getDropNfts = endpoint({
  method: "GET",
  path: "drop/nfts",
  access: "public",
  tag: "experiences",
  summary: "Lists participants' artworks, filtered by experience or wallet.",
  list: {
    filters: {
      owner_wallet_address: "text",
      song_campaign_id: "integer",
      id: "integer",
      total_rarity_score: "integer",
    },
    sortKeys: ["created_at", "total_rarity_score"],
  },
  answer: listOf(participant),
});

export const getParticipant = endpoint({
  method: "GET",
  path: "drop/:id/:participantId",
  access: "public",
  tag: "experiences",
  summary: "Returns a participant's artwork.",
  params: z.object({ id: z.string().min(1).max(120), participantId: z.coerce.number().int().positive() }),
  answer: participant,
});

export const getComponents = endpoint({
  method: "GET",
  path: "dapp/:id/components",
  access: "public",
  tag: "experiences",
  summary: "Lists the components of an experience by slot.",
  params: campaignId,
  answer: listOf(component),
});

export const getMyArt = endpoint({
  method: "GET",
  path: "my/art",
  access: "session",
  tag: "experiences",
  summary: "Lists the user's artworks, newest first. `kept`: those without a wallet.",
  list: {
    filters: { kept: "boolean", song_id: "integer", song_campaign_id: "integer" },
    sortKeys: ["created_at"],
  },
  answer: listOf(collectedArtwork),
});
