import { campaignLimits } from "@wrapsody/shared/campaigns.ts";
import { CANVAS_SIDE_PX } from "@wrapsody/shared/placing.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ApiError } from "../../../../../lib/api/api-fetch.ts";
import { type Codec, prepareImage } from "./shrink-image.ts";
import { type Encoding, fitInto, isOriginalBetter, listEncodings, needsShrinking } from "./shrinking.ts";

const limit = campaignLimits.imageBytes;
const png = { width: 3000, height: 1500, type: "image/png", bytes: 6_400_000 } as const;

describe("a large image", () => {
  test("has too many bytes or more pixels than a print", () => {
    expect(needsShrinking({ ...png, width: 900, height: 900, bytes: limit })).toBe(false);
    expect(needsShrinking({ ...png, width: 900, height: 900, bytes: limit + 1 })).toBe(true);
    expect(needsShrinking({ ...png, width: 10, height: 3600, bytes: 1 })).toBe(false);
    expect(needsShrinking({ ...png, width: 10, height: 3601, bytes: 1 })).toBe(true);
  });

  test("is fitted into the canvas with its proportions, and never enlarged", { retry: 0 }, () => {
    expect(fitInto(png, CANVAS_SIDE_PX)).toEqual({ width: 900, height: 450 });
    expect(fitInto({ width: 500, height: 4000 }, CANVAS_SIDE_PX)).toEqual({ width: 113, height: 900 });
    expect(fitInto({ width: 20_000, height: 3 }, CANVAS_SIDE_PX)).toEqual({ width: 900, height: 1 });
    const side = fc.integer({ min: 1, max: 20_000 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const fitted = fitInto({ width, height }, CANVAS_SIDE_PX);
        expect(Math.max(fitted.width, fitted.height)).toBeLessThanOrEqual(CANVAS_SIDE_PX);
        expect(fitted.width).toBeLessThanOrEqual(width);
        expect(fitted.height).toBeLessThanOrEqual(height);
        if (Math.max(width, height) <= CANVAS_SIDE_PX) expect(fitted).toEqual({ width, height });
      }),
    );
  });

  test("keeps the pixels of a print if its bytes allow that", () => {
    const widths = (isOpaque: boolean, width: number) => [
      ...new Set(listEncodings({ ...png, width, height: width }, isOpaque).map((encoding) => encoding.width)),
    ];
    expect(widths(true, 5000)).toEqual([3600, 1800, 900]);
    expect(widths(true, 1200)).toEqual([1200, 900]);
    expect(widths(false, 2000)).toEqual([2000, 1800, 900, 765, 630, 540, 450]);
    expect(widths(true, 300)).toEqual([300]);
  });

  test("keeps its transparency", () => {
    const types = (isOpaque: boolean) => new Set(listEncodings(png, isOpaque).map(({ type }) => type));
    expect(types(false)).toEqual(new Set(["image/png"]));
    expect([...types(true)]).toEqual(["image/png", "image/jpeg"]);
    const jpeg = listEncodings({ ...png, type: "image/jpeg" }, true);
    expect(new Set(jpeg.map(({ type }) => type))).toEqual(new Set(["image/jpeg"]));
  });

  test("is sent unchanged if that is smaller and accepted", () => {
    const small = { ...png, bytes: 300_000 };
    expect(isOriginalBetter(small, 400_000)).toBe(true);
    expect(isOriginalBetter(small, 200_000)).toBe(false);
    expect(isOriginalBetter(png, 7_000_000)).toBe(false);
    expect(isOriginalBetter({ ...small, width: 5_001 }, 400_000)).toBe(false);
  });
});

describe("preparing an image", () => {
  const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  const jpegStart = [0xff, 0xd8, 0xff];
  const fileOf = (bytes: number, { start = pngStart, name = "sea.png", type = "image/png" } = {}) => {
    const content = new Uint8Array(bytes);
    content.set(start);
    return new File([content], name, { type });
  };
  let encoded: Encoding[] = [];
  /** Stands for the browser's decoder: `bytesOf` says how large an encoding gets. */
  const codec =
    (bytesOf: (encoding: Encoding) => number, { isOpaque = false, width = 3000, height = 1500 } = {}) =>
    async (): Promise<Codec> => {
      encoded = [];
      return {
        width,
        height,
        isOpaque: () => isOpaque,
        async encode(encoding) {
          encoded.push(encoding);
          return new Blob([new Uint8Array(bytesOf(encoding))]);
        },
        close: () => undefined,
      };
    };
  const failure = async (preparing: Promise<unknown>) => {
    const error = await preparing.catch((caught: unknown) => caught);
    return error instanceof ApiError ? error.errors[0]?.message : error;
  };

  test("shrinks it and reports its sizes", async () => {
    const { file, size, shrunk } = await prepareImage(
      fileOf(6_400_000),
      codec(() => 800_000),
    );
    expect([file.name, file.type, file.size, size]).toEqual([
      "sea.png",
      "image/png",
      800_000,
      { width: 3000, height: 1500 },
    ]);
    expect(shrunk).toEqual({ from: 6_400_000, to: 800_000 });
    expect(encoded).toEqual([{ width: 3000, height: 1500, type: "image/png", quality: 1 }]);
  });

  test("leaves an image that fits unchanged", async () => {
    const original = fileOf(1_000);
    const prepared = await prepareImage(
      original,
      codec(() => 1, { width: 900, height: 20 }),
    );
    expect([prepared.file, prepared.shrunk, encoded]).toEqual([original, undefined, []]);
  });

  test("makes an opaque one a JPEG if a PNG is too large", async () => {
    const { file } = await prepareImage(
      fileOf(6_400_000),
      codec(({ type }) => (type === "image/png" ? limit + 1 : 500_000), { isOpaque: true }),
    );
    expect([file.name, file.type]).toEqual(["sea.jpg", "image/jpeg"]);
  });

  test.each([
    ["sea.jfif", "image/pjpeg"],
    ["sea.jpe", ""],
    ["sea.pjpeg", "image/pjpeg"],
    ["sea", "application/octet-stream"],
    ["sea.png", "image/png"],
  ])("knows a JPEG by its content: %s (%s)", async (name, type) => {
    await prepareImage(
      fileOf(6_400_000, { start: jpegStart, name, type }),
      codec(() => 500_000, { isOpaque: true }),
    );
    expect(encoded.map((encoding) => encoding.type)).toEqual(["image/jpeg"]);
  });

  test("reduces a transparent one further, and stays a PNG", async () => {
    const { file } = await prepareImage(
      fileOf(6_400_000),
      codec(({ width }) => (width > 700 ? limit + 1 : limit)),
    );
    expect([file.type, encoded.at(-1)?.width]).toEqual(["image/png", 630]);
  });

  test("fails with the server’s message for another type, a damaged file and one that stays too large", async () => {
    const unread = async () => undefined;
    expect(await failure(prepareImage(fileOf(10, { start: [0x25, 0x50, 0x44, 0x46] }), unread))).toMatch(
      /PNG or JPEG/,
    );
    expect(await failure(prepareImage(fileOf(limit + 1), unread))).toMatch(/could not be read/);
    expect(
      await failure(
        prepareImage(
          fileOf(limit + 1),
          codec(() => limit + 1),
        ),
      ),
    ).toMatch(/at most 2Mb/);
  });

  test("leaves the decision about a small unreadable file to the server", async () => {
    const original = fileOf(100);
    expect((await prepareImage(original, async () => undefined)).file).toBe(original);
  });
});
