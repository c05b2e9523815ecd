import { compareLayers } from "@wrapsody/shared/experiences/placing.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { EditorComponent } from "../state/components.ts";
import { blankDraft, numbersOf } from "../state/draft.ts";
import { layerPast, layersPast } from "./stacking.ts";

function partOf(slot: number, layer: number): EditorComponent {
  const draft = { ...blankDraft, slot_number: String(slot), layer_level: String(layer) };
  const numbers = numbersOf(draft, "IMAGE");
  return {
    id: slot,
    type: "IMAGE",
    image: null,
    copyOf: undefined,
    draft,
    numbers,
    saved: draft,
    unsaved: false,
  };
}

const stacked = (parts: readonly EditorComponent[]) =>
  parts.toSorted((a, b) => compareLayers(a.numbers, b.numbers));
const slotsOf = (parts: readonly EditorComponent[]) => stacked(parts).map(({ id }) => id);

/** Returns the order after a component moves past its neighbour. */
function movedBy(parts: readonly EditorComponent[], slot: number, by: 1 | -1): number[] {
  const visible = stacked(parts);
  return slotsOf(
    visible.map((part) => (part.id === slot ? partOf(slot, layerPast(part, visible, by)) : part)),
  );
}

test("moves a layer past its neighbour, at any distance or on the same level", () => {
  const parts = [partOf(1, 1), partOf(2, 6), partOf(3, 6), partOf(4, 8)];
  expect(movedBy(parts, 1, 1)).toEqual([2, 3, 1, 4]);
  expect(movedBy(parts, 3, -1)).toEqual([1, 3, 2, 4]);
  expect(movedBy(parts, 4, -1)).toEqual([1, 4, 2, 3]);
});

test("moves the outermost layer by one level, within the limits", () => {
  expect(layerPast(partOf(1, 4), [partOf(1, 4)], 1)).toBe(5);
  const top = partOf(1, 9);
  expect(layerPast(top, [top], 1)).toBe(9);
  const bottom = partOf(1, 1);
  expect(layerPast(bottom, [bottom], -1)).toBe(1);
});

test("never moves a layer in the opposite direction or beyond the limits", { retry: 0 }, () => {
  const levels = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 9 });
  fc.assert(
    fc.property(levels, fc.nat(), fc.constantFrom(1 as const, -1 as const), (layerLevels, seed, by) => {
      const parts = layerLevels.map((level, index) => partOf(index + 1, level));
      const slot = (seed % parts.length) + 1;
      const [before, after] = [slotsOf(parts), movedBy(parts, slot, by)];
      expect((after.indexOf(slot) - before.indexOf(slot)) * by).toBeGreaterThanOrEqual(0);
    }),
  );
});

test("moves several layers together, in their order, until one is at the end", () => {
  const parts = [partOf(1, 3), partOf(2, 7), partOf(3, 8)];
  const levels = (by: 1 | -1, moved = parts) => [...layersPast(moved, parts, by).values()];
  expect(levels(1)).toEqual([4, 8, 9]);
  expect(levels(1, [partOf(1, 3), partOf(2, 9)])).toEqual([3, 9]);
  expect(levels(-1, [partOf(1, 1), partOf(2, 7)])).toEqual([1, 7]);
  // A single layer moves past its neighbour.
  expect(levels(1, parts.slice(0, 1))).toEqual([8]);
});
