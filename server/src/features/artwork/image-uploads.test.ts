import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { deflateSync } from "node:zlib";
import { UNREADABLE_IMAGE } from "@wrapsody/shared/api/media.ts";
import { type Crop, cropTexts, pixelsToCrop } from "@wrapsody/shared/experiences/crop.ts";
import { participationTexts } from "@wrapsody/shared/experiences/participation.ts";
import { filterPixels } from "@wrapsody/shared/experiences/photo-filters.ts";
import { studioTexts } from "@wrapsody/shared/studio/studio.ts";
import { compareCost } from "@wrapsody/shared/testing/processor-time.ts";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../testing/database/database.ts";
import {
  animatedPng,
  compressedZeros,
  exif,
  exifSegment,
  jpegSegment,
  jpegWith,
  manyScans,
  plainPng,
  png,
  pngChunk,
  pngHead,
  pngProfile,
  uploadOf,
} from "../../testing/media/pictures.ts";
import { storeCoverUpload, storeLayerUpload, storePhotoUpload, tooManyPixels } from "./image-uploads.ts";
import { findImage } from "./images.data.ts";
import { readImageVariant } from "./images.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const field = { field: "image", wrongType: studioTexts.wrongImage };

/** Stores a file as a cover, with any name and type, whole or cropped. */
async function storeCover(
  bytes: Buffer,
  { crop, ...overrides }: { fileName?: string; contentType?: string; crop?: Crop } = {},
) {
  const { context } = database;
  const upload = await uploadOf(context.config.dataDir, bytes, overrides);
  return storeCoverUpload(context, upload, { ...field, crop });
}

async function storeAndCatch(bytes: Buffer, overrides = {}): Promise<unknown> {
  try {
    return await storeCover(bytes, overrides);
  } catch (error) {
    return error;
  }
}

const refused = (message: string) => ({ code: "E0007", errors: [{ field: "image", message }] });

/** Reads the stored file of an image. */
async function readStored({ id }: { id: string }): Promise<Buffer> {
  const found = await findImage(database.context.db, id);
  return buffer(await database.context.storage.read(found?.storage_key ?? ""));
}

/** Red, green and blue of a picture that is of one colour, in its middle. */
async function colourOf(bytes: Buffer): Promise<number[]> {
  const { width, height } = await sharp(bytes).metadata();
  const middle = { left: width >> 1, top: height >> 1, width: 1, height: 1 };
  return [...(await sharp(bytes).extract(middle).removeAlpha().raw().toBuffer())];
}

const red = [192, 16, 32];
function drawn(width: number, height = width): Sharp {
  return sharp({ create: { width, height, channels: 3, background: "#c01020" } });
}
/** Detail everywhere, so that the middle of a JPEG is in the middle of its file. */
function noise(side: number): Sharp {
  const data = Buffer.alloc(side * side * 3);
  for (let at = 0; at < data.length; at += 1) data[at] = (at * at * 7919 + at * 31) % 256;
  return sharp(data, { raw: { width: side, height: side, channels: 3 } });
}
const jpegEnd = Buffer.from([0xff, 0xd9]);
/** What phones append to a photo: a picture of their own, and data that only they read. */
const phoneTrailer = async () =>
  Buffer.concat([
    await drawn(60).jpeg().toBuffer(),
    Buffer.from("SEFH\x6b\0\0\0\x01\0\0\0SEFT"),
    Buffer.alloc(99),
  ]);
const like = (colour: readonly number[], tolerance: number) =>
  colour.map((channel) => expect.toSatisfy((found: number) => Math.abs(found - channel) <= tolerance));

