import { describe, expect, it } from "vitest";
import { platformFee } from "./plan-entitlements.ts";

describe("the fee on a place", () => {
  it("is 7 % of its price, 3 % with premium, in whole cents", () => {
    for (const [cents, free, premium] of [
      [1_200, 84, 36],
      [1_250, 88, 38],
      [50, 4, 2],
      [0, 0, 0],
    ] as const)
      expect([platformFee(cents, "FREE"), platformFee(cents, "PREMIUM")]).toEqual([free, premium]);
  });
});
