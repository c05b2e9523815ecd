import { campaignTexts } from "@wrapsody/shared/campaigns.ts";
import type { FieldError } from "@wrapsody/shared/errors.ts";

const numbers = ["max_nfts", "cost_per_nft", "reward_points"] as const;
type Numbers = readonly (typeof numbers)[number][];

export type ReadFields = { typed: Record<string, string | null>; missing: FieldError[] };

/**
 * What is in the fields of an experience, as its calls take it, and what is missing of what is `required`; another number
 * that is left empty is not sent. A number that the browser could not
 * read is handed on as what it is not, so that the schema says so; it would be empty otherwise.
 */
export function readFields(form: HTMLFormElement, required: Numbers = numbers): ReadFields {
  const typed: ReadFields["typed"] = {};
  for (const [name, value] of new FormData(form)) if (typeof value === "string") typed[name] = value;
  const missing: FieldError[] = [];
  for (const name of numbers) {
    const field = form.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement)) continue;
    if (field.validity.badInput) typed[name] = "?";
    else if (field.value.trim() === "") {
      delete typed[name];
      if (required.includes(name)) missing.push({ field: name, message: campaignTexts.required });
    }
  }
  // Without a level it is by invite alone; a public experience has none.
  if (typed.is_public_mintable !== undefined && (typed.reward_level ?? "") === "") typed.reward_level = null;
  return { typed, missing };
}
