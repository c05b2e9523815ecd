import { CANVAS_SIDE_PX } from "@wrapsody/shared/experiences/placing.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitInto, listEncodings } from "./layer-encodings.ts";

const png = { width: 3000, height: 1500, kind: "png" } as const;

describe("a large layer", () => {
  test("is fitted into the canvas with its proportions, and never enlarged", { retry: 0 }, () => {
    expect(fitInto(png, CANVAS_SIDE_PX)).toEqual({ width: 900, height: 450 });
    expect(fitInto({ width: 500, height: 4000 }, CANVAS_SIDE_PX)).toEqual({ width: 113, height: 900 });
    expect(fitInto({ width: 20_000, height: 3 }, CANVAS_SIDE_PX)).toEqual({ width: 900, height: 1 });
    const side = fc.integer({ min: 1, max: 20_000 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const fitted = fitInto({ width, height }, CANVAS_SIDE_PX);
        expect(Math.max(fitted.width, fitted.height)).toBeLessThanOrEqual(CANVAS_SIDE_PX);
        expect(fitted.width).toBeLessThanOrEqual(width);
        expect(fitted.height).toBeLessThanOrEqual(height);
        if (Math.max(width, height) <= CANVAS_SIDE_PX) expect(fitted).toEqual({ width, height });
      }),
    );
  });

  test("keeps the pixels of a print if its bytes allow that", () => {
    const widths = (isOpaque: boolean, width: number) => [
      ...new Set(listEncodings({ ...png, width, height: width }, isOpaque).map((encoding) => encoding.width)),
    ];
    expect(widths(true, 5000)).toEqual([3600, 1800, 900]);
    expect(widths(true, 1200)).toEqual([1200, 900]);
    expect(widths(false, 2000)).toEqual([2000, 1800, 900, 765, 630, 540, 450]);
    expect(widths(true, 300)).toEqual([300]);
  });

  test("keeps its transparency", () => {
    const kinds = (isOpaque: boolean) => new Set(listEncodings(png, isOpaque).map(({ kind }) => kind));
    expect(kinds(false)).toEqual(new Set(["png"]));
    expect([...kinds(true)]).toEqual(["png", "jpeg"]);
    const jpeg = listEncodings({ ...png, kind: "jpeg" }, true);
    expect(new Set(jpeg.map(({ kind }) => kind))).toEqual(new Set(["jpeg"]));
  });
});
