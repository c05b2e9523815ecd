import { expect, test } from "vitest";
import { createCanvas, premultiply } from "./raster.ts";

test("a canvas is opaque and of one colour", () => {
  expect([...createCanvas(2, 1, [1, 128, 255]).data]).toEqual([1, 128, 255, 255, 1, 128, 255, 255]);
});

test("colours are multiplied by their alpha, and rounded", () => {
  const data = Uint8Array.of(...[255, 100, 3, 128], ...[9, 9, 9, 0], ...[7, 8, 9, 255]);
  premultiply(data);
  expect([...data]).toEqual([...[128, 50, 2, 128], ...[0, 0, 0, 0], ...[7, 8, 9, 255]]);
});
