import { expect, test } from "vitest";
import { experienceNumber, wrapNumber } from "./catalogue-numbers.ts";

test("numbers of wraps have at least four digits, those of experiences three", () => {
  expect([7, 247, 12_345].map(wrapNumber)).toEqual(["0007", "0247", "12345"]);
  expect([7, 31, 2_900].map(experienceNumber)).toEqual(["007", "031", "2900"]);
});
