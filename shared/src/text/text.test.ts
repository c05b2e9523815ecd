import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  describeUnreadable,
  isSameName,
  normalizeText,
  oneLine,
  removeUnreadable,
  textProblems,
} from "./text.ts";

describe("names", () => {
  it.each([
    ["Beyoncé", "Beyonce\u0301"],
    ["이랑", "이랑".normalize("NFD")],
    ["学生街の喫茶店ガ", "学生街の喫茶店ガ".normalize("NFD")],
    [" Zoë ", "Zoë"],
    ["Ångström", "\u212bngström"],
  ])("%j and %j are the same", (one, other) => expect(isSameName(one, other)).toBe(true));

  it.each([
    ["Rosé", "Rose"],
    ["C#", "C"],
    ["ALMA", "Alma"],
    ["Peña", "Pena"],
    ["Mr. Nobody", "Mr Nobody"],
    ["ﬁ", "fi"],
    ["ＡＢＣ", "ABC"],
    ["Ada  Lem", "Ada Lem"],
  ])("%j and %j are two", (one, other) => expect(isSameName(one, other)).toBe(false));

  it("are the same in every normal form, and normalizing twice changes nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        expect(isSameName(name.normalize("NFD"), name)).toBe(true);
        expect(normalizeText(normalizeText(name))).toBe(normalizeText(name));
      }),
    );
  });
});

describe("an unreadable character", () => {
  it.each([
    ["Low\u0007 Tide", "U+0007", "Low"],
    ["\0", "U+0000", ""],
    ["🥺\ud83e", "U+D83E", "🥺"],
    ["\udd7a\ud83e", "U+DD7A", ""],
    ["One line\nand\u0085", "U+0085", "and"],
    ["Caf\ufffd", "U+FFFD", "Caf"],
    [`${"a".repeat(30)}\u001b`, "U+001B", "a".repeat(20)],
  ])("of %j is named with what is before it", (text, sign, before) =>
    expect(describeUnreadable(text)).toBe(textProblems.unreadable(sign, before)),
  );

  it.each([
    "",
    "Two\r\nlines\tand a tab",
    "🥺 🇵🇹 👩\u200d🎤",
    "יַעֲקֹב\u200f",
    "प्यार",
    "a\u2028b",
    "\u{10fffd}",
  ])("is not in %j", (text) => expect(describeUnreadable(text)).toBeUndefined());
});

it.each([
  ["\u0007", ""],
  ["sal\u0000t\u0085", "salt"],
  ["half 🥺".slice(0, -1), "half "],
  ["\uFFFDa\uFFFDb", "ab"],
  ["line\r\n\tline 🥺", "line\r\n\tline 🥺"],
])("%j without unreadable characters is %j", (text, readable) => {
  expect(removeUnreadable(text)).toBe(readable);
  expect(describeUnreadable(removeUnreadable(text))).toBeUndefined();
});

it("A name has one line", () => {
  const [pattern] = oneLine;
  for (const text of ["Low\nTide", "Low\tTide", "Low\u2028Tide", "Low\r"])
    expect(pattern.test(text)).toBe(false);
  for (const text of ["", "Low Tide", "Low\u00a0Tide"]) expect(pattern.test(text)).toBe(true);
});