describe("a picture that is sent", () => {
  test("is stored in its own format, whatever its file name and content type", async () => {
    const jpeg = await storeCover(await drawn(500).jpeg().toBuffer(), {
      fileName: "cover.png",
      contentType: "image/png",
    });
    const drawnPng = await storeCover(await drawn(500).png().toBuffer(), {
      fileName: "cover.exe",
      contentType: "application/octet-stream",
    });
    expect(await sharp(await readStored(jpeg)).metadata()).toMatchObject({ format: "jpeg", width: 500 });
    expect(await sharp(await readStored(drawnPng)).metadata()).toMatchObject({ format: "png", width: 500 });
    expect(jpeg).toMatchObject({ width: 500, height: 500, ambient: expect.stringMatching(/^#[0-9a-f]{6}$/) });
  });

  test("uploaded twice, or eight times concurrently, is one picture", { retry: 0 }, async () => {
    const bytes = await drawn(401).jpeg().toBuffer();
    const first = await storeCover(bytes);
    const images = await Promise.all(Array.from({ length: 8 }, () => storeCover(bytes)));
    expect(new Set(images.map(({ id }) => id))).toEqual(new Set([first.id]));
    const { rows } = await sql`select from image where id = ${first.id}`.execute(database.context.db);
    expect(rows).toHaveLength(1);
  });

  test("is found by its content, so that a try that died before its row was written is finished by the next", async () => {
    const { context } = database;
    const bytes = await drawn(444).png().toBuffer();
    const first = await storeCover(bytes);
    await sql`delete from image where id = ${first.id}`.execute(context.db);
    const repeated = await storeCover(bytes);
    expect(repeated).toEqual(first);
    expect(await readStored(repeated)).not.toHaveLength(0);
  });

  test("is shown in every width that is offered", async () => {
    const { id } = await storeCover(await drawn(700).png().toBuffer());
    const file = await readImageVariant(database.context, id, 320, "webp");
    expect(await sharp(file).metadata()).toMatchObject({ width: 320, height: 320 });
  });

  test("is kept with at most 3000 pixels a side", async () => {
    const image = await storeCover(await drawn(3001).jpeg().toBuffer());
    expect(image).toMatchObject({ width: 3000, height: 3000 });
  });
});

describe("an upload outside the limits", () => {
  test.each([
    ["400 by 400", 400, 400, undefined],
    ["399 by 399", 399, 399, studioTexts.tooSmall],
    ["500 by 499", 500, 499, studioTexts.notSquare],
    ["300 by 200", 300, 200, studioTexts.notSquare],
  ])("%s pixels", async (_, width, height, message) => {
    const found = await storeAndCatch(await drawn(width, height).png().toBuffer());
    expect(found).toMatchObject(message === undefined ? { width, height } : refused(message));
  });

  test("rejects 5001 pixels a side, and a header that claims 900,000, before decoding a pixel", async () => {
    const claims = (width: number, height: number) =>
      png(pngHead({ width, height }), pngChunk("IDAT", Buffer.alloc(20)), pngChunk("IEND"));
    expect(await storeAndCatch(claims(5_001, 5_001))).toMatchObject(refused(tooManyPixels));
    expect(await storeAndCatch(claims(900_000, 900_000))).toMatchObject(refused(tooManyPixels));
    expect(await storeAndCatch(claims(2 ** 31 - 1, 2 ** 31 - 1))).toMatchObject(refused(field.wrongType));
    expect(await storeAndCatch(claims(0, 0))).toMatchObject(refused(field.wrongType));
  });

  test("a file above 2 MB is not even read", async () => {
    const upload = await uploadOf(database.context.config.dataDir, Buffer.alloc(2_000_001));
    await expect(storeCoverUpload(database.context, upload, field)).rejects.toMatchObject(
      refused(studioTexts.imageTooLarge),
    );
  });
});

describe("a file that is no PNG or JPEG", () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500"><rect/></svg>');
  test.each<[string, () => Promise<Buffer>]>([
    ["nothing", async () => Buffer.alloc(0)],
    ["a text", async () => Buffer.from("not a picture at all")],
    ["GIF", () => drawn(500).gif().toBuffer()],
    ["WebP", () => drawn(500).webp().toBuffer()],
    ["AVIF", () => drawn(500).avif().toBuffer()],
    ["TIFF", () => drawn(500).tiff().toBuffer()],
    ["SVG", async () => svg],
    ["BMP", async () => Buffer.concat([Buffer.from("BM"), Buffer.alloc(600)])],
    ["the first bytes of a PNG", async () => plainPng(400).subarray(0, 8)],
    ["the first bytes of a JPEG", async () => Buffer.from([0xff, 0xd8, 0xff])],
    ["a page behind the first bytes of a PNG", async () => png(Buffer.from("<html><script>1</script>"))],
  ])("%s is refused", async (_, bytes) => {
    const found = await storeAndCatch(await bytes(), { fileName: "cover.png", contentType: "image/png" });
    expect(found).toMatchObject(refused(studioTexts.wrongImage));
  });

  test.each<[string, () => Promise<Buffer>]>([
    ["half of a PNG", async () => plainPng(400).subarray(0, -60)],
    ["a PNG without its end", async () => plainPng(400).subarray(0, -12)],
    ["half of a JPEG", async () => (await drawn(400).jpeg().toBuffer()).subarray(0, 700)],
    ["half of a JPEG with an end", async () => Buffer.concat([await cutJpeg(), jpegEnd])],
    ["half of a JPEG with a trailer", async () => Buffer.concat([await cutJpeg(), await phoneTrailer()])],
    ["half of a progressive JPEG", () => cutJpeg({ progressive: true })],
    [
      "half of a JPEG with a thumbnail",
      async () => jpegWith(await cutJpeg(), jpegSegment(0xe2, await drawn(40).jpeg().toBuffer())),
    ],
    ["a PNG with a wrong checksum", async () => damaged(await drawn(400).png().toBuffer())],
    ["a PNG of rubbish", async () => withData(Buffer.alloc(5_000, 7))],
    ["a PNG with too little data", async () => withData(deflateSync(Buffer.alloc(100)))],
    [
      "a PNG of many empty chunks",
      async () => png(square, ...Array.from({ length: 20_000 }, () => pngChunk("teSt"))),
    ],
  ])("%s is refused as damaged, not as another type", async (_, bytes) => {
    const found = await storeAndCatch(await bytes(), { fileName: "cover.png", contentType: "image/png" });
    expect(found).toMatchObject(refused(UNREADABLE_IMAGE));
  });

  const cutJpeg = async (options = {}) => {
    const jpeg = await noise(400).jpeg(options).toBuffer();
    return jpeg.subarray(0, jpeg.length >> 1);
  };
  const square = pngHead({ width: 400, height: 400 });
  const withData = (data: Buffer) => png(square, pngChunk("IDAT", data), pngChunk("IEND"));

  test("reports a wrong type in the words of the page that sent it", async () => {
    const { context } = database;
    const upload = await uploadOf(context.config.dataDir, Buffer.from("GIF89a"));
    const messages = { field: "artwork", wrongType: studioTexts.wrongImageOnManage };
    await expect(storeCoverUpload(context, upload, messages)).rejects.toMatchObject({
      code: "E0007",
      errors: [{ field: "artwork", message: studioTexts.wrongImageOnManage }],
    });
  });

  function damaged(bytes: Buffer): Buffer {
    const at = bytes.indexOf("IDAT") + 10;
    bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    return bytes;
  }
});

describe("the pixels that are kept", () => {
  test("are rotated as the camera's orientation requires", async () => {
    const halves = await sharp({ create: { width: 600, height: 600, channels: 3, background: "#fff" } })
      .composite([{ input: await drawn(600, 300).png().toBuffer(), top: 0, left: 0 }])
      .jpeg()
      .toBuffer();
    const stored = await readStored(await storeCover(jpegWith(halves, exifSegment(6))));
    const at = (left: number) => ({ left, top: 300, width: 1, height: 1 });
    expect([...(await sharp(stored).extract(at(500)).raw().toBuffer())]).toEqual(like(red, 4));
    expect([...(await sharp(stored).extract(at(100)).raw().toBuffer())]).toEqual(like([255, 255, 255], 4));
  });

  test("are square only if they are so once they are turned", async () => {
    const lying = await drawn(600, 400).jpeg().toBuffer();
    expect(await storeAndCatch(jpegWith(lying, exifSegment(6)))).toMatchObject(
      refused(studioTexts.notSquare),
    );
  });

  test.each<[string, () => Promise<Buffer>, number]>([
    ["CMYK JPEG", () => drawn(500).toColourspace("cmyk").jpeg({ quality: 95 }).toBuffer(), 24],
    ["progressive JPEG", () => drawn(500).jpeg({ progressive: true }).toBuffer(), 2],
    ["PNG of 16 bits", () => drawn(500).toColourspace("rgb16").png().toBuffer(), 0],
    ["PNG with a palette", () => drawn(500).png({ palette: true }).toBuffer(), 0],
    ["interlaced PNG", () => drawn(500).png({ progressive: true }).toBuffer(), 0],
    ["PNG in the colours of a wide screen", () => drawn(500).withIccProfile("p3").png().toBuffer(), 2],
    ["PNG whose profile is rubbish", async () => rubbishProfile(), 0],
    ["PNG whose profile is that of a printing press", () => pressProfile(), 0],
  ])("are those of a %s, in sRGB", async (_, bytes, tolerance) => {
    const stored = await readStored(await storeCover(await bytes()));
    expect(await colourOf(stored)).toEqual(like(red, tolerance));
    expect(await sharp(stored).metadata()).toMatchObject({ space: "srgb", depth: "uchar" });
  });

  describe("are all rows of a JPEG", () => {
    const side = 400;
    const lastRows = (picture: Buffer) =>
      sharp(picture)
        .extract({ left: 0, top: side - 20, width: side, height: 20 })
        .raw()
        .toBuffer();
    let jpeg: Buffer;
    let progressive: Buffer;
    let expected: Buffer;
    beforeAll(async () => {
      jpeg = await noise(side).jpeg().toBuffer();
      progressive = await noise(side).jpeg({ progressive: true }).toBuffer();
      expected = await lastRows(await readStored(await storeCover(jpeg)));
    });

    test.each<[string, () => Promise<Buffer> | Buffer]>([
      ["without its end", () => jpeg.subarray(0, -2)],
      ["without half of its end", () => jpeg.subarray(0, -1)],
      ["with zeros instead of its end", () => Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(2)])],
      ["without its end, progressive", () => progressive.subarray(0, -2)],
      ["with the trailer of a phone", async () => Buffer.concat([jpeg, await phoneTrailer()])],
      [
        "with the trailer of a phone instead of its end",
        async () => Buffer.concat([jpeg.subarray(0, -2), await phoneTrailer()]),
      ],
      [
        "with stray bytes between its segments",
        () => {
          const at = jpeg.indexOf("ffdb", 4, "hex");
          return Buffer.concat([jpeg.subarray(0, at), Buffer.from([7, 7, 7]), jpeg.subarray(at)]);
        },
      ],
    ])("%s", async (_, bytes) => {
      const stored = await readStored(await storeCover(await bytes(), { fileName: "IMG_2041.jfif" }));
      expect((await lastRows(stored)).equals(expected)).toBe(true);
    });
  });

  test("are those of a JPEG with the four inks coded as YCCK", async () => {
    const bytes = await drawn(500).toColourspace("cmyk").jpeg({ quality: 95 }).toBuffer();
    const transform = bytes.indexOf("Adobe") + 11;
    bytes[transform] = 2;
    const stored = await readStored(await storeCover(bytes));
    expect(await sharp(stored).metadata()).toMatchObject({ format: "jpeg", space: "srgb", channels: 3 });
  });

  test("are grey in three channels where they were grey in one", async () => {
    for (const grey of [drawn(500).greyscale().png(), drawn(500).greyscale().jpeg()]) {
      const [first, ...others] = await colourOf(await readStored(await storeCover(await grey.toBuffer())));
      expect(others).toEqual([first, first]);
    }
  });

  test("stay as transparent as they are in a PNG", async () => {
    const bytes = await drawn(500).ensureAlpha(0.5).png().toBuffer();
    const stored = await readStored(await storeCover(bytes));
    expect((await sharp(stored).stats()).channels[3]?.mean).toBeCloseTo(127, 0);
  });

  test("are those of an animated PNG that show where nothing moves", async () => {
    const stored = await readStored(await storeCover(animatedPng(400, [10, 200, 30], [250, 0, 0])));
    expect(await colourOf(stored)).toEqual([10, 200, 30]);
    expect(stored.includes("acTL")).toBe(false);
  });

  function rubbishProfile(): Buffer {
    const profile = pngProfile(Buffer.from("no profile at all ".repeat(20)));
    return plainPng(400, { colour: [192, 16, 32], ahead: [profile] });
  }

  async function pressProfile(): Promise<Buffer> {
    const press = await drawn(400).toColourspace("cmyk").withIccProfile("cmyk").jpeg().toBuffer();
    const { icc = Buffer.alloc(0) } = await sharp(press).metadata();
    return plainPng(400, { colour: [192, 16, 32], ahead: [pngProfile(icc)] });
  }
});

