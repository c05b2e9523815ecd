import { campaignLimits } from "@wrapsody/shared/experiences/campaigns.ts";

/**
 * Derives a component name from a file name: `04_two-sails@2x (1).PNG` becomes "Two sails". Adds a number if the name
 * is used. Falls back to `otherwise` if the file name has no letters.
 */
export function nameFromFile(file: string, usedNames: ReadonlySet<string>, otherwise: string): string {
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
  const base = /\p{L}/u.test(words) ? words : otherwise;
  return freeName((base[0]?.toLocaleUpperCase() ?? "") + base.slice(1), usedNames);
}

/** Parses the slot from a file name such as `slot-3 rowing boat.png`. */
export function slotFromFile(file: string): number | undefined {
  const digit = /^\s*slot[\s_.-]*([1-9])(?!\d)/i.exec(file)?.[1];
  return digit === undefined ? undefined : Number(digit);
}

/** Returns the name, with the lowest free number if it is used. */
export function freeName(preferred: string, usedNames: ReadonlySet<string>): string {
  const name = preferred.slice(0, campaignLimits.componentName - 4);
  if (!usedNames.has(name)) return name;
  const stem = name.replace(/ \d{1,3}$/, "");
  let number = 2;
  while (usedNames.has(`${stem} ${number}`)) number += 1;
  return `${stem} ${number}`;
}
