import { expect, it } from "vitest";
import { formatPrice, savingOfYearly } from "./prices.ts";

it("omits cents of whole prices", () => {
  expect([0, 800, 950, 9_600, 120_000].map(formatPrice)).toEqual(["$0", "$8", "$9.50", "$96", "$1,200"]);
});

it("computes the saving of a yearly plan: 20 percent", () => {
  expect(savingOfYearly()).toBe(20);
});