describe("nothing else of the file is kept", () => {
  const secrets = ["40.4168 N", "a comment of mine", "<script>alert(1)</script>", "PK\u0003\u0004"];
  const tail = Buffer.from("<script>alert(1)</script>PK\u0003\u0004 and a whole archive");

  test("of a JPEG: no place, no comment, no profile, no tail", async () => {
    const clean = await drawn(500).withIccProfile("p3").jpeg().toBuffer();
    const comment = jpegSegment(0xfe, Buffer.from("a comment of mine"));
    const original = Buffer.concat([jpegWith(clean, exifSegment(1), comment), tail]);
    expect(secrets.every((secret) => original.includes(secret))).toBe(true);
    await expectNothingBut(await readStored(await storeCover(original)));
  });

  test("of a PNG: no place, no text, no profile, no tail", async () => {
    const text = pngChunk("tEXt", Buffer.from("Comment\0a comment of mine", "latin1"));
    const original = plainPng(500, { ahead: [pngChunk("eXIf", exif(1)), text], behind: tail });
    expect(secrets.every((secret) => original.includes(secret))).toBe(true);
    await expectNothingBut(await readStored(await storeCover(original)));
  });

  test("so that pictures which differ in nothing one sees are one picture", async () => {
    const text = pngChunk("tEXt", Buffer.from("Comment\0another", "latin1"));
    const [plain, talkative] = [
      await storeCover(plainPng(450)),
      await storeCover(plainPng(450, { ahead: [text] })),
    ];
    expect(talkative.id).toBe(plain.id);
  });

  async function expectNothingBut(stored: Buffer): Promise<void> {
    for (const secret of secrets) expect(stored.includes(secret)).toBe(false);
    const { exif: placed, icc, xmp, comments } = await sharp(stored).metadata();
    expect({ placed, icc, xmp, comments }).toEqual({});
  }
});

