import type { activationNeeds } from "@wrapsody/shared/experiences/campaigns.ts";
import { countGuaranteedPictures, isNineTiles } from "@wrapsody/shared/experiences/combinations.ts";
import { TILE_COUNT } from "@wrapsody/shared/experiences/placing.ts";
import { royaltyTexts } from "@wrapsody/shared/payments/royalties.ts";
import { canTakePayments } from "../../../../platform/config/config.ts";
import type { Context } from "../../../../platform/context.ts";
import type { OwnCampaignRow } from "../campaigns/own-campaigns.data.ts";

export type ActivationNeed = (typeof activationNeeds)[number];

/** Lists what prevents activation, in the order in which a publisher would fix it. */
export function listActivationNeeds(context: Context, campaign: OwnCampaignRow): ActivationNeed[] {
  const { type, parts, max_nfts } = campaign;
  const images = parts.filter(({ component_type }) => component_type === "IMAGE");
  const isDrawable = type !== "RANDOM" || isNineTiles(parts);
  const isShort = isDrawable && parts.length > 0 && max_nfts > countGuaranteedPictures(type, parts);
  const found: [ActivationNeed, boolean][] = [
    ["SONG_NOT_PUBLIC", campaign.song_status !== "ACTIVE"],
    ["NO_PROMO_IMAGE", campaign.image === null],
    ["NO_COMPONENTS", type === "GENERATIVE" && parts.length === 0],
    ["NEEDS_NINE_TILES", !isDrawable],
    ["TOO_FEW_COMBINATIONS", isShort],
    ["COMPONENT_WITHOUT_IMAGE", images.some(({ has_image }) => !has_image)],
    ["PHOTO_SHARES_SLOT", type !== "RANDOM" && photoSharesSlot(parts)],
    ["NETWORK_UNAVAILABLE", !context.evm.networks.has(campaign.network)],
    ["NOBODY_TAKES_PAYMENTS", hasPrice(campaign) && !canTakePayments(context.config)],
    ["ROYALTY_WITHOUT_WALLET", campaign.royalty_basis_points > 0 && campaign.wallets.length === 0],
  ];
  return found.filter(([, applies]) => applies).map(([need]) => need);
}

/** With phases, only their prices apply. */
function hasPrice({ phases, cost_cents, pricing }: OwnCampaignRow): boolean {
  if (pricing === "PAY_WHAT_YOU_WANT") return true;
  return phases.length === 0 ? cost_cents > 0 : phases.some(({ price_cents }) => price_cents > 0);
}

/** Photos are requested before drawing. If their slot had alternatives, a photo might not be used. */
function photoSharesSlot(parts: OwnCampaignRow["parts"]): boolean {
  const photos = parts.filter(({ component_type }) => component_type === "PRESELECTED");
  return photos.some((photo) =>
    parts.some((other) => other !== photo && other.slot_number === photo.slot_number),
  );
}

/** Returns whether components may still change. */
export function isEditable(campaign: OwnCampaignRow): boolean {
  const { stage, contract_address, taken, nfts } = campaign;
  return stage === "DRAFT" && contract_address === null && taken === 0 && nfts === 0;
}
type CountedCampaign = Pick<OwnCampaignRow, "type" | "parts" | "max_nfts">;

/** Describes to the publisher what is missing. */
export function describeActivationNeed(need: ActivationNeed, campaign: CountedCampaign): string {
  switch (need) {
    case "SONG_NOT_PUBLIC":
      return "Publish the wrap first.";
    case "NO_PROMO_IMAGE":
      return "Add a promo image.";
    case "NO_COMPONENTS":
      return "Add a component.";
    case "NEEDS_NINE_TILES":
      return `A random experience needs exactly nine images and nothing else: ${describeTileMismatch(campaign)}.`;
    case "TOO_FEW_COMBINATIONS":
      return `There are fewer combinations than pictures: ${countGuaranteedPictures(campaign.type, campaign.parts)} for ${campaign.max_nfts}.`;
    case "COMPONENT_WITHOUT_IMAGE":
      return "Every image component needs its image.";
    case "PHOTO_SHARES_SLOT":
      return "A participant's photo needs a slot of its own.";
    case "NETWORK_UNAVAILABLE":
      return "This network cannot be reached from here.";
    case "NOBODY_TAKES_PAYMENTS":
      return "Payments are not available here, so it has to be free.";
    case "ROYALTY_WITHOUT_WALLET":
      return royaltyTexts.noWallet;
  }
}

/** Describes how the components differ from nine images. */
function describeTileMismatch({ parts }: CountedCampaign): string {
  const images = parts.filter(({ component_type }) => component_type === "IMAGE").length;
  const others = parts.length - images;
  return [
    ...(images < TILE_COUNT ? [`${TILE_COUNT - images} missing`] : []),
    ...(images > TILE_COUNT ? [`${images - TILE_COUNT} too many`] : []),
    ...(others > 0 ? [`${others} that ${others === 1 ? "is no image" : "are no images"}`] : []),
  ].join(", ");
}
