import type { Campaign } from "@wrapsody/shared/experiences/experiences.ts";
import type { TFunction } from "i18next";
import { formatCount, formatUsd } from "../../../ui/format/format.ts";
import { type CampaignEntry, openingPhase, publicEntry, shownState } from "./campaign-entry.ts";

/** Labels of a campaign in the language of the page. */

const typeKeys = { GENERATIVE: "generative", FIXED_IMAGE: "fixedImage", RANDOM: "random" } as const;

export function typeLabel(t: TFunction, type: Campaign["type"]): string {
  return t(`experiences.${typeKeys[type]}`);
}

export function typeDescription(t: TFunction, { type, is_alike }: Campaign): string {
  if (type === "FIXED_IMAGE" && !is_alike) return t("experiences.variedExplained");
  return t(`experiences.${typeKeys[type]}Explained`);
}

const stateShapes = { Active: "on", Completed: "done", Upcoming: "" } as const;

/** Returns the class that draws the status icon before its label. */
export function stateClass(campaign: Campaign): string {
  return `state ${stateShapes[shownState(campaign)]}`.trim();
}

export function stateLabel(t: TFunction, campaign: Campaign): string {
  return t(`experiences.state${shownState(campaign)}`);
}

export function spotsLabel(t: TFunction, { places: limit, nfts }: Campaign, language: string): string {
  const taken = formatCount(nfts, language);
  if (limit === null) return nfts === 0 ? t("experiences.noLimit") : t("experiences.takenNoLimit", { taken });
  const places = formatCount(limit, language);
  if (nfts === 0) return t("experiences.places", { count: limit, places });
  return t("experiences.takenOf", { taken, places });
}

/** Returns the spots for a column or a fact that is named after them. */
export function spotsFact(t: TFunction, campaign: Campaign, language: string): string {
  const { places, nfts } = campaign;
  return places === null || nfts > 0 ? spotsLabel(t, campaign, language) : formatCount(places, language);
}

/** Returns the points that a participant earns. */
export function pointsLabel(t: TFunction, { reward_points }: Campaign, language: string): string {
  return t("experiences.points", { count: reward_points, points: formatCount(reward_points, language) });
}

/** Returns whether joining costs nothing. */
export function isFree({ cost_per_nft, pricing }: Pick<Campaign, "cost_per_nft" | "pricing">): boolean {
  return cost_per_nft === 0 && pricing === "FIXED";
}

/** Returns the price. A plus follows the minimum where fans choose the amount: `$5.00+`. */
export function priceLabel(
  t: TFunction,
  { cost_per_nft, pricing }: Pick<Campaign, "cost_per_nft" | "pricing">,
): string {
  if (pricing === "PAY_WHAT_YOU_WANT") return `${formatUsd(cost_per_nft)}+`;
  return cost_per_nft === 0 ? t("experiences.free") : formatUsd(cost_per_nft);
}

/** Labels that replace the price if a user cannot simply join. */
const shortEntry: Partial<Record<CampaignEntry, string>> = {
  completed: "experiences.closed",
  soldOut: "experiences.soldOut",
  noPhase: "experiences.phase.closedShort",
};

/** Returns the last column of the campaign list: the price, or why it cannot be joined. */
export function admissionLabel(t: TFunction, campaign: Campaign): string {
  const key = shortEntry[publicEntry(campaign)];
  if (key !== undefined && openingPhase(campaign) === undefined) return t(key);
  return campaign.is_public_mintable ? priceLabel(t, campaign) : t("experiences.invite");
}