describe("a file that wants to exhaust the machine", () => {
  test("with a colour profile of a hundred megabytes is taken as if it had none", async () => {
    const bomb = plainPng(400, { ahead: [compressedZeros("iCCP", 100_000_000)] });
    const stored = await readStored(await storeCover(bomb));
    expect(await colourOf(stored)).toEqual([13, 79, 82]);
    const large = plainPng(400, { ahead: [compressedZeros("iCCP", 2_000_000)] });
    // Decompressing all of it would take fifty times as long.
    const limit = 10;
    const ratio = await compareCost({
      operation: () => storeCover(bomb),
      reference: () => storeCover(large),
      limit,
    });
    expect(ratio).toBeLessThanOrEqual(limit);
  });

  test("with hundreds of scans is refused without going over them", async () => {
    const bomb = manyScans(5000);
    expect(bomb.length).toBeLessThan(200_000);
    expect(await storeAndCatch(bomb)).toMatchObject(refused(studioTexts.wrongImage));
  });
});

/** Every pixel names its place: red grows to the right, green to the bottom. */
function graded(width: number, height: number): Sharp {
  const data = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    data[3 * at] = Math.round((255 * (at % width)) / (width - 1));
    data[3 * at + 1] = Math.round((255 * Math.floor(at / width)) / (height - 1));
    data[3 * at + 2] = 90;
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** Hard to compress, so that its bytes grow with its pixels. */
function grain(width: number, height: number, channels: 3 | 4 = 3): Sharp {
  const data = Buffer.alloc(width * height * channels);
  for (let at = 0, state = 1; at < data.length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    data[at] = state >>> 16;
  }
  return sharp(data, { raw: { width, height, channels } });
}

/** The mean difference of two pictures of one size, in 255ths. */
async function differenceOf(found: Buffer, expected: Sharp): Promise<number> {
  const read = (picture: Sharp) => picture.removeAlpha().raw().toBuffer();
  const [left, right] = [await read(sharp(found)), await read(expected)];
  if (left.length !== right.length) throw new Error("The pictures have different sizes.");
  let sum = 0;
  for (let at = 0; at < left.length; at += 1) sum += Math.abs((left[at] ?? 0) - (right[at] ?? 0));
  return sum / left.length;
}

describe("the crop of a file", () => {
  const size = { width: 900, height: 600 };
  const box = { left: 310, top: 70, width: 500, height: 500 };
  const crop = pixelsToCrop(box, size);

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "is that of the picture as displayed with orientation %i",
    async (orientation) => {
      const size = { width: 520, height: 440 };
      const box = { left: 80, top: 30, width: 400, height: 400 };
      const isSideways = orientation > 4;
      const [width, height] = isSideways ? [size.height, size.width] : [size.width, size.height];
      const original = jpegWith(
        await graded(width, height).jpeg({ quality: 100 }).toBuffer(),
        exifSegment(orientation),
      );
      const displayed = await sharp(original).autoOrient().png({ compressionLevel: 0 }).toBuffer();
      const stored = await storeCover(original, { crop: pixelsToCrop(box, size) });
      expect(stored).toMatchObject({ width: 400, height: 400 });
      expect(await differenceOf(await readStored(stored), sharp(displayed).extract(box))).toBeLessThan(2);
    },
  );

  test("is scaled to 1400 pixels, from far more than an upload may have otherwise", async () => {
    const large = { width: 5_100, height: 1_420 };
    const bytes = await graded(510, 142).resize(large.width, large.height).jpeg().toBuffer();
    const padded = Buffer.concat([bytes, Buffer.alloc(9_000_000)]);
    const square = { left: 1_000, top: 10, width: 1_405, height: 1_405 };
    const stored = await storeCover(padded, { crop: pixelsToCrop(square, large) });
    expect(stored).toMatchObject({ width: 1_400, height: 1_400 });
    const expected = sharp(bytes).extract(square).resize(1_400);
    expect(await differenceOf(await readStored(stored), expected)).toBeLessThan(2);
  });

  test.each<[string, Crop]>([
    ["a fraction in the corner", { left: 0.999, top: 0.999, width: 0.001, height: 0.001 }],
    ["nearly nothing", { left: 0, top: 0, width: 1e-9, height: 1e-9 }],
    ["399 pixels", pixelsToCrop({ left: 0, top: 0, width: 399, height: 399 }, size)],
  ])("is refused if it is %s", async (_, tiny) => {
    const bytes = await drawn(900, 600).png().toBuffer();
    expect(await storeAndCatch(bytes, { crop: tiny })).toMatchObject(refused(studioTexts.tooSmall));
  });

  test.each<[string, Crop]>([
    ["the whole file", { left: 0, top: 0, width: 1, height: 1 }],
    ["a strip", { left: 0.1, top: 0.5, width: 0.8, height: 0.1 }],
  ])("is refused if it is %s and not square", async (_, other) => {
    const bytes = await drawn(900, 600).png().toBuffer();
    expect(await storeAndCatch(bytes, { crop: other })).toMatchObject(refused(studioTexts.notSquare));
  });

  test("may be rounded to three digits", async () => {
    const rounded = { left: 0.344, top: 0.117, width: 0.556, height: 0.833 };
    const stored = await storeCover(await graded(900, 600).png().toBuffer(), { crop: rounded });
    expect(stored).toMatchObject({ width: 500, height: 500 });
  });

  test("of a header that claims a billion pixels is refused before decoding one", async () => {
    const head = pngHead({ width: 40_000, height: 25_000 });
    const claims = png(head, pngChunk("IDAT", Buffer.alloc(20)), pngChunk("IEND"));
    const whole = { left: 0, top: 0, width: 0.625, height: 1 };
    expect(await storeAndCatch(claims, { crop: whole })).toMatchObject(refused(cropTexts.tooManyPixels));
  });

  test("keeps the transparency of a small PNG, and lays a large one on white", async () => {
    const clear = sharp({ create: { ...size, channels: 4, background: "#c0102000" } });
    const small = await clear.png().toBuffer();
    const kept = await readStored(await storeCover(small, { crop }));
    expect(await sharp(kept).metadata()).toMatchObject({ format: "png", hasAlpha: true });
    const data = Buffer.alloc(900 * 600 * 4);
    for (let at = 0; at < data.length; at += 1) data[at] = at % 4 === 3 ? 0 : (at * at * 7919) % 251;
    const large = await sharp(data, { raw: { ...size, channels: 4 } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(large.length).toBeGreaterThan(2_000_000);
    const white = await readStored(await storeCover(large, { crop }));
    expect(await sharp(white).metadata()).toMatchObject({ format: "jpeg" });
    expect(await colourOf(white)).toEqual([255, 255, 255]);
  });

  let jpeg: Buffer;
  let progressive: Buffer;
  let whole: Buffer;
  beforeAll(async () => {
    jpeg = await grain(900, 600).jpeg().toBuffer();
    progressive = await grain(900, 600).jpeg({ progressive: true }).toBuffer();
    whole = await readStored(await storeCover(jpeg, { crop }));
  });
  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ["without its end", () => jpeg.subarray(0, -2)],
    ["without half of its end", () => jpeg.subarray(0, -1)],
    ["without its end, progressive", () => progressive.subarray(0, -2)],
    ["with the trailer of a phone", async () => Buffer.concat([jpeg, await phoneTrailer()])],
    ["with zeros instead of its end", () => Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(2)])],
  ])("is whole in a JPEG %s", async (_, bytes) => {
    const stored = await readStored(await storeCover(await bytes(), { crop }));
    expect(await differenceOf(stored, sharp(whole))).toBeLessThan(1);
  });

  const half = (file: Buffer) => file.subarray(0, file.length >> 1);
  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ["half of a JPEG", () => half(jpeg)],
    ["half of a JPEG with an end", () => Buffer.concat([half(jpeg), jpegEnd])],
    ["half of a JPEG with a trailer", async () => Buffer.concat([half(jpeg), await phoneTrailer()])],
    ["half of a progressive JPEG", () => half(progressive)],
    ["half of a JPEG on its side", () => jpegWith(half(jpeg), exifSegment(3))],
    ["half of a PNG", async () => (await graded(900, 600).png().toBuffer()).subarray(0, -900)],
  ])("is refused in %s, even where its rows are there", async (_, bytes) => {
    // Half of the file has 300 of its 600 rows.
    const upper = pixelsToCrop({ left: 0, top: 0, width: 400, height: 400 }, size);
    expect(await storeAndCatch(await bytes(), { crop: upper })).toMatchObject(refused(UNREADABLE_IMAGE));
  });
});

