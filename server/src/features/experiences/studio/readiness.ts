import type { activationNeeds } from "@wrapsody/shared/campaigns.ts";
import { areNineTiles, certainPictures } from "../combinations.ts";
import type { CampaignNeeds } from "./needs.ts";
import type { OwnCampaignRow } from "./own.data.ts";

export type ActivationNeed = (typeof activationNeeds)[number];

/** What keeps a campaign from being activated, in the order in which a publisher would see to it. */
export function needsOf(
  campaign: OwnCampaignRow,
  { networks, takesPayments }: Pick<CampaignNeeds, "networks" | "takesPayments">,
): ActivationNeed[] {
  const { type, parts, max_nfts } = campaign;
  const images = parts.filter(({ component_type }) => component_type === "IMAGE");
  const isDrawable = type !== "RANDOM" || areNineTiles(parts);
  const isShort = isDrawable && parts.length > 0 && max_nfts > certainPictures(type, parts);
  const found: [ActivationNeed, boolean][] = [
    ["SONG_NOT_PUBLIC", campaign.song_status !== "ACTIVE"],
    ["NO_PROMO_IMAGE", campaign.image === null],
    ["NO_COMPONENTS", type === "GENERATIVE" && parts.length === 0],
    ["NEEDS_NINE_TILES", !isDrawable],
    ["TOO_FEW_COMBINATIONS", isShort],
    ["COMPONENT_WITHOUT_IMAGE", images.some(({ has_image }) => !has_image)],
    ["PHOTO_SHARES_SLOT", type !== "RANDOM" && sharesSlot(parts)],
    ["NETWORK_UNAVAILABLE", !networks().includes(campaign.network)],
    ["NOBODY_TAKES_PAYMENTS", campaign.cost_cents > 0 && !takesPayments()],
  ];
  return found.filter(([, applies]) => applies).map(([need]) => need);
}

/** A photo is asked for before anything is drawn: where something else may be drawn in its place, it would be given for nothing. */
function sharesSlot(parts: OwnCampaignRow["parts"]): boolean {
  const photos = parts.filter(({ component_type }) => component_type === "PRESELECTED");
  return photos.some((photo) =>
    parts.some((other) => other !== photo && other.slot_number === photo.slot_number),
  );
}

/** Whether what its pictures are made of may still change. */
export function isUntouched(campaign: OwnCampaignRow): boolean {
  const { stage, contract_address, taken, nfts } = campaign;
  return stage === "DRAFT" && contract_address === null && taken === 0 && nfts === 0;
}
