import { campaignLimits } from "@wrapsody/shared/experiences/campaigns.ts";
import { describe, expect, test } from "vitest";
import { ApiError } from "../../../../../lib/api/api-fetch.ts";
import { OriginalFile } from "../../../../../lib/api/original-file.ts";
import { prepareImage } from "./shrink-image.ts";

const limit = campaignLimits.imageBytes;

describe("preparing an image", () => {
  const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  const jpegStart = [0xff, 0xd8, 0xff];
  const fileOf = (bytes: number, { start = pngStart, name = "sea.png", type = "image/png" } = {}) => {
    const content = new Uint8Array(bytes);
    content.set(start);
    return new File([content], name, { type });
  };
  const measured = (width: number, height: number) => async () => ({ width, height });
  const unread = async () => undefined;
  const failure = async (preparing: Promise<unknown>) => {
    const error = await preparing.catch((caught: unknown) => caught);
    return error instanceof ApiError ? error.errors[0]?.message : error;
  };

  test.each([
    ["bytes", limit + 1, 900, 20],
    ["pixels", 1_000, 5_001, 20],
    ["bytes and pixels", 6_400_000, 9_000, 9_000],
  ])("asks the server to shrink one with too many %s", async (_, bytes, width, height) => {
    const original = fileOf(bytes);
    const { file, size } = await prepareImage(original, measured(width, height));
    expect([file.name, file.type, file.size, size]).toEqual([
      "sea.png",
      "image/png",
      bytes,
      { width, height },
    ]);
    expect(file instanceof OriginalFile && file.fields).toEqual({ shrink: "true" });
    expect(await file.arrayBuffer()).toEqual(await original.arrayBuffer());
  });

  test("leaves an image that fits unchanged", async () => {
    const original = fileOf(limit);
    expect((await prepareImage(original, measured(5_000, 20))).file).toBe(original);
  });

  test.each([
    ["sea.jfif", "image/pjpeg"],
    ["sea.jpe", ""],
    ["sea.pjpeg", "image/pjpeg"],
    ["sea", "application/octet-stream"],
    ["sea.png", "image/png"],
  ])("knows a JPEG by its content: %s (%s)", async (name, type) => {
    const original = fileOf(1_000, { start: jpegStart, name, type });
    expect((await prepareImage(original, measured(90, 90))).file).toBe(original);
  });

  test("fails with the server’s message for another type, a damaged file and one that is far too large", async () => {
    const pdf = fileOf(10, { start: [0x25, 0x50, 0x44, 0x46] });
    expect(await failure(prepareImage(pdf, unread))).toMatch(/PNG or JPEG/);
    expect(await failure(prepareImage(fileOf(limit + 1), unread))).toMatch(/could not be read/);
    expect(await failure(prepareImage(fileOf(30_000_001), measured(90, 90)))).toMatch(/at most 2Mb/);
  });

  test("leaves the decision about a small unreadable file to the server", async () => {
    const original = fileOf(100);
    expect((await prepareImage(original, unread)).file).toBe(original);
  });
});
