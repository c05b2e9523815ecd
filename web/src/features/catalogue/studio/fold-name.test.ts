import { expect, it } from "vitest";
import { foldName } from "./fold-name.ts";

it.each([
  ["Rosé", "rose", true],
  ["C#", "c", true],
  ["  Low   Tide! ", "low tide", true],
  ["ガ", "カ", true],
  ["Low Tide", "Lowtide", false],
  ["÷", "×", false],
  ["🥺", "🥺", true],
  ["!!!", "!!", false],
])("%s and %s are similar: %s", (one, other, similar) => {
  expect(foldName(one) === foldName(other)).toBe(similar);
});
