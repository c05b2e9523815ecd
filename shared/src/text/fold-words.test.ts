import { expect, it } from "vitest";
import { foldName, foldWords } from "./fold-words.ts";

it.each([
  ["Sigur Rós — Ágætis byrjun!", "sigur ros agætis byrjun"],
  ["प्यार की", "प्यार की"],
  ["ที่สุด", "ที่สุด"],
  ["حَبِيبِي", "حبيبي"],
  ["שָׁלוֹם", "שלום"],
  ["が\u0020か\u3099", "が が"],
  ["Đường về", "đuong ve"],
  ["ＡＢＣ", "abc"],
  ["÷ 🥺", ""],
])("folds %s", (text, folded) => {
  expect(foldWords(text)).toBe(folded);
});

it.each([
  ["Rosé", "rose", true],
  ["C#", "c", true],
  ["ガ", "カ", false],
  ["Low Tide", "Lowtide", false],
  ["÷", "×", false],
  ["🥺", "🥺", true],
  ["!!!", "!!", false],
])("%s and %s are similar: %s", (one, other, similar) => {
  expect(foldName(one) === foldName(other)).toBe(similar);
});
