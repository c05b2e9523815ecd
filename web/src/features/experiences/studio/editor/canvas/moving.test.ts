import { anchorPoints } from "@wrapsody/shared/experiences/experiences.ts";
import { CANVAS_SIDE_PX, computeLayerBox } from "@wrapsody/shared/experiences/placing.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  boundsOf,
  boxBetween,
  cornerOf,
  growBox,
  intersectBoxes,
  linesOf,
  moveBox,
  moveGroup,
  offsetsAt,
  PLATE_GAP,
  platesOf,
  resizeBox,
  snapBox,
} from "./moving.ts";

const placed = fc.record({
  anchor_point: fc.constantFrom(...anchorPoints),
  width: fc.integer({ min: 160, max: 900 }),
  offsetX: fc.integer({ min: 0, max: 900 }),
  offsetY: fc.integer({ min: 0, max: 900 }),
});
const picture = fc.record({
  width: fc.integer({ min: 100, max: 3000 }),
  height: fc.integer({ min: 100, max: 3000 }),
});
const corner = fc.constantFrom(...anchorPoints);
const point = fc.record({ x: fc.integer({ min: -50, max: 950 }), y: fc.integer({ min: -50, max: 950 }) });

test("the numbers of two offsets never touch each other and stay on the canvas", { retry: 0 }, () => {
  const size = fc.record({
    width: fc.integer({ min: 20, max: 60 }),
    height: fc.integer({ min: 20, max: 50 }),
  });
  fc.assert(
    fc.property(placed, picture, size, size, (component, image, x, y) => {
      const from = cornerOf(computeLayerBox(component, image), component.anchor_point);
      const ends = component.anchor_point;
      const edge = {
        x: ends.endsWith("LEFT") ? 0 : CANVAS_SIDE_PX,
        y: ends.startsWith("TOP") ? 0 : CANVAS_SIDE_PX,
      };
      const plates = platesOf(from, edge, { x, y });
      if (from.x !== edge.x && from.y !== edge.y)
        expect(intersectBoxes(growBox(plates.x, PLATE_GAP), plates.y)).toBeUndefined();
      for (const { left, top, width, height } of [plates.x, plates.y]) {
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
        expect(Math.max(left + width, top + height)).toBeLessThanOrEqual(CANVAS_SIDE_PX);
      }
    }),
  );
});

test("changing the anchor keeps the position of every layer", { retry: 0 }, () => {
  fc.assert(
    fc.property(placed, picture, corner, (component, size, anchor_point) => {
      const before = computeLayerBox(component, size);
      const { width } = component;
      expect(computeLayerBox({ anchor_point, width, ...offsetsAt(anchor_point, before) }, size)).toEqual(
        before,
      );
    }),
  );
});

test("a moved layer stays on the canvas, where the server also places it", { retry: 0 }, () => {
  fc.assert(
    fc.property(placed, picture, point, (component, size, by) => {
      const place = moveBox(computeLayerBox(component, size), by);
      expect(computeLayerBox({ ...component, ...offsetsAt(component.anchor_point, place) }, size)).toEqual(
        place,
      );
    }),
  );
});

