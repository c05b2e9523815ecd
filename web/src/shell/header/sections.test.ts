import { expect, it } from "vitest";
import { sectionOf } from "./sections.ts";

it("finds the header entry of a path", () => {
  expect(["/wraps", "/wrap/salt-meridian", "/artist/ines"].map(sectionOf)).toEqual([
    "wraps",
    "wraps",
    "wraps",
  ]);
  expect(["/experiences", "/experiences/31/nft"].map(sectionOf)).toEqual(["dapps", "dapps"]);
  expect(["/you", "/my/art", "/create/one"].map(sectionOf)).toEqual(["you", "you", "you"]);
  expect(sectionOf("/login")).toBe("start");
});

it("marks no entry for other paths", () => {
  expect(["/", "/terms", "/wrapper", "/yours", "/signup"].map(sectionOf)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
