import { expect, it } from "vitest";
import { formatPrice, savingOfYearly } from "./prices.ts";

it("tells prices without cents where there are none", () => {
  expect([0, 800, 950, 9_600, 120_000].map(formatPrice)).toEqual(["$0", "$8", "$9.50", "$96", "$1,200"]);
});

it("tells what a year at once saves as it is: 20 percent", () => {
  expect(savingOfYearly()).toBe(20);
});
