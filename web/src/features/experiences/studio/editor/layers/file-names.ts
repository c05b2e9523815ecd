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
  const base = /\p{L}/u.test(words) ? words : otherwise;
  return freeName((base[0]?.toLocaleUpperCase() ?? "") + base.slice(1), taken);
}

/** The slot that a file names, as `slot-3 rowing boat.png` does. */
export function slotFromFile(file: string): number | undefined {
  const digit = /^\s*slot[\s_.-]*([1-9])(?!\d)/i.exec(file)?.[1];
  return digit === undefined ? undefined : Number(digit);
}

/** A name, with the first number behind it that nobody has where somebody has it as it is. */
export function freeName(preferred: string, taken: ReadonlySet<string>): string {
  const name = preferred.slice(0, campaignLimits.componentName - 4);
  if (!taken.has(name)) return name;
  const stem = name.replace(/ \d{1,3}$/, "");
  let number = 2;
  while (taken.has(`${stem} ${number}`)) number += 1;
  return `${stem} ${number}`;
}
