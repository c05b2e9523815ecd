import { describe, expect, it } from "vitest";
import { changeOf } from "./measures.ts";

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
