import type { activationNeeds } from "@wrapsody/shared/campaigns.ts";
import type { Campaign } from "@wrapsody/shared/experiences.ts";
import { tiles } from "@wrapsody/shared/placing.ts";
import { combinationsOf } from "../combinations.ts";
import type { OwnCampaignRow, PartRow } from "./own.data.ts";

export type ActivationNeed = (typeof activationNeeds)[number];

/** What keeps a campaign from being activated, in the order in which a publisher would see to it. */
export function needsOf(campaign: OwnCampaignRow, networks: readonly string[]): ActivationNeed[] {
  const { type, parts, max_nfts } = campaign;
  const images = parts.filter(({ component_type }) => component_type === "IMAGE");
  const isDrawable = type !== "RANDOM" || (images.length === tiles && parts.length === tiles);
  const isShort = isDrawable && parts.length > 0 && max_nfts > mostPictures(type, parts);
  const found: [ActivationNeed, boolean][] = [
    ["SONG_NOT_PUBLIC", campaign.song_status !== "ACTIVE"],
    ["NO_PROMO_IMAGE", campaign.image === null],
    ["NO_COMPONENTS", type === "GENERATIVE" && parts.length === 0],
    ["NEEDS_NINE_TILES", !isDrawable],
    ["TOO_FEW_COMBINATIONS", isShort],
    ["COMPONENT_WITHOUT_IMAGE", images.some(({ has_image }) => !has_image)],
    ["NETWORK_UNAVAILABLE", !networks.includes(campaign.network)],
  ];
  return found.filter(([, applies]) => applies).map(([need]) => need);
}

type Counted = Pick<PartRow, "slot_number" | "component_type" | "max_permitted">;

/**
 * How many pictures a campaign can give at most: each combination once, and each component as often as it is permitted.
 * Where FIXED_IMAGE has no such limit, everybody gets the same.
 */
export function mostPictures(type: Campaign["type"], parts: readonly Counted[]): number {
  const combinations = type === "FIXED_IMAGE" ? Number.POSITIVE_INFINITY : combinationsOf(type, parts);
  if (type === "RANDOM") return combinations;
  const slots = [...Map.groupBy(parts, ({ slot_number }) => slot_number).values()];
  return slots.reduce((least, slot) => Math.min(least, roomIn(slot, combinations)), combinations);
}

/** As `mostPictures`, as the wire says it: null where there is no limit. */
export function possiblePictures(type: Campaign["type"], parts: readonly Counted[]): number | null {
  const most = mostPictures(type, parts);
  return Number.isFinite(most) ? Math.floor(most) : null;
}

/** Pictures that a slot is enough for: an image is in no more of them than there are combinations of the other slots. */
function roomIn(slot: readonly Counted[], combinations: number): number {
  const images = slot.filter(({ component_type }) => component_type === "IMAGE").length;
  return slot.reduce((sum, { component_type, max_permitted }) => {
    const permitted = max_permitted === 0 ? Number.POSITIVE_INFINITY : max_permitted;
    return sum + (component_type === "IMAGE" ? Math.min(permitted, combinations / images) : permitted);
  }, 0);
}

/** Whether what its pictures are made of may still change. */
export function isUntouched(campaign: OwnCampaignRow): boolean {
  const { stage, contract_address, taken, nfts } = campaign;
  return stage === "DRAFT" && contract_address === null && taken === 0 && nfts === 0;
}
