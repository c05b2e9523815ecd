import { type Component, toWeight } from "@wrapsody/shared/experiences/experiences.ts";
import { TILE_COUNT } from "@wrapsody/shared/experiences/placing.ts";
import { type Prng, randomIndex, shuffle } from "./prng.ts";

/** The properties of a component that a draw needs. `rarity` 1 to 99; `max_permitted` 0 is unlimited. */
export type Drawable = Pick<Component, "id" | "slot_number" | "component_type" | "rarity" | "max_permitted">;

/** The draws of a campaign so far. */
export type DrawState = {
  /** Draws of each component, by id. */
  used: ReadonlyMap<number, number>;
  /** Signatures of existing artworks; queried only for those a draw hits. */
  taken: Taken;
};
export type Taken = Pick<ReadonlySet<string>, "has">;

/** Attempts before the remaining combinations are searched. */
const MAX_TRIES = 50;
/** Maximum of combinations that are weighed one by one. */
const MAX_ENUMERATED = 50_000;

/** Groups components by slot, lowest slot first, each in the order of ids. */
export function groupBySlot<Part extends Drawable>(components: readonly Part[]): Part[][] {
  const bySlot = Map.groupBy(
    components.toSorted((a, b) => a.id - b.id),
    ({ slot_number }) => slot_number,
  );
  return [...bySlot].sort(([a], [b]) => a - b).map(([, parts]) => parts);
}

/**
 * Returns what distinguishes an artwork within its campaign: its images in slot order (tile order for
 * RANDOM). QR codes and photos differ anyway and do not count.
 */
export function signatureOf(draw: readonly Drawable[]): string {
  return draw
    .filter(({ component_type }) => component_type === "IMAGE")
    .map(({ id }) => id)
    .join(" ");
}

/**
 * Draws for a GENERATIVE campaign: one component per slot by weight 100 − rarity, in an unused combination.
 * Returns undefined if all combinations are taken or a slot is used up.
 */
export function drawGenerative<Part extends Drawable>(
  components: readonly Part[],
  { used, taken }: DrawState,
  chance: Prng,
): Part[] | undefined {
  const all = groupBySlot(components);
  const slots = all.map((parts) => parts.filter((part) => isAvailable(part, used)));
  if (slots.length === 0 || slots.some((parts) => parts.length === 0)) return undefined;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const draw = slots.map((parts) => pickByWeight(parts, chance));
    if (!taken.has(signatureOf(draw))) return draw;
  }
  return drawFromRemaining(slots, taken, chance);
}

/** Draws for a RANDOM campaign: its nine tiles in an unused order. */
export function drawRandom<Part extends Drawable>(
  components: readonly Part[],
  { taken }: Pick<DrawState, "taken">,
  chance: Prng,
): Part[] | undefined {
  if (components.length !== TILE_COUNT) return undefined;
  const inOrder = components.toSorted((a, b) => a.id - b.id);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const draw = shuffle(chance, inOrder);
    if (!taken.has(signatureOf(draw))) return draw;
  }
  const orders = factorial(TILE_COUNT);
  return firstFree(orders, randomIndex(chance, orders), taken, (index) => permutationAt(inOrder, index));
}

/** Picks one part by weight. */
export function pickByWeight<Part extends Pick<Drawable, "rarity">>(
  parts: readonly Part[],
  chance: Prng,
): Part {
  let left = chance() * parts.reduce((sum, part) => sum + toWeight(part), 0);
  for (const part of parts) {
    left -= toWeight(part);
    if (left < 0) return part;
  }
  const last = parts.at(-1);
  if (last === undefined) throw new Error("There is nothing to draw from.");
  return last;
}

/** Returns whether a component may be drawn again. */
export function isAvailable(
  { id, max_permitted }: Pick<Drawable, "id" | "max_permitted">,
  used: ReadonlyMap<number, number>,
): boolean {
  return max_permitted === 0 || (used.get(id) ?? 0) < max_permitted;
}

/**
 * Draws an unused combination: by weight if they are few, else the first unused one from a random index on,
 * which tries no more than are taken.
 */
function drawFromRemaining<Part extends Drawable>(
  slots: readonly Part[][],
  taken: Taken,
  chance: Prng,
): Part[] | undefined {
  const count = slots.reduce((product, parts) => product * parts.length, 1);
  if (count > MAX_ENUMERATED) {
    return firstFree(count, randomIndex(chance, count), taken, (index) => combinationAt(slots, index));
  }
  const free = Array.from({ length: count }, (_, index) => combinationAt(slots, index)).filter(
    (draw) => !taken.has(signatureOf(draw)),
  );
  const weights = free.map((draw) => draw.reduce((product, part) => product * toWeight(part), 1));
  let left = chance() * weights.reduce((sum, weight) => sum + weight, 0);
  return (
    free.find((_, index) => {
      left -= weights[index] ?? 0;
      return left < 0;
    }) ?? free.at(-1)
  );
}

function firstFree<Part extends Drawable>(
  count: number,
  start: number,
  taken: Taken,
  drawAt: (index: number) => Part[],
): Part[] | undefined {
  // QR codes and photos share signatures across combinations, so more may be skipped than are taken.
  for (let step = 0; step < count; step += 1) {
    const draw = drawAt((start + step) % count);
    if (!taken.has(signatureOf(draw))) return draw;
  }
  return undefined;
}

/** Returns the combination of an index; the first slot varies fastest. */
function combinationAt<Part>(slots: readonly Part[][], index: number): Part[] {
  let left = index;
  return slots.flatMap((parts) => {
    const part = parts[left % parts.length];
    left = Math.floor(left / parts.length);
    return part === undefined ? [] : [part];
  });
}

/** Returns the permutation of an index (factorial number system). */
function permutationAt<Part>(parts: readonly Part[], index: number): Part[] {
  const rest = [...parts];
  let left = index;
  const order: Part[] = [];
  for (let size = rest.length; size > 0; size -= 1) {
    const below = factorial(size - 1);
    order.push(...rest.splice(Math.floor(left / below), 1));
    left %= below;
  }
  return order;
}

function factorial(count: number): number {
  return count <= 1 ? 1 : count * factorial(count - 1);
}