describe("a photo that is sent", () => {
  async function storePhoto(bytes: Buffer, rules: Partial<Parameters<typeof storePhotoUpload>[2]> = {}) {
    const { context } = database;
    const upload = await uploadOf(context.config.dataDir, bytes, {});
    return storePhotoUpload(context, upload, { field: "image", crop: undefined, filter: "NONE", ...rules });
  }

  test("is cropped, then its colours are filtered", async () => {
    const bytes = await graded(800, 600).png().toBuffer();
    const box = { left: 250, top: 20, width: 450, height: 450 };
    const crop = pixelsToCrop(box, { width: 800, height: 600 });
    const expected = await sharp(bytes).extract(box).resize(900).raw().toBuffer();
    const pixels = new Uint8ClampedArray(expected);
    filterPixels(pixels, "COLD", 3);
    const drawing = sharp(Buffer.from(pixels), { raw: { width: 900, height: 900, channels: 3 } });
    const stored = await storePhoto(bytes, { crop, filter: "COLD" });
    expect(stored).toMatchObject({ width: 900, height: 900 });
    expect(await differenceOf(await readStored(stored), drawing)).toBeLessThan(2);
  });

  test("without a crop is its centred square", async () => {
    const bytes = await graded(1_200, 900).png().toBuffer();
    const expected = sharp(bytes).extract({ left: 150, top: 0, width: 900, height: 900 });
    expect(await differenceOf(await readStored(await storePhoto(bytes)), expected)).toBeLessThan(2);
  });

  test("is refused if its crop has fewer than 64 pixels", async () => {
    const bytes = await drawn(800, 600).png().toBuffer();
    const tiny = pixelsToCrop({ left: 0, top: 0, width: 63, height: 63 }, { width: 800, height: 600 });
    await expect(storePhoto(bytes, { crop: tiny })).rejects.toMatchObject(
      refused(participationTexts.photoTooSmall),
    );
  });
});