describe("a moved group", () => {
  const group = fc.array(fc.tuple(placed, picture), { minLength: 1, maxLength: 9 });

  test("keeps the relative places of its layers and stays on the canvas", { retry: 0 }, () => {
    fc.assert(
      fc.property(group, point, (layers, by) => {
        const before = layers.map(([component, size]) => computeLayerBox(component, size));
        const after = moveGroup(before, by);
        const [first, moved] = [before[0], after[0]];
        for (const [index, place] of before.entries()) {
          const now = after[index];
          expect([now?.width, now?.height]).toEqual([place.width, place.height]);
          expect((now?.left ?? 0) - (moved?.left ?? 0)).toBe(place.left - (first?.left ?? 0));
          expect((now?.top ?? 0) - (moved?.top ?? 0)).toBe(place.top - (first?.top ?? 0));
        }
        const { left, top, width, height } = boundsOf(after);
        expect(
          Math.min(left, top, CANVAS_SIDE_PX - left - width, CANVAS_SIDE_PX - top - height),
        ).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test("goes as far as its outermost layer can", () => {
    const places = [
      { left: 100, top: 0, width: 200, height: 100 },
      { left: 600, top: 500, width: 250, height: 300 },
    ];
    expect(moveGroup(places, { x: 500, y: -40 }).map(({ left, top }) => [left, top])).toEqual([
      [150, 0],
      [650, 500],
    ]);
  });

  test("of one layer moves as that layer does", { retry: 0 }, () => {
    fc.assert(
      fc.property(placed, picture, point, (component, size, by) => {
        const place = computeLayerBox(component, size);
        expect(moveGroup([place], by)).toEqual([moveBox(place, by)]);
      }),
    );
  });
});

test("a selection frame is drawn in any direction and ends at the canvas", () => {
  const frame = { left: 100, top: 0, width: 300, height: 250 };
  expect(boxBetween({ x: 400, y: -60 }, { x: 100, y: 250 })).toEqual(frame);
  expect(intersectBoxes(frame, { left: 380, top: 240, width: 90, height: 90 })).toEqual({
    left: 380,
    top: 240,
    width: 20,
    height: 10,
  });
  expect(intersectBoxes(frame, { left: 400, top: 0, width: 90, height: 90 })).toBeUndefined();
});

describe("resizing by a corner", () => {
  test("yields a width of 160 to 900 that matches the server's rendering", { retry: 0 }, () => {
    fc.assert(
      fc.property(placed, picture, corner, point, (component, size, dragged, to) => {
        const place = resizeBox(computeLayerBox(component, size), dragged, to, size);
        const tall = size.height / size.width > CANVAS_SIDE_PX / 160;
        if (!tall) expect(place.width).toBeGreaterThanOrEqual(160);
        expect(place.width).toBeLessThanOrEqual(CANVAS_SIDE_PX);
        const { left, top, width, height } = place;
        expect(
          Math.min(left, top, CANVAS_SIDE_PX - left - width, CANVAS_SIDE_PX - top - height),
        ).toBeGreaterThanOrEqual(0);
        const unchanged = { anchor_point: component.anchor_point, width };
        if (!tall)
          expect(
            computeLayerBox({ ...unchanged, ...offsetsAt(unchanged.anchor_point, place) }, size),
          ).toEqual(place);
      }),
    );
  });

  test("keeps the opposite corner in place", () => {
    const size = { width: 400, height: 200 };
    const place = { left: 100, top: 300, width: 400, height: 200 };
    const wider = resizeBox(place, "BOTTOM_RIGHT", { x: 700, y: 510 }, size);
    expect(wider).toEqual({ left: 100, top: 300, width: 600, height: 300 });
    const narrower = resizeBox(place, "TOP_LEFT", { x: 300, y: 400 }, size);
    expect(cornerOf(narrower, "BOTTOM_RIGHT")).toEqual({ x: 500, y: 500 });
    expect(narrower.width).toBe(200);
  });
});

describe("guides", () => {
  const lines = linesOf([{ left: 200, top: 600, width: 100, height: 100 }]);

  test("snap a layer by its edges and centre", () => {
    const near = { left: 446, top: 596, width: 300, height: 90 };
    expect(snapBox(near, lines, 7)).toEqual({
      place: { ...near, left: 450, top: 600 },
      guides: { x: 450, y: 600 },
    });
    const centred = { left: 303, top: 5, width: 300, height: 90 };
    expect(snapBox(centred, lines, 7).place).toMatchObject({ left: 300, top: 0 });
  });

  test("release a layer beyond the snap distance", () => {
    const far = { left: 460, top: 400, width: 301, height: 91 };
    expect(snapBox(far, lines, 3)).toEqual({ place: far, guides: {} });
  });
});
