import type { Campaign, Component } from "@wrapsody/shared/experiences.ts";
import { TILE_COUNT } from "@wrapsody/shared/placing.ts";
import { factorial } from "../../artwork/index.ts";

type SlotComponent = Pick<Component, "slot_number" | "component_type">;
/** A component as it is counted. `max_permitted` 0 is without limit. */
export type CountedComponent = SlotComponent & Pick<Component, "max_permitted">;

/**
 * How many different pictures the components of a campaign can give, whatever their limits. GENERATIVE, and what lies over the
 * picture of FIXED_IMAGE: one component of each slot, where the QR codes and photos of a slot, which differ by themselves,
 * count as one. RANDOM: every order of its nine tiles.
 */
export function countCombinations(type: Campaign["type"], components: readonly SlotComponent[]): number {
  if (type === "RANDOM") return isNineTiles(components) ? factorial(TILE_COUNT) : 0;
  if (type === "GENERATIVE" && components.length === 0) return 0;
  return groupBySlot(components).reduce((product, slot) => product * listVariantLimits(slot).length, 1);
}

/** Whether all pictures are the same: what lies over a FIXED_IMAGE may be drawn, or somebody's own. */
export function isIdenticalForAll(type: Campaign["type"], components: readonly SlotComponent[]): boolean {
  return type === "FIXED_IMAGE" && components.every(isImage) && countCombinations(type, components) === 1;
}

/** The slots that hold anything, with how many components each has. */
export function countBySlot(components: readonly SlotComponent[]): { slot_number: number; total: number }[] {
  const totals = new Map<number, number>();
  for (const { slot_number } of components) totals.set(slot_number, (totals.get(slot_number) ?? 0) + 1);
  return [...totals].sort(([a], [b]) => a - b).map(([slot_number, total]) => ({ slot_number, total }));
}

/** RANDOM takes nine pictures, in whatever slots, and nothing else. */
export function isNineTiles(components: readonly Pick<Component, "component_type">[]): boolean {
  return components.length === TILE_COUNT && components.every(isImage);
}

/**
 * How many pictures a campaign is certain to give, whatever chance draws and in whatever order: each combination once, each
 * component as often as it is permitted. Infinity where FIXED_IMAGE has no slot that can be used up.
 *
 * The draw fails only when every combination of what is left is taken. Pictures that used up components of a slot hold one
 * of these, and so are none of those combinations: before it fails there were as many pictures as there are combinations
 * left, and as many again as the components that are used up permit in any one slot. The fewest that this can be is what is
 * certain. It is all that there can be where no more than one slot has limits; where more have, limited components may
 * meet in a picture or not, which is chance.
 */
export function countGuaranteedPictures(
  type: Campaign["type"],
  components: readonly CountedComponent[],
): number {
  if (type === "RANDOM")
    return Math.min(countCombinations(type, components), ...components.map(permittedUses));
  const slots = groupBySlot(components).map(listVariantLimits);
  if (type === "FIXED_IMAGE") return Math.min(Number.POSITIVE_INFINITY, ...slots.map(sum));
  if (components.length === 0) return 0;
  const combinations = countCombinations(type, components);
  const steps = slots.map((kinds) => exhaustionSteps(kinds, combinations / kinds.length));
  const candidates = new Set(steps.flat().filter(Number.isFinite));
  return Math.min(...[...candidates].map((used) => used + countCombinationsLeft(steps, used)));
}

/** As `certainPictures`, as the wire says it: null where there is no limit. */
export function guaranteedPicturesOrNull(
  type: Campaign["type"],
  components: readonly CountedComponent[],
): number | null {
  const certain = countGuaranteedPictures(type, components);
  return Number.isFinite(certain) ? certain : null;
}

/**
 * Pictures that use up none, one, two and so on of the kinds of a slot, those first that are used up soonest. One that is
 * permitted as often as there are combinations to hold it, `most`, has no limit.
 */
function exhaustionSteps(kinds: readonly number[], most: number): number[] {
  const limits = kinds.map((permits) => (permits < most ? permits : Number.POSITIVE_INFINITY));
  let used = 0;
  return [0, ...limits.toSorted((one, other) => one - other).map((limit) => (used += limit))];
}

/** The fewest combinations that are left where no slot has more than `used` pictures of what it has used up. */
function countCombinationsLeft(steps: readonly number[][], used: number): number {
  return steps.reduce((product, after) => product * after.filter((pictures) => pictures > used).length, 1);
}

/** How often each image of a slot is permitted, and all of its QR codes and photos together: what tells pictures apart. */
function listVariantLimits(slot: readonly (SlotComponent & Partial<CountedComponent>)[]): number[] {
  const others = slot.filter((component) => !isImage(component));
  const kinds = slot.filter(isImage).map(permittedUses);
  return others.length === 0 ? kinds : [...kinds, sum(others.map(permittedUses))];
}

function groupBySlot<Part extends SlotComponent>(components: readonly Part[]): Part[][] {
  return [...Map.groupBy(components, ({ slot_number }) => slot_number).values()];
}

function permittedUses({ max_permitted = 0 }: Partial<Pick<Component, "max_permitted">>): number {
  return max_permitted === 0 ? Number.POSITIVE_INFINITY : max_permitted;
}

function isImage({ component_type }: Pick<Component, "component_type">): boolean {
  return component_type === "IMAGE";
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
