import { tiles } from "@wrapsody/shared/placing.ts";
import { certainPictures } from "../combinations.ts";
import type { OwnCampaignRow } from "./own.data.ts";
import type { ActivationNeed } from "./readiness.ts";

type Counted = Pick<OwnCampaignRow, "type" | "parts" | "max_nfts">;

/** What would help, as a publisher is told. */
export function helpFor(need: ActivationNeed, campaign: Counted): string {
  switch (need) {
    case "SONG_NOT_PUBLIC":
      return "The wrap has to be public first.";
    case "NO_PROMO_IMAGE":
      return "The experience needs a promo image.";
    case "NO_COMPONENTS":
      return "The experience needs a component.";
    case "NEEDS_NINE_TILES":
      return `A random experience needs exactly nine images and nothing else: ${tilesOff(campaign)}.`;
    case "TOO_FEW_COMBINATIONS":
      return `There are fewer combinations than pictures: ${certainPictures(campaign.type, campaign.parts)} for ${campaign.max_nfts}.`;
    case "COMPONENT_WITHOUT_IMAGE":
      return "Every image component needs its image.";
    case "PHOTO_SHARES_SLOT":
      return "A participant's photo needs a slot of its own.";
    case "NETWORK_UNAVAILABLE":
      return "This network cannot be reached from here.";
    case "NOBODY_TAKES_PAYMENTS":
      return "Payments are not available here, so it has to be free.";
  }
}

/** What is missing, and what is too many. */
function tilesOff({ parts }: Counted): string {
  const images = parts.filter(({ component_type }) => component_type === "IMAGE").length;
  const others = parts.length - images;
  return [
    ...(images < tiles ? [`${tiles - images} missing`] : []),
    ...(images > tiles ? [`${images - tiles} too many`] : []),
    ...(others > 0 ? [`${others} that ${others === 1 ? "is no image" : "are no images"}`] : []),
  ].join(", ");
}
