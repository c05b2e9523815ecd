import decode from "jsqr";
import { expect, test } from "vitest";
import { drawQr } from "./qr.ts";

const black = { foreground: "#000000", background: "#ffffff" };
const readCode = (text: string, width: number, colours = black) => {
  const { data } = drawQr(text, width, colours);
  return decode(new Uint8ClampedArray(data), width, width)?.data;
};

const link = "https://music.example/qr/redirect?c=18442&n=1073741824&k=Zm9sZGVkIHBhcGVyIG1vb24";

test.each([160, 161, 199, 280, 500, 900])("a code of a secure link can be read at %i pixels", (width) => {
  expect(readCode(link, width)).toBe(link);
});

test("a code can be read in the colours of a series", () => {
  expect(readCode(link, 280, { foreground: "#1d2a6b", background: "#f2d8b6" })).toBe(link);
});

test("rejects a text that would be too small to scan in its square", () => {
  expect(() => drawQr("x".repeat(1200), 160, black)).toThrow(RangeError);
});
