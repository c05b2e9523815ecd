import {
  countBySlot,
  countCombinations,
  countGuaranteedPictures,
  isIdenticalForAll,
} from "@wrapsody/shared/experiences/combinations.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { signatureOf } from "../../artwork/index.ts";
import { type DrawableComponent, drawSeries } from "./draw-series.ts";

const image = (slot_number: number) => ({ slot_number, component_type: "IMAGE" }) as const;
const code = (slot_number: number) => ({ slot_number, component_type: "QR_CODE" }) as const;
const photo = (slot_number: number) => ({ slot_number, component_type: "PRESELECTED" }) as const;
const nine = Array.from({ length: 9 }, (_, slot) => image(slot + 1));

describe("the number of combinations", () => {
  test("multiplies the components of each slot for GENERATIVE", () => {
    expect(
      countCombinations("GENERATIVE", [image(1), image(1), image(2), image(2), image(2), image(7)]),
    ).toBe(6);
  });

  test("counts QR codes and photos of a slot as one", () => {
    expect(countCombinations("GENERATIVE", [image(1), image(1), code(2), photo(3)])).toBe(2);
    expect(countCombinations("GENERATIVE", [image(1), code(1), image(2), image(2)])).toBe(4);
    expect(countCombinations("GENERATIVE", [image(1), code(1), code(1), photo(1)])).toBe(2);
  });

  test("is zero for a campaign without components", () => {
    expect(countCombinations("GENERATIVE", [])).toBe(0);
  });

  test("counts every order of exactly nine tiles for RANDOM", { retry: 0 }, () => {
    expect(countCombinations("RANDOM", nine)).toBe(362_880);
    expect(countCombinations("RANDOM", Array(9).fill(image(1)))).toBe(362_880);
    expect(countCombinations("RANDOM", [image(1)])).toBe(0);
    expect(countCombinations("RANDOM", [...nine, code(1)])).toBe(0);
  });

  test("counts one image times its possible overlays for FIXED_IMAGE", () => {
    expect(countCombinations("FIXED_IMAGE", [])).toBe(1);
    expect(countCombinations("FIXED_IMAGE", [image(1), image(1), code(2)])).toBe(2);
  });
});

test("artworks are identical only if nothing in them is drawn or personal", () => {
  expect(isIdenticalForAll("FIXED_IMAGE", [])).toBe(true);
  expect(isIdenticalForAll("FIXED_IMAGE", [image(1), image(2)])).toBe(true);
  expect(isIdenticalForAll("FIXED_IMAGE", [image(1), image(1)])).toBe(false);
  expect(isIdenticalForAll("FIXED_IMAGE", [photo(1)])).toBe(false);
  expect(isIdenticalForAll("GENERATIVE", [image(1)])).toBe(false);
});

/** Components by slot and limit of an experience; 0 is unlimited. */
const limited = (...slots: readonly (readonly number[])[]): DrawableComponent[] =>
  slots.flatMap((limits, slot) =>
    limits.map((max_permitted, at) => ({
      id: slot * 100 + at,
      slot_number: slot + 1,
      component_type: "IMAGE" as const,
      rarity: 50,
      max_permitted,
    })),
  );

/** Components with limits in any number of slots, few enough to draw every artwork. */
const anyParts = fc
  .array(
    fc.record({
      slot_number: fc.integer({ min: 1, max: 4 }),
      component_type: fc.constantFrom("IMAGE" as const, "IMAGE" as const, "QR_CODE" as const),
      rarity: fc.integer({ min: 1, max: 99 }),
      max_permitted: fc.constantFrom(0, 0, 1, 2, 3, 5, 9),
    }),
    { minLength: 1, maxLength: 10 },
  )
  .map((list) => list.map((part, index) => ({ ...part, id: index + 1 })));

const nothingDrawn = () => ({ used: new Map<number, number>(), taken: new Set<string>() });
/** Counts how many artworks can be drawn in the way of a campaign, up to a limit. */
function lengthOf(
  type: "GENERATIVE" | "FIXED_IMAGE",
  parts: readonly DrawableComponent[],
  seeds: readonly string[],
) {
  const draws = drawSeries(type, parts, { seeds, drawn: nothingDrawn() });
  return draws.filter((draw) => draw !== undefined).length;
}
const seedsOf = (seed: string, count: number) => Array.from({ length: count }, (_, at) => `${seed} ${at}`);

