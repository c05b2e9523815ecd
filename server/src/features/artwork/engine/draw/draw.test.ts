import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Drawable, drawGenerative, drawRandom, groupBySlot, pickByWeight, signatureOf } from "./draw.ts";
import { createPrng, shuffle } from "./prng.ts";

const part = (id: number, overrides: Partial<Drawable> = {}): Drawable => ({
  id,
  slot_number: 1,
  component_type: "IMAGE",
  rarity: 50,
  max_permitted: 0,
  ...overrides,
});

/** Components of any campaign, few enough to draw all of it. */
const anyParts = fc
  .array(
    fc.record({
      slot_number: fc.integer({ min: 1, max: 4 }),
      component_type: fc.constantFrom("IMAGE" as const, "IMAGE" as const, "QR_CODE" as const),
      rarity: fc.integer({ min: 1, max: 99 }),
      max_permitted: fc.constantFrom(0, 0, 0, 1, 2, 5),
    }),
    { minLength: 1, maxLength: 9 },
  )
  .map((list) => list.map((overrides, index) => part(index + 1, overrides)));

/** Draws until nothing is left, as a campaign does, and answers all draws. */
function drawAll(parts: readonly Drawable[], seed: string): Drawable[][] {
  const taken = new Set<string>();
  const used = new Map<number, number>();
  const draws: Drawable[][] = [];
  for (;;) {
    const draw = drawGenerative(parts, { used, taken }, createPrng(`${seed} ${draws.length}`));
    if (draw === undefined) return draws;
    draws.push(draw);
    taken.add(signatureOf(draw));
    for (const { id } of draw) used.set(id, (used.get(id) ?? 0) + 1);
  }
}

/** Different pictures that the parts can give where none of them is limited. */
function combinationsOf(parts: readonly Drawable[]): number {
  return groupBySlot(parts).reduce((product, slot) => {
    const images = slot.filter(({ component_type }) => component_type === "IMAGE").length;
    return product * (images + (images < slot.length ? 1 : 0));
  }, 1);
}

describe("a picture of a GENERATIVE campaign", () => {
  test("has one component of each slot that has any, lowest slot first", { retry: 0 }, () => {
    fc.assert(
      fc.property(anyParts, fc.string(), (parts, seed) => {
        const draw = drawGenerative(parts, { used: new Map(), taken: new Set() }, createPrng(seed));
        expect(draw?.map(({ slot_number }) => slot_number)).toEqual(
          groupBySlot(parts).map(([first]) => first?.slot_number),
        );
      }),
    );
  });

  test("is the only one of its kind, to the last combination, and no component is used too often", {
    retry: 0,
  }, () => {
    fc.assert(
      fc.property(anyParts, fc.string(), (parts, seed) => {
        const draws = drawAll(parts, seed);
        expect(new Set(draws.map(signatureOf)).size).toBe(draws.length);
        for (const { id, max_permitted } of parts) {
          const times = draws.filter((draw) => draw.some((component) => component.id === id)).length;
          if (max_permitted > 0) expect(times).toBeLessThanOrEqual(max_permitted);
        }
        if (parts.every(({ max_permitted }) => max_permitted === 0))
          expect(draws.length).toBe(combinationsOf(parts));
      }),
      { numRuns: 60 },
    );
  });

  test("is the same for the same seed, in whatever order the components come", { retry: 0 }, () => {
    fc.assert(
      fc.property(anyParts, fc.string(), (parts, seed) => {
        const none = { used: new Map(), taken: new Set<string>() };
        const [first, second] = [parts, parts.toReversed()].map((components) =>
          drawGenerative(components, none, createPrng(seed)),
        );
        expect(first).toEqual(second);
      }),
    );
  });

  test("holds its components as often as their weights require", () => {
    const parts = [part(1, { rarity: 90 }), part(2, { rarity: 40 }), part(3, { rarity: 70 })];
    const chance = createPrng("weights");
    const times = new Map<number, number>();
    for (let i = 0; i < 20_000; i += 1) {
      const { id } = pickByWeight(parts, chance);
      times.set(id, (times.get(id) ?? 0) + 1);
    }
    const shares = [1, 2, 3].map((id) => (times.get(id) ?? 0) / 20_000);
    for (const [index, share] of [0.1, 0.6, 0.3].entries())
      expect(Math.abs((shares[index] ?? 0) - share)).toBeLessThan(0.015);
  });

  test("can still be had where a million others are taken and weights are lopsided", () => {
    const parts = [1, 2, 3, 4, 5, 6].flatMap((slot_number) =>
      Array.from({ length: 10 }, (_, index) =>
        part(slot_number * 10 + index, { slot_number, rarity: index === 0 ? 1 : 99 }),
      ),
    );
    const taken = new Set<string>();
    for (let i = 0; i < 2_000; i += 1) {
      const draw = drawGenerative(parts, { used: new Map(), taken }, createPrng(`lopsided ${i}`));
      if (draw !== undefined) taken.add(signatureOf(draw));
    }
    expect(taken.size).toBe(2_000);
  });

  test("is none where a slot is used up, or there is no component", () => {
    const none = { used: new Map([[1, 1]]), taken: new Set<string>() };
    expect(drawGenerative([part(1, { max_permitted: 1 })], none, createPrng("x"))).toBeUndefined();
    expect(drawGenerative([], none, createPrng("x"))).toBeUndefined();
  });

  test("stays what it was drawn as: this version of the draw never changes", () => {
    const parts = [1, 2, 3].flatMap((slot_number) =>
      [1, 2, 3].map((n) => part(slot_number * 10 + n, { slot_number, rarity: n * 25 })),
    );
    const signatures = ["a", "b", "c", "d"].map((seed) =>
      signatureOf(drawGenerative(parts, { used: new Map(), taken: new Set() }, createPrng(seed)) ?? []),
    );
    expect(signatures).toMatchInlineSnapshot(`
      [
        "11 22 31",
        "13 22 31",
        "11 21 32",
        "12 23 31",
      ]
    `);
  });
});

describe("a picture of a RANDOM campaign", () => {
  const nine = Array.from({ length: 9 }, (_, index) => part(index + 1, { slot_number: index + 1 }));

  test("holds all nine, in an order that no other has", () => {
    const taken = new Set<string>();
    for (let i = 0; i < 500; i += 1) {
      const draw = drawRandom(nine, { taken }, createPrng(`tiles ${i}`)) ?? [];
      expect(draw.map(({ id }) => id).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
      taken.add(signatureOf(draw));
    }
    expect(taken.size).toBe(500);
  });

  test("is none unless there are nine", () => {
    expect(drawRandom(nine.slice(1), { taken: new Set() }, createPrng("x"))).toBeUndefined();
  });

  test("is found where nearly all orders are taken", () => {
    const last = shuffle(createPrng("the last one"), nine);
    const taken = { has: (signature: string) => signature !== signatureOf(last) } as ReadonlySet<string>;
    expect(drawRandom(nine, { taken }, createPrng("x"))).toEqual(last);
  });
});

describe("chance", () => {
  test("is even, and from 0 up to 1", () => {
    const chance = createPrng("even");
    const bins = new Array<number>(10).fill(0);
    for (let i = 0; i < 50_000; i += 1) {
      const value = chance();
      expect(value >= 0 && value < 1).toBe(true);
      bins[Math.floor(value * 10)] = (bins[Math.floor(value * 10)] ?? 0) + 1;
    }
    for (const count of bins) expect(Math.abs(count - 5_000)).toBeLessThan(300);
  });
});