describe("a layer that the server shrinks", () => {
  async function shrink(bytes: Buffer) {
    const { context } = database;
    const upload = await uploadOf(context.config.dataDir, bytes, {});
    return storeLayerUpload(context, upload, { ...field, isShrunk: true });
  }
  test("keeps its pixels if only its bytes were too many", async () => {
    const bytes = Buffer.concat([await graded(500, 300).png().toBuffer(), Buffer.alloc(3_000_000)]);
    const stored = await shrink(bytes);
    expect(stored).toMatchObject({ width: 500, height: 300 });
    expect(await differenceOf(await readStored(stored), sharp(bytes))).toBe(0);
  });

  test("becomes a JPEG if it is opaque, and stays a PNG if it is not", async () => {
    const opaque = await shrink(await grain(1_050, 700, 3).png({ compressionLevel: 0 }).toBuffer());
    expect(opaque).toMatchObject({ width: 1_050, height: 700 });
    expect(await sharp(await readStored(opaque)).metadata()).toMatchObject({ format: "jpeg" });
    const clear = await shrink(await grain(870, 580, 4).png({ compressionLevel: 0 }).toBuffer());
    expect(await sharp(await readStored(clear)).metadata()).toMatchObject({ format: "png", hasAlpha: true });
    for (const { bytes, width, height } of [opaque, clear]) {
      expect(bytes).toBeLessThanOrEqual(2_000_000);
      expect(width / height).toBeCloseTo(1.5, 1);
    }
  });

  test("has at most the pixels of a print, upright", async () => {
    const wide = await graded(510, 51).resize(5_100, 510).jpeg().toBuffer();
    const stored = await shrink(jpegWith(wide, exifSegment(6)));
    expect(stored).toMatchObject({ width: 360, height: 3_600 });
    const expected = sharp(wide).rotate(90).resize(360, 3_600);
    expect(await differenceOf(await readStored(stored), expected)).toBeLessThan(2);
  });
});

test("a refused file leaves nothing in the storage", async () => {
  const { context } = database;
  const folder = join(context.config.dataDir, "files");
  const before = (await readdir(folder, { recursive: true })).length;
  await storeAndCatch(await drawn(500, 400).png().toBuffer());
  await storeAndCatch(plainPng(400).subarray(0, -40));
  expect((await readdir(folder, { recursive: true })).length).toBe(before);
});
