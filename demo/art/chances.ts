import type { DemoArtwork, DemoComponent } from "./components.ts";

/** What was drawn: a component for each slot, or nine in the order of the grid. */
export type Draw = readonly DemoComponent[];

/** The components of each slot that has any, lowest slot first; those without a file cannot be printed here. */
export function slotsOf({ components }: DemoArtwork): DemoComponent[][] {
  const bySlot = Map.groupBy(
    components.filter(({ file }) => file !== undefined),
    ({ slot_number }) => slot_number,
  );
  return [...bySlot].sort(([a], [b]) => a - b).map(([, choices]) => choices);
}

const weight = ({ rarity }: DemoComponent) => 100 - rarity;

/** One component by weight; `next` answers 0 up to 1. */
export function pickByWeight(choices: readonly DemoComponent[], next: () => number): DemoComponent {
  let left = next() * choices.reduce((sum, choice) => sum + weight(choice), 0);
  for (const choice of choices) {
    left -= weight(choice);
    if (left < 0) return choice;
  }
  throw new Error("There is nothing left to draw in a slot.");
}

function likelihood(draw: Draw, slots: readonly DemoComponent[][]): number {
  return draw.reduce((product, component, i) => {
    const total = (slots[i] ?? []).reduce((sum, choice) => sum + weight(choice), 0);
    return product * (weight(component) / total);
  }, 1);
}

/** Every possible draw, one component for each slot. */
function everyDraw(slots: readonly DemoComponent[][]): DemoComponent[][] {
  return slots.reduce<DemoComponent[][]>(
    (draws, choices) => draws.flatMap((draw) => choices.map((c) => [...draw, c])),
    [[]],
  );
}

/**
 * 100 × the share of all draws, weighted by their chance, that are strictly more likely than this one; rounded, 0 to
 * 99. Draws that differ by less than a billionth count as equally likely.
 */
export function rarityScores(slots: readonly DemoComponent[][]): (draw: Draw) => number {
  const chances = everyDraw(slots).map((draw) => likelihood(draw, slots));
  return (draw) => {
    const own = likelihood(draw, slots);
    const above = chances.filter((p) => p > own * (1 + 1e-9)).reduce((sum, p) => sum + p, 0);
    return Math.min(99, Math.round(100 * above));
  };
}
