import type { FieldError } from "@wrapsody/shared/api/errors.ts";
import { campaignTexts, type OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import { type Network, networks } from "@wrapsody/shared/experiences/chain.ts";
import { campaignTypes } from "@wrapsody/shared/experiences/experiences.ts";
import { type Pricing, pricings } from "@wrapsody/shared/payments/pricing.ts";

const numbers = ["max_nfts", "cost_per_nft", "suggested_price", "royalty_rate", "reward_points"] as const;
type Numbers = readonly (typeof numbers)[number][];

type ReadFields = { typed: Record<string, string | null>; missing: FieldError[] };

/**
 * Reads the fields of an experience as its calls take them, with errors for missing `required` numbers and a missing suggestion.
 * Omits other empty numbers, and the `pricing` that is saved. Passes a number that the browser could not parse as "?", so that the schema rejects it: its value
 * would read as empty.
 */
export function readFields(form: HTMLFormElement, pricing: Pricing, required: Numbers = numbers): ReadFields {
  const typed: ReadFields["typed"] = {};
  for (const [name, value] of new FormData(form)) if (typeof value === "string") typed[name] = value;
  const missing: FieldError[] = [];
  for (const name of numbers) {
    const field = form.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement)) continue;
    if (field.validity.badInput) typed[name] = "?";
    else if (field.value.trim() === "") {
      delete typed[name];
      if (required.includes(name) || name === "suggested_price")
        missing.push({ field: name, message: campaignTexts.required });
    }
  }
  // Servers of earlier versions don't know it.
  if (typed.pricing === pricing) delete typed.pricing;
  // Without a level the experience is invite-only. A public experience has no level.
  if (typed.is_public_mintable !== undefined && (typed.reward_level ?? "") === "") typed.reward_level = null;
  return { typed, missing };
}

/** Initial or saved values of an experience. */
export type CampaignBody = Pick<
  OwnCampaign,
  | "name"
  | "description"
  | "image"
  | "type"
  | "max_nfts"
  | "cost_per_nft"
  | "pricing"
  | "suggested_price"
  | "royalty_rate"
  | "reward_points"
  | "is_public_mintable"
  | "reward_level"
> & { network: Network | undefined };

/** Puts the values of a restored draft in place of the initial ones. Ignores values that no field can show. */
export function withDraft(initial: CampaignBody, draft: Readonly<Record<string, string>>): CampaignBody {
  const numberOf = <Initial extends number | null>(name: (typeof numbers)[number], saved: Initial) => {
    const typed = draft[name]?.trim() ?? "";
    return typed === "" || Number.isNaN(Number(typed)) ? saved : Number(typed);
  };
  const { name, description, is_public_mintable: access, reward_level: level } = draft;
  return {
    ...initial,
    name: name ?? initial.name,
    description: description ?? initial.description,
    type: campaignTypes.find((type) => type === draft.type) ?? initial.type,
    max_nfts: numberOf("max_nfts", initial.max_nfts),
    cost_per_nft: numberOf("cost_per_nft", initial.cost_per_nft),
    pricing: pricings.find((pricing) => pricing === draft.pricing) ?? initial.pricing,
    suggested_price: numberOf("suggested_price", initial.suggested_price),
    royalty_rate: numberOf("royalty_rate", initial.royalty_rate),
    reward_points: numberOf("reward_points", initial.reward_points),
    is_public_mintable: access === undefined ? initial.is_public_mintable : access === "true",
    reward_level: level === undefined ? initial.reward_level : Number(level) || null,
    network: networks.find((network) => network === draft.network) ?? initial.network,
  };
}