/** The unluckiest order: always draws the artwork that uses up the most. */
function unluckyLength(parts: readonly DrawableComponent[]): number {
  const used = new Map<number, number>();
  const taken = new Set<string>();
  const slots = [...Map.groupBy(parts, ({ slot_number }) => slot_number).values()];
  const limits = (draw: readonly DrawableComponent[]) =>
    draw.filter(({ max_permitted }) => max_permitted > 0).length;
  for (;;) {
    const [worst] = slots
      .map((slot) =>
        slot.filter(({ id, max_permitted: limit }) => limit === 0 || (used.get(id) ?? 0) < limit),
      )
      .reduce<DrawableComponent[][]>(
        (draws, slot) => draws.flatMap((draw) => slot.map((part) => [...draw, part])),
        [[]],
      )
      .filter((draw) => !taken.has(signatureOf(draw)))
      .toSorted((a, b) => limits(b) - limits(a));
    if (worst === undefined) return taken.size;
    taken.add(signatureOf(worst));
    for (const { id } of worst) used.set(id, (used.get(id) ?? 0) + 1);
  }
}

describe("the guaranteed artworks", () => {
  test("are all combinations if there are no limits", () => {
    expect(countGuaranteedPictures("GENERATIVE", limited([0, 0], [0, 0, 0]))).toBe(6);
    expect(countGuaranteedPictures("GENERATIVE", [])).toBe(0);
  });

  test("are fewer if several slots have limits, because limited components may coincide", () => {
    const threeSlots = limited([3, 0, 0, 0], [3, 0, 0, 0], [3, 0, 0, 0]);
    expect([countGuaranteedPictures("GENERATIVE", threeSlots), unluckyLength(threeSlots)]).toEqual([30, 32]);
    const twoByTwo = limited([1, 0], [1, 0]);
    expect([countGuaranteedPictures("GENERATIVE", twoByTwo), unluckyLength(twoByTwo)]).toEqual([2, 2]);
  });

  test("are not reduced by a limit that is never reached", () => {
    expect(countGuaranteedPictures("GENERATIVE", limited([3, 0], [2, 0, 0]))).toBe(6);
    expect(countGuaranteedPictures("GENERATIVE", limited([5, 5]))).toBe(2);
  });

  test("end with a slot whose components are all used up", () => {
    expect(countGuaranteedPictures("GENERATIVE", limited([1, 2], Array(9).fill(0)))).toBe(3);
    expect(countGuaranteedPictures("FIXED_IMAGE", limited([2, 2], [0]))).toBe(4);
    expect(countGuaranteedPictures("FIXED_IMAGE", limited([2, 0], [0]))).toBe(Number.POSITIVE_INFINITY);
  });

  test("of RANDOM, where every artwork holds every tile, are limited by its rarest tile", () => {
    const tiles = limited([0, 0, 0, 0, 0, 0, 0, 7, 3]);
    expect(countGuaranteedPictures("RANDOM", tiles)).toBe(3);
    const draws = drawSeries("RANDOM", tiles, { seeds: seedsOf("tiles", 5), drawn: nothingDrawn() });
    expect(draws.map((draw) => draw?.length)).toEqual([9, 9, 9, undefined, undefined]);
    expect(countGuaranteedPictures("RANDOM", limited([0, 0, 0, 0, 0, 0, 0, 0, 0]))).toBe(362_880);
  });

  test("can be drawn with any seed and any limits", { retry: 0 }, () => {
    fc.assert(
      fc.property(anyParts, fc.string(), fc.boolean(), (parts, seed, isFixed) => {
        const type = isFixed ? "FIXED_IMAGE" : "GENERATIVE";
        const count = Math.min(200, countGuaranteedPictures(type, parts));
        expect(lengthOf(type, parts, seedsOf(seed, count))).toBe(count);
      }),
      { numRuns: 300 },
    );
  });

  test("can be drawn in the unluckiest order too", { retry: 0 }, () => {
    fc.assert(
      fc.property(anyParts, (parts) => {
        expect(unluckyLength(parts)).toBeGreaterThanOrEqual(countGuaranteedPictures("GENERATIVE", parts));
      }),
      { numRuns: 300 },
    );
  });

  test("are all possible ones if at most one slot has limits", { retry: 0 }, () => {
    fc.assert(
      fc.property(anyParts, fc.string(), (parts, seed) => {
        const first = parts.map((part) => (part.slot_number === 1 ? part : { ...part, max_permitted: 0 }));
        const count = countGuaranteedPictures("GENERATIVE", first);
        expect(lengthOf("GENERATIVE", first, seedsOf(seed, count + 3))).toBe(count);
      }),
      { numRuns: 100 },
    );
  });
});

test("slots are counted in order", () => {
  expect(countBySlot([image(9), image(2), image(9)])).toEqual([
    { slot_number: 2, total: 1 },
    { slot_number: 9, total: 2 },
  ]);
});
