import { campaignLimits } from "@wrapsody/shared/campaigns.ts";

/**
 * The name of a component that a file becomes: `04_two-sails@2x (1).PNG` is "Two sails". One that is taken gets a number;
 * `otherwise` is for files whose names say nothing.
 */
export function nameFromFile(file: string, taken: ReadonlySet<string>, otherwise: string): string {
  const words = file
    .normalize("NFC")
    .replace(/\.[a-z0-9]{1,5}$/i, "")
    .replace(/@\d+x$/i, "")
    .replace(/\(\d+\)$/, "")
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/[\s_.+-]+/g, " ")
    .replace(/\b(copy|final|export)\b/gi, " ")
    .replace(/^\s*(slot|layer)?\s*\d+\s+(?=\S)/i, "")
    .replace(/\s+/g, " ")
    .trim();
  const said = /\p{L}/u.test(words) ? words : otherwise;
  const name = (said[0]?.toLocaleUpperCase() ?? "") + said.slice(1, campaignLimits.componentName - 4);
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(`${name} ${number}`)) number += 1;
  return `${name} ${number}`;
}
