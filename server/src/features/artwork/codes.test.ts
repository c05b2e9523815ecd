import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../testing/database/database.ts";
import { decodeQrCode } from "../../testing/media/qr-codes.ts";
import { readImageVariant, storeImage } from "./images.ts";
import { type ArtworkSpec, renderAndStoreArtwork } from "./index.ts";

let database: TestDatabase;
let artwork: string;

/** The least width of a code, and its distance to the other side of the canvas. */
const WIDTH = 160;
const FAR = 900 - WIDTH;

/** The codes in the corners of the artwork. */
const codes = [
  { name: "black on white", foreground: "#0a0a0a", background: "#ffffff", left: 0, top: 0 },
  { name: "the colours of a series", foreground: "#1d2a6b", background: "#f2d8b6", left: FAR, top: 0 },
  { name: "light on dark", foreground: "#f2d8b6", background: "#231c3d", left: 0, top: FAR },
  {
    name: "as little contrast as was once accepted",
    foreground: "#949494",
    background: "#ffffff",
    left: FAR,
    top: FAR,
  },
].map((code, index) => ({
  ...code,
  link: `https://music.example/qr/redirect?c=18442&s=7731&n=9912${index}`,
}));
type Code = (typeof codes)[number];

/** Draws a photo all over the canvas, and the codes on it. */
beforeAll(async () => {
  database = await testDatabase();
  const { context } = database;
  const photo = await readFile(new URL("./engine/golden/layers/photo.jpg", import.meta.url));
  const { id } = await storeImage(context, context.db, photo);
  const layers: ArtworkSpec["layers"] = [
    { kind: "image", id, place: { left: 0, top: 0, width: 900, height: 900 } },
    ...codes.map(({ link, foreground, background, left, top }) => ({
      kind: "qr" as const,
      text: link,
      colours: { foreground, background },
      place: { left, top, width: WIDTH, height: WIDTH },
    })),
  ];
  artwork = (await renderAndStoreArtwork(context, { ground: "#ffffff", layers })).id;
});
afterAll(() => database.close());

/** Reads a code with some of the photo beside it, as a phone does that is moved before a screen until it has it. */
async function readCode(picture: Buffer, { left, top }: Code): Promise<string | undefined> {
  const margin = 80;
  const [x, y] = [left, top].map((start) => Math.max(0, start - margin));
  const side = WIDTH + margin;
  const seen = await sharp(picture)
    .extract({ left: x ?? 0, top: y ?? 0, width: side, height: side })
    .png()
    .toBuffer();
  for (const nearness of [2, 1, 1.5, 3]) {
    const pixels = await sharp(seen)
      .resize({ width: side * nearness })
      .ensureAlpha()
      .raw()
      .toBuffer();
    const link = decodeQrCode(pixels);
    if (link !== undefined) return link;
  }
  return undefined;
}

test.each(["jpeg", "avif", "webp"])(
  "codes of the least width, in any colours, are read from the %s in which pages show them large",
  async (format) => {
    const picture = await readImageVariant(database.context, artwork, 960, format);
    for (const code of codes) expect(await readCode(picture, code), code.name).toBe(code.link);
  },
);
