import type { OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import { TILE_COUNT } from "@wrapsody/shared/experiences/placing.ts";
import type { TFunction } from "i18next";
import { networkName } from "../../../../lib/networks.ts";
import { paths } from "../../../../paths.ts";
import { formatCount } from "../../../../ui/format/format.ts";

export type ActivationNeed = OwnCampaign["needs"][number];

/** Tab of the details on the manage page, and their fragment. */
export const detailsPart = "details";

/** Returns the link that resolves a need. */
export function needPath(need: ActivationNeed, { id, song_id }: Pick<OwnCampaign, "id" | "song_id">): string {
  switch (need) {
    case "SONG_NOT_PUBLIC":
      return paths.manage(song_id);
    case "ROYALTY_WITHOUT_WALLET":
      return paths.settings;
    case "NO_PROMO_IMAGE":
    case "NETWORK_UNAVAILABLE":
    case "NOBODY_TAKES_PAYMENTS":
      return `${paths.manageExperience(id, { tab: detailsPart })}#${detailsPart}`;
    default:
      return paths.experienceComponents(id);
  }
}

/** Describes a need in the language of the page. */
export function needText(
  t: TFunction,
  need: ActivationNeed,
  campaign: OwnCampaign,
  language: string,
): string {
  const text = ownText(t, need, campaign, language);
  return need === "NEEDS_NINE_TILES" ? [text, ...tilesOff(t, campaign)].join(" ") : text;
}

/** Describes missing and excess tiles of a random campaign. */
function tilesOff(t: TFunction, { components, images }: OwnCampaign): string[] {
  const off = { missing: TILE_COUNT - images, extra: images - TILE_COUNT, others: components - images };
  return (["missing", "extra", "others"] as const)
    .filter((what) => off[what] > 0)
    .map((what) => t(`campaigns.need.NEEDS_NINE_TILES.${what}`, { count: off[what] }));
}

function ownText(t: TFunction, need: ActivationNeed, campaign: OwnCampaign, language: string): string {
  return t(`campaigns.need.${need}.text`, {
    song: campaign.song.name,
    network: networkName(t, campaign.network),
    possible: formatCount(campaign.possible_pictures ?? campaign.possible_combinations, language),
    most: formatCount(campaign.max_nfts, language),
  });
}
