import { studioTexts } from "@wrapsody/shared/studio/studio.ts";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../testing/database/database.ts";
import { compressedZeros, plainPng, uploadOf } from "../../testing/media/pictures.ts";
import { storeCoverUpload } from "./image-uploads.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

async function upload(bytes: Buffer) {
  const { context } = database;
  const field = { field: "image", wrongType: studioTexts.wrongImage };
  return storeCoverUpload(context, await uploadOf(context.config.dataDir, bytes, {}), field);
}

describe("uploading an image", () => {
  test("with compressed texts of gigabytes does not decompress them", async () => {
    const text = compressedZeros("zTXt", 7_900_000);
    const bomb = plainPng(400, { ahead: Array.from({ length: 200 }, () => text) });
    expect(bomb.length).toBeLessThan(2_000_000);
    const stop = watchMemory();
    await upload(bomb);
    expect(stop()).toBeLessThan(150_000_000);
  });

  test("twelve times concurrently decodes one after the other", async () => {
    const large = sharp({ create: { width: 4_800, height: 4_800, channels: 3, background: "#c01020" } });
    const bytes = await large.png().toBuffer();
    const stop = watchMemory();
    await Promise.all(Array.from({ length: 12 }, () => upload(bytes)));
    // One fully decoded image takes 70 MB.
    expect(stop()).toBeLessThan(400_000_000);
  });
});

/** Returns a function that stops watching and returns the peak growth of the process in bytes. */
function watchMemory(): () => number {
  const before = process.memoryUsage.rss();
  let peakBytes = before;
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  }, 5);
  return () => {
    clearInterval(timer);
    return Math.max(peakBytes, process.memoryUsage.rss()) - before;
  };
}
