import fc from "fast-check";
import { expect, test } from "vitest";
import { anchorPoints } from "./experiences.ts";
import { CANVAS_SIDE_PX, compareLayers, computeLayerBox, computeTileBox } from "./placing.ts";

const placed = fc.record({
  anchor_point: fc.constantFrom(...anchorPoints),
  width: fc.integer({ min: 160, max: 900 }),
  offsetX: fc.integer({ min: 0, max: 900 }),
  offsetY: fc.integer({ min: 0, max: 900 }),
});
const picture = fc.record({
  width: fc.integer({ min: 1, max: 4000 }),
  height: fc.integer({ min: 1, max: 4000 }),
});

test.each([
  ["TOP_LEFT", { left: 20, top: 30 }],
  ["TOP_RIGHT", { left: 580, top: 30 }],
  ["BOTTOM_LEFT", { left: 20, top: 720 }],
  ["BOTTOM_RIGHT", { left: 580, top: 720 }],
] as const)("offsets lead inwards from %s", (anchor_point, place) => {
  const component = { anchor_point, width: 300, offsetX: 20, offsetY: 30 };
  expect(computeLayerBox(component, { width: 600, height: 300 })).toEqual({
    width: 300,
    height: 150,
    ...place,
  });
});

test("a layer is never outside of the canvas, keeps its proportions, and is as wide as it says where it fits", {
  retry: 0,
}, () => {
  fc.assert(
    fc.property(placed, picture, (component, size) => {
      const { left, top, width, height } = computeLayerBox(component, size);
      expect(left >= 0 && top >= 0 && left + width <= CANVAS_SIDE_PX && top + height <= CANVAS_SIDE_PX).toBe(
        true,
      );
      expect([left, top, width, height].every(Number.isInteger)).toBe(true);
      if ((component.width * size.height) / size.width <= CANVAS_SIDE_PX) expect(width).toBe(component.width);
      else expect(height).toBe(CANVAS_SIDE_PX);
    }),
  );
});

test("nine tiles cover the canvas", () => {
  const places = Array.from({ length: 9 }, (_, index) => computeTileBox(index));
  expect(places.map(({ left, top }) => `${left} ${top}`)).toEqual([
    ...["0 0", "300 0", "600 0", "0 300", "300 300", "600 300", "0 600", "300 600", "600 600"],
  ]);
  expect(places.every(({ width, height }) => width === 300 && height === 300)).toBe(true);
});

test("layers lie by their level, then by their slot", () => {
  const layers = [
    { layer_level: 2, slot_number: 1 },
    { layer_level: 1, slot_number: 9 },
    { layer_level: 2, slot_number: 9 },
    { layer_level: 1, slot_number: 2 },
  ];
  expect(layers.toSorted(compareLayers).map((layer) => `${layer.layer_level} ${layer.slot_number}`)).toEqual([
    "1 2",
    "1 9",
    "2 1",
    "2 9",
  ]);
});
