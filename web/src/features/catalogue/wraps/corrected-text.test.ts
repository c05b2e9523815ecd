import { expect, test } from "vitest";
import { findCorrectedText } from "./corrected-text.ts";

const song = { name: "Salt Meridian", artist: "Inês Corvacho" };

test.each([
  ["salt meridain", "Salt Meridian"],
  ["meridiann", "Salt Meridian"],
  ["ines corvaco", "Inês Corvacho"],
  ["corvaccho salt", "Inês Corvacho"],
])("a search for “%s” was one for “%s”", (typed, meant) => {
  expect(findCorrectedText(typed, song)).toBe(meant);
});

test.each(["salt meridian", "SALT", "meri", "corvacho salt", "saltmeridian", "inês", "÷"])(
  "a search for “%s” was not corrected",
  (typed) => {
    expect(findCorrectedText(typed, song)).toBeUndefined();
    expect(findCorrectedText(typed, undefined)).toBeUndefined();
  },
);
