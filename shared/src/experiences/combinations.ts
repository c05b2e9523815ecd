import type { Campaign, Component } from "./experiences.ts";
import { TILE_COUNT } from "./placing.ts";

/** Orders of nine tiles: 9 factorial. */
const TILE_ORDERS = 362_880;

type SlotComponent = Pick<Component, "slot_number" | "component_type">;
/** A component, as far as counting depends on it. `max_permitted` 0 is unlimited. */
export type CountedComponent = SlotComponent & Pick<Component, "max_permitted">;

/**
 * Counts the different pictures of a campaign, ignoring limits. GENERATIVE and the overlays of FIXED_IMAGE: one component per
 * slot, where all QR codes and photos of a slot count as one. RANDOM: every order of its nine tiles.
 */
export function countCombinations(type: Campaign["type"], components: readonly SlotComponent[]): number {
  if (type === "RANDOM") return isNineTiles(components) ? TILE_ORDERS : 0;
  if (type === "GENERATIVE" && components.length === 0) return 0;
  return groupBySlot(components).reduce((product, slot) => product * listVariantLimits(slot).length, 1);
}

/** Returns whether every participant gets the same picture: a FIXED_IMAGE without a choice, a photo or a QR code. */
export function isIdenticalForAll(type: Campaign["type"], components: readonly SlotComponent[]): boolean {
  return type === "FIXED_IMAGE" && components.every(isImage) && countCombinations(type, components) === 1;
}

/** Counts the components of each slot that has any. */
export function countBySlot(components: readonly SlotComponent[]): { slot_number: number; total: number }[] {
  const totals = new Map<number, number>();
  for (const { slot_number } of components) totals.set(slot_number, (totals.get(slot_number) ?? 0) + 1);
  return [...totals].sort(([a], [b]) => a - b).map(([slot_number, total]) => ({ slot_number, total }));
}

/** RANDOM needs exactly nine images, in any slots. */
export function isNineTiles(components: readonly Pick<Component, "component_type">[]): boolean {
  return components.length === TILE_COUNT && components.every(isImage);
}

/**
 * Counts the pictures that a campaign can guarantee, whatever is drawn: each combination once, each component at most
 * `max_permitted` times. Infinity if no slot of a FIXED_IMAGE can be exhausted.
 *
 * A draw fails only when every combination of the components left is taken. Pictures with an exhausted component are none of
 * those combinations. So before the first failure there are at least as many pictures as combinations left, plus the limits of
 * the exhausted components of any one slot. The minimum over all ways to exhaust components is guaranteed. It is exact if at
 * most one slot has limits; with more, limited components may share a picture, and chance can yield more.
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

/** `countGuaranteedPictures` as the API returns it: null without a limit. */
export function guaranteedPicturesOrNull(
  type: Campaign["type"],
  components: readonly CountedComponent[],
): number | null {
  const certain = countGuaranteedPictures(type, components);
  return Number.isFinite(certain) ? certain : null;
}

/**
 * Returns how many pictures exhaust none, one, two, … variants of a slot, the most limited first. A variant that is permitted
 * in all `most` combinations that contain it has no limit.
 */
function exhaustionSteps(kinds: readonly number[], most: number): number[] {
  const limits = kinds.map((permits) => (permits < most ? permits : Number.POSITIVE_INFINITY));
  let used = 0;
  return [0, ...limits.toSorted((a, b) => a - b).map((limit) => (used += limit))];
}

/** Counts the combinations left if `used` pictures exhausted as many variants of each slot as possible. */
function countCombinationsLeft(steps: readonly number[][], used: number): number {
  return steps.reduce((product, after) => product * after.filter((pictures) => pictures > used).length, 1);
}

/** Lists the limits of a slot's variants: each image, and all QR codes and photos as one. */
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
