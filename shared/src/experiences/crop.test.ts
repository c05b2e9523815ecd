import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { crop, cropTexts, cropToPixels, formatCrop, pixelsToCrop, readCrop } from "./crop.ts";

const messageOf = (text: unknown) => crop.safeParse(text).error?.issues[0]?.message;

describe("a crop", () => {
  test.each([
    ["0,0,1,1", { left: 0, top: 0, width: 1, height: 1 }],
    [" 0.25, .5 ,0.5,0.5", { left: 0.25, top: 0.5, width: 0.5, height: 0.5 }],
    ["1e-3,0,0.999,1.", { left: 0.001, top: 0, width: 0.999, height: 1 }],
    ["0.1,0.7,0.9,0.3", { left: 0.1, top: 0.7, width: 0.9, height: 0.3 }],
    ["0.3333333,0,0.6666667,1", { left: 0.3333333, top: 0, width: 0.6666667, height: 1 }],
  ])("is four fractions: %s", (text, expected) => {
    expect(readCrop(crop.parse(text))).toEqual(expected);
  });

  test.each([
    "",
    "0,0,1",
    "0,0,1,1,1",
    "a,0,1,1",
    "0,0,1,NaN",
    "0,,1,1",
    "-0.1,0,1,1",
    "0x1,0,1,1",
    "0;0;1;1",
    "1e5,0,1,1",
  ])("is refused as %j", (text) => {
    expect(messageOf(text)).toBe(cropTexts.format);
  });

  test.each(["0,0,1.1,1", "0.5,0,0.6,1", "0,0.01,1,1", "0,0,0,1", "0,0,1,0", "2,2,1,1", "10,20,300,300"])(
    "must lie within the image: %s",
    (text) => {
      expect(messageOf(text)).toBe(cropTexts.outside);
    },
  );

  test.each([undefined, null, 4, [0, 0, 1, 1], { left: 0 }])("is a text, not %j", (value) => {
    expect(messageOf(value)).toBe(cropTexts.format);
  });

  test("returns to the same pixels", { retry: 0 }, () => {
    const side = fc.integer({ min: 1, max: 20_000 });
    fc.assert(
      fc.property(side, side, fc.nat(), fc.nat(), fc.nat(), fc.nat(), (width, height, ...parts) => {
        const [x, y, across, down] = parts;
        const [left, top] = [x % width, y % height];
        const box = { left, top, width: 1 + (across % (width - left)), height: 1 + (down % (height - top)) };
        const sent = readCrop(formatCrop(pixelsToCrop(box, { width, height })));
        expect(sent && cropToPixels(sent, { width, height })).toEqual(box);
      }),
    );
  });

  test("has at least one pixel, within the picture", { retry: 0 }, () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const side = fc.integer({ min: 1, max: 5_000 });
    fc.assert(
      fc.property(share, share, share, share, side, side, (left, top, width, height, across, down) => {
        const box = cropToPixels({ left, top, width, height }, { width: across, height: down });
        expect(box.width).toBeGreaterThanOrEqual(1);
        expect(box.height).toBeGreaterThanOrEqual(1);
        expect(box.left + box.width).toBeLessThanOrEqual(across);
        expect(box.top + box.height).toBeLessThanOrEqual(down);
      }),
    );
  });
});
