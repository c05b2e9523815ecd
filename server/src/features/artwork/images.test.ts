import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../testing/database/database.ts";
import { findImage, listOutdatedAmbients } from "./images.data.ts";
import { imageVariant, readImageVariant, storeImage } from "./images.ts";
import { updateAmbientColorsJob } from "./jobs.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

function drawn(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#0d4f52" } })
    .jpeg()
    .toBuffer();
}

describe("taking in a picture", () => {
  test("keeps its size, thumbhash and ambient colours", async () => {
    const { context } = database;
    const image = await storeImage(context, context.db, await drawn(700, 500));
    expect(image).toMatchObject({ width: 700, height: 500, on_ambient: "#f6f6f2" });
    expect(image.id).toMatch(/^[0-9a-f]{64}$/);
    expect(Buffer.from(image.thumbhash, "base64").length).toBeGreaterThan(4);
  });

  test("the same bytes stored eight times concurrently are one picture", { retry: 0 }, async () => {
    const { context } = database;
    const bytes = await drawn(410, 410);
    const images = await Promise.all(Array.from({ length: 8 }, () => storeImage(context, context.db, bytes)));
    expect(new Set(images.map((image) => image.id)).size).toBe(1);
  });

  test("a turned photo is measured as it is seen", async () => {
    const { context } = database;
    const turned = await sharp(await drawn(600, 400))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const image = await storeImage(context, context.db, turned);
    expect([image.width, image.height]).toEqual([400, 600]);
  });

  test.each([
    ["nothing", Buffer.alloc(0)],
    ["text with a picture's name", Buffer.from("not a picture at all")],
    ["half of a picture", undefined],
  ])("%s is refused as no picture", async (_, content) => {
    const { context } = database;
    const bytes = content ?? (await drawn(400, 400)).subarray(0, 600);
    await expect(storeImage(context, context.db, bytes)).rejects.toMatchObject({
      code: "E0009",
      status: 415,
    });
  });
});

describe("the stored properties of an image", () => {
  test("has the extension of its kind, whatever sharp calls it", async () => {
    const { context } = database;
    const avif = await storeImage(
      context,
      context.db,
      await sharp(await drawn(400, 400))
        .avif()
        .toBuffer(),
    );
    const stored = await findImage(context.db, avif.id);
    expect(stored?.storage_key).toMatch(/\.avif$/);
  });

  test("is no format that browsers do not show", async () => {
    const { context } = database;
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"/>');
    for (const bytes of [
      svg,
      await sharp(await drawn(400, 400))
        .tiff()
        .toBuffer(),
    ])
      await expect(storeImage(context, context.db, bytes)).rejects.toMatchObject({ code: "E0009" });
  });
});

describe("the ambient colour of a stored image", () => {
  const palette = ["#0e4f53", "#f2552b", "#efe6d2", "#101010"] as const;

  /** Dots of four inks, which any interpolation would mix. */
  async function printDots(): Promise<Buffer> {
    const dots = Array.from({ length: 90 * 90 }, (_, at) => {
      const colour = palette[(at * 7 + Math.floor(at / 90) * 3) % palette.length];
      return `<path fill="${colour}" d="M${(at % 90) * 10} ${Math.floor(at / 90) * 10}h10v10h-10z"/>`;
    });
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900" shape-rendering="crispEdges">${dots.join("")}</svg>`;
    return sharp(Buffer.from(svg)).png().toBuffer();
  }

  test("is a colour of its file, even if that consists of dots", async () => {
    const { context } = database;
    const { ambient } = await storeImage(context, context.db, await printDots());
    expect(ambient).toBe("#f2552b");
  });

  test("that an earlier version picked is picked again, once, by two jobs at the same instant", {
    retry: 0,
  }, async () => {
    const { context } = database;
    const { id } = await storeImage(context, context.db, await drawn(420, 420));
    await forgetColours([id]);
    await Promise.all([updateAmbientColorsJob.run(context, {}), updateAmbientColorsJob.run(context, {})]);
    expect(await findImage(context.db, id)).toMatchObject({ ambient: "#0e4f53", on_ambient: "#f6f6f2" });
    await sql`update image set ambient = '#123456' where id = ${id}`.execute(context.db);
    await updateAmbientColorsJob.run(context, {});
    expect(await findImage(context.db, id)).toMatchObject({ ambient: "#123456" });
  });

  test("stays as it is where the file is gone, and the job goes on with the next image", async () => {
    const { context } = database;
    const images = [await drawn(430, 430), await drawn(440, 440)].map((bytes) =>
      storeImage(context, context.db, bytes),
    );
    const [first, second] = (await Promise.all(images)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    await forgetColours([first?.id ?? "", second?.id ?? ""]);
    const lost = await findImage(context.db, first?.id ?? "");
    await context.storage.delete(lost?.storage_key ?? "");
    await updateAmbientColorsJob.run(context, {});
    expect(await findImage(context.db, first?.id ?? "")).toMatchObject({ ambient: "#020202" });
    expect(await findImage(context.db, second?.id ?? "")).toMatchObject({ ambient: "#0e4f53" });
    expect(await listOutdatedAmbients(context.db, { limit: 10 })).toEqual([]);
  });

  /** Leaves images as a node of the version before stores them. */
  async function forgetColours(ids: readonly string[]): Promise<void> {
    await sql`update image set ambient = '#020202', ambient_version = default where id = any(${ids})`.execute(
      database.context.db,
    );
  }
});

describe("a picture in one width and format", () => {
  test("is scaled, encoded, and the same file every time", async () => {
    const { context } = database;
    const { id } = await storeImage(context, context.db, await drawn(1000, 1000));
    const variants = await Promise.all(
      Array.from({ length: 8 }, () => imageVariant(context, id, 320, "avif")),
    );
    expect(new Set(variants.map((variant) => "key" in variant && variant.key)).size).toBe(1);
    const stored = await readImageVariant(context, id, 320, "avif");
    expect(await sharp(stored).metadata()).toMatchObject({ width: 320, height: 320, format: "heif" });
  });

  test("is never larger than the original", async () => {
    const { context } = database;
    const { id } = await storeImage(context, context.db, await drawn(200, 200));
    const stored = await readImageVariant(context, id, 960, "webp");
    expect((await sharp(stored).metadata()).width).toBe(200);
  });

  test.each([
    ["a width that is not offered", 333, "webp"],
    ["a format that is not offered", 320, "gif"],
  ])("%s is not found", async (_, width, format) => {
    const { context } = database;
    const { id } = await storeImage(context, context.db, await drawn(400, 400));
    await expect(imageVariant(context, id, width, format)).rejects.toMatchObject({ status: 404 });
  });

  test("an unknown picture is not found, nor is a path in its place", async () => {
    const { context } = database;
    await expect(imageVariant(context, "0".repeat(64), 320, "webp")).rejects.toMatchObject({ status: 404 });
    await expect(imageVariant(context, "../../etc/passwd", 320, "webp")).rejects.toMatchObject({
      status: 404,
    });
  });
});
