import { rgbaToThumbHash } from "thumbhash";
import { expect, test } from "vitest";
import { decodePlaceholder, isAnyOpaqueIn } from "./placeholder-alpha.ts";

test("a placeholder says which half of a picture is visible, and how wide it is", () => {
  const [width, height] = [60, 30];
  const pixels = new Uint8Array(4 * width * height);
  for (let at = 0; at < width * height; at += 1)
    if (at % width < width / 2) pixels.set([200, 80, 60, 255], 4 * at);
  const placeholder = decodePlaceholder(btoa(String.fromCharCode(...rgbaToThumbHash(width, height, pixels))));
  expect(placeholder.width / placeholder.height).toBeCloseTo(2, 0);
  const eighth = placeholder.width / 8;
  const box = { top: 0, width: Math.ceil(eighth), height: placeholder.height };
  expect(isAnyOpaqueIn(placeholder, { ...box, left: Math.floor(eighth) })).toBe(true);
  expect(isAnyOpaqueIn(placeholder, { ...box, left: Math.floor(6 * eighth) })).toBe(false);
});
