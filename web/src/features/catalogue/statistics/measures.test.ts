import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changeOf, scaleTop } from "./measures.ts";

describe("changeOf", () => {
  it.each([
    [112, 100, { kind: "more", percent: 12 }],
    [50, 100, { kind: "less", percent: 50 }],
    [0, 8, { kind: "less", percent: 100 }],
    [1000, 999, { kind: "more", percent: 1 }],
    [999, 1000, { kind: "less", percent: 1 }],
    [7, 7, { kind: "same" }],
    [7, 0, { kind: "first" }],
    [0, 0, { kind: "none" }],
  ])("describes the change to %s from %s", (now, before, change) => {
    expect(changeOf(now, before)).toEqual(change);
  });
});

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

  it("is at least the maximum, at most twice the maximum, and even", () => {
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
