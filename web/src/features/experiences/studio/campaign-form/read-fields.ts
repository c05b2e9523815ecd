import { campaignTexts } from "@wrapsody/shared/campaigns.ts";
import type { FieldError } from "@wrapsody/shared/errors.ts";

/** Numbers that may not be left out: an empty one would be read as 0, which means something else. */
const numbers = ["max_nfts", "cost_per_nft", "reward_points"] as const;

export type ReadFields = { typed: Record<string, string | null>; missing: FieldError[] };

/**
 * What is in the fields of an experience, as its calls take it, and what is missing. A number that the browser could not
 * read is handed on as what it is not, so that the schema says so; it would be empty otherwise.
 */
export function readFields(form: HTMLFormElement): ReadFields {
  const typed: ReadFields["typed"] = {};
  for (const [name, value] of new FormData(form)) if (typeof value === "string") typed[name] = value;
  const missing: FieldError[] = [];
  for (const name of numbers) {
    const field = form.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement)) continue;
    if (field.validity.badInput) typed[name] = "?";
    else if (field.value.trim() === "") missing.push({ field: name, message: campaignTexts.required });
  }
  // Without a level it is by invite alone; a public experience has none.
  if (typed.is_public_mintable !== undefined && (typed.reward_level ?? "") === "") typed.reward_level = null;
  return { typed, missing };
}
