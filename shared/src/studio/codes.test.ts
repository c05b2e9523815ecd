import { expect, test } from "vitest";
import { findCode, readIsrc, readIswc, readLanguages } from "./codes.ts";
import { contributorRoles } from "./contributor-roles.ts";

test.each([
  "T-034.524.680-1",
  "T0345246801",
  "t 034 524 680 1",
  "ISWC T-034524680-1",
  "iswc: T–034.524.680–1",
  "T-034524680-1",
])("%s is read as an ISWC", (text) => {
  expect(readIswc(text)).toEqual({ code: "T-034.524.680-1", checked: true });
});

test("an ISWC with a wrong check digit is one, and says so", () => {
  expect(readIswc("T-034.524.680-2")).toEqual({ code: "T-034.524.680-2", checked: false });
});

test.each(["", "T-034.524.680", "034.524.680-1", "T-034.524.68O-1", "T-034.524.680-11"])(
  "%j is no ISWC",
  (text) => {
    expect(readIswc(text)).toBeUndefined();
  },
);

test.each(["GB-AYE-69-00123", "gbaye6900123", "ISRC GB AYE 69 00123", "GB-AYE-6900123"])(
  "%s is read as an ISRC",
  (text) => {
    expect(readIsrc(text)).toBe("GB-AYE-69-00123");
  },
);

test.each(["", "GB-AYE-69-0012", "G1-AYE-69-00123", "GB-AYE-6A-00123"])("%j is no ISRC", (text) => {
  expect(readIsrc(text)).toBeUndefined();
});

test("languages are read with commas or spaces between them", () => {
  expect(readLanguages("en, ES;en  pt")).toEqual(["en", "es", "pt"]);
  expect(readLanguages(" ")).toEqual([]);
});

test.each([
  ["MASTERING_ENGINEER", "MASTERING_ENGINEER"],
  ["Mastering engineer", "MASTERING_ENGINEER"],
  [" background-vocals ", "BACKGROUND_VOCALS"],
  ["co-producer", "COPRODUCER"],
  ["engineer", "ENGINEER"],
  ["driver", undefined],
  ["", undefined],
])("%j is the role %s", (typed, role) => {
  expect(findCode(contributorRoles, typed)).toBe(role);
});

test("no contributor role occurs twice or is shared by two notations", () => {
  const letters = contributorRoles.map((role) => role.replaceAll("_", ""));
  expect(new Set(letters).size).toBe(letters.length);
});
