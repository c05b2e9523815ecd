import { toWeight } from "@wrapsody/shared/experiences/experiences.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Drawable, groupBySlot, pickByWeight } from "./draw.ts";
import { createPrng } from "./prng.ts";
import { rarityScores } from "./rarity.ts";

const anyParts = fc
  .array(
    fc.record({ slot_number: fc.integer({ min: 1, max: 5 }), rarity: fc.integer({ min: 1, max: 99 }) }),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((list) =>
    list.map(
      (overrides, index): Drawable => ({
        id: index + 1,
        component_type: "IMAGE",
        max_permitted: 0,
        ...overrides,
      }),
    ),
  );

function everyDraw(slots: readonly Drawable[][]): Drawable[][] {
  return slots.reduce<Drawable[][]>(
    (draws, parts) => draws.flatMap((draw) => parts.map((part) => [...draw, part])),
    [[]],
  );
}

/** Computes the score by its definition, from every draw. In percent, not rounded. */
function scoresByTheBook(parts: readonly Drawable[]): (draw: readonly Drawable[]) => number {
  const slots = groupBySlot(parts);
  const chanceOf = (draw: readonly Drawable[]) =>
    draw.reduce((product, part, index) => {
      const total = (slots[index] ?? []).reduce((sum, other) => sum + toWeight(other), 0);
      return (product * toWeight(part)) / total;
    }, 1);
  const chances = everyDraw(slots).map(chanceOf);
  return (draw) => {
    const own = chanceOf(draw);
    const likelier = chances
      .filter((chance) => chance > own * (1 + 1e-8))
      .reduce((sum, chance) => sum + chance, 0);
    return Math.min(99, 100 * likelier);
  };
}

test("a score is the share of likelier draws, as counted over all of them", { retry: 0 }, () => {
  fc.assert(
    fc.property(anyParts, (parts) => {
      const [ours, byTheBook] = [rarityScores(parts), scoresByTheBook(parts)];
      for (const draw of everyDraw(groupBySlot(parts)))
        expect(Math.abs(ours(draw) - byTheBook(draw))).toBeLessThanOrEqual(0.5 + 1e-6);
    }),
    // Always the same: of draws whose chances are nearly alike, either may take the other for as likely as itself.
    { numRuns: 80, seed: 1 },
  );
});

test("a score is a whole number from 0 to 99, and never lower where a draw is less likely", {
  retry: 0,
}, () => {
  const many = fc
    .array(
      fc.record({ slot_number: fc.integer({ min: 1, max: 9 }), rarity: fc.integer({ min: 1, max: 99 }) }),
      {
        minLength: 1,
        maxLength: 60,
      },
    )
    .map((list) =>
      list.map(
        (overrides, index): Drawable => ({
          id: index + 1,
          component_type: "IMAGE",
          max_permitted: 0,
          ...overrides,
        }),
      ),
    );
  fc.assert(
    fc.property(many, fc.string(), (parts, seed) => {
      const scoreOf = rarityScores(parts);
      const slots = groupBySlot(parts);
      const chance = createPrng(seed);
      const draws = Array.from({ length: 20 }, () => {
        const draw = slots.map((slot) => pickByWeight(slot, chance));
        // Of one slot the totals are the same in every draw, so weights alone decide which is likelier.
        return { log: draw.reduce((sum, part) => sum + Math.log(toWeight(part)), 0), score: scoreOf(draw) };
      }).toSorted((a, b) => b.log - a.log);
      for (const [at, { log, score }] of draws.entries()) {
        expect(Number.isInteger(score) && score >= 0 && score <= 99).toBe(true);
        const before = draws[at - 1];
        if (before !== undefined && before.log > log + 1e-6)
          expect(score).toBeGreaterThanOrEqual(before.score);
      }
    }),
  );
});

test("the likeliest draw scores 0, and where all are alike everyone does", () => {
  const alike = [1, 2, 3, 4].map(
    (id): Drawable => ({
      id,
      slot_number: Math.ceil(id / 2),
      rarity: 30,
      component_type: "IMAGE",
      max_permitted: 0,
    }),
  );
  const scoreOf = rarityScores(alike);
  expect(everyDraw(groupBySlot(alike)).map(scoreOf)).toEqual([0, 0, 0, 0]);
});

test("nine slots of thirty components are scored without going through them all", () => {
  const parts = Array.from({ length: 270 }, (_, index): Drawable => {
    const place = { slot_number: 1 + Math.floor(index / 30), rarity: 1 + ((index * 37) % 99) };
    return { id: index + 1, ...place, component_type: "IMAGE", max_permitted: 0 };
  });
  const scoreOf = rarityScores(parts);
  const slots = groupBySlot(parts);
  const draw = (order: (a: Drawable, b: Drawable) => number) =>
    slots.flatMap((slot) => slot.toSorted(order).slice(0, 1));
  expect(scoreOf(draw((a, b) => a.rarity - b.rarity))).toBe(0);
  expect(scoreOf(draw((a, b) => b.rarity - a.rarity))).toBe(99);
});
