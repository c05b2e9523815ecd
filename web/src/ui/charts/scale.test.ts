import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaleOf, scaleTop } from "./scale.ts";

describe("scaleTop", () => {
  it.each([
    [0, 1],
    [1, 1],
    [2, 2],
    [3, 4],
    [9, 10],
    [10, 10],
    [11, 20],
    [39, 40],
    [41, 50],
    [253, 300],
    [301, 400],
    [999, 1000],
    [1001, 2000],
  ])("returns the top for a maximum of %s: %s", (max, top) => {
    expect(scaleTop(max)).toBe(top);
  });

  it("is at least the maximum, at most twice the maximum, and even", { retry: 0 }, () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 10 ** 9 }), (max) => {
        const top = scaleTop(max);
        expect(top).toBeGreaterThanOrEqual(max);
        expect(top).toBeLessThanOrEqual(max * 2);
        expect(top % 2).toBe(0);
      }),
    );
  });
});

describe("scaleOf", () => {
  it("has its marks at the top, between and at 0", () => {
    const { marks, y } = scaleOf([3, 253]);
    expect(marks).toEqual([300, 150, 0]);
    expect(marks.map(y)).toEqual([0, 0.5, 1]);
  });

  it.each([
    [
      [300, -100],
      [300, 0, -100],
      [0, 0.75, 1],
    ],
    [
      [0, -40],
      [0, -40],
      [0, 1],
    ],
    [
      [0, 0],
      [1, 0],
      [0, 1],
    ],
    // The mark of -40 would overlap that of 0.
    [
      [1_960, -40],
      [2_000, 0],
      [0, 2_000 / 2_040],
    ],
  ])("of %j has the marks %j", (values, marks, places) => {
    const scale = scaleOf(values);
    expect(scale.marks).toEqual(marks);
    expect(marks.map(scale.y)).toEqual(places);
  });

  it("contains every value", { retry: 0 }, () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -(10 ** 9), max: 10 ** 9 })), (values) => {
        const { y } = scaleOf(values);
        for (const value of values) {
          expect(y(value)).toBeGreaterThanOrEqual(0);
          expect(y(value)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
