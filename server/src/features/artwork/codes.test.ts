import { readFile } from "node:fs/promises";
import decode from "jsqr";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../testing/database/database.ts";
import { readImageVariant, storeImage } from "./images.ts";
import { type ArtworkSpec, renderAndStoreArtwork } from "./index.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const link = "https://music.example/qr/redirect?c=18442&s=7731&n=99120";
const busy = new URL("./engine/golden/layers/photo.jpg", import.meta.url);

/** A photo all over the canvas, and a code of the least width in a corner of it. */
async function artworkWith(colours: { foreground: string; background: string }): Promise<string> {
  const { context } = database;
  const { id } = await storeImage(context, context.db, await readFile(busy));
  const whole = { left: 0, top: 0, width: 900, height: 900 };
  const corner = { left: 740, top: 740, width: 160, height: 160 };
  const picture: ArtworkSpec = {
    ground: "#ffffff",
    layers: [
      { kind: "image", id, place: whole },
      { kind: "qr", text: link, colours, place: corner },
    ],
  };
  return (await renderAndStoreArtwork(context, picture)).id;
}

/** As a phone reads it that is moved before a screen until it has it. */
async function readCode(picture: Buffer): Promise<string | undefined> {
  const { width } = await sharp(picture).metadata();
  for (const nearness of [2, 1, 1.5, 3]) {
    const { data, info } = await sharp(picture)
      .resize({ width: Math.round(width * nearness) })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const read = decode(new Uint8ClampedArray(data), info.width, info.height)?.data;
    if (read !== undefined) return read;
  }
  return undefined;
}

test.each([
  ["black on white", { foreground: "#0a0a0a", background: "#ffffff" }],
  ["the colours of a series", { foreground: "#1d2a6b", background: "#f2d8b6" }],
  ["light on dark", { foreground: "#f2d8b6", background: "#231c3d" }],
  ["as little contrast as is taken", { foreground: "#949494", background: "#ffffff" }],
])(
  "a code of the least width, in %s, is read from every format in which pages show it large",
  async (_, colours) => {
    const { context } = database;
    const id = await artworkWith(colours);
    for (const format of ["jpeg", "avif", "webp"]) {
      expect(await readCode(await readImageVariant(context, id, 960, format)), format).toBe(link);
    }
  },
);
