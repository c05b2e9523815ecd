import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { type Image, imageFormats, imageWidths } from "@wrapsody/shared/media.ts";
import sharp, { type Sharp } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database.ts";
import { Failure, notFound } from "../../platform/failure.ts";
import { ambientOf } from "./ambient.ts";
import {
  findImage,
  findVariant,
  type ImageFormat,
  insertImage,
  insertVariant,
  type StoredImage,
} from "./images.data.ts";

/** No picture of a catalogue needs more; a small file that claims more is an attack on memory. */
const mostPixels = 50_000_000;

export const contentTypes = {
  avif: "image/avif",
  webp: "image/webp",
  jpeg: "image/jpeg",
} as const satisfies Record<ImageFormat, string>;

/**
 * Takes in a picture (any raster format sharp reads): keeps the original under its content hash and stores what a
 * page needs before it has loaded. Answers the picture as the wire shows it.
 * @throws Failure E0009 when the bytes are not a picture
 */
export async function takeImage(context: Context, tx: Executor, bytes: Buffer): Promise<Image> {
  const read = await readImage(bytes);
  const { key } = await context.storage.put(bytes, {
    extension: read.extension,
    contentType: `image/${read.extension}`,
  });
  const image: StoredImage = {
    id: createHash("sha256").update(bytes).digest("hex"),
    storage_key: key,
    width: read.width,
    height: read.height,
    thumbhash: read.thumbhash,
    ...read.colours,
  };
  await insertImage(tx, image);
  const { storage_key, ...shown } = image;
  return shown;
}

/** One decoding serves all: 64 pixels a side are plenty for a thumbhash and for the main colours. */
async function readImage(bytes: Buffer) {
  try {
    const open = () => sharp(bytes, { limitInputPixels: mostPixels, failOn: "error" }).autoOrient();
    const { format, autoOrient } = await open().metadata();
    const { data, info } = await open()
      .resize(64, 64, { fit: "inside" })
      .ensureAlpha()
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
    return {
      extension: format,
      width: autoOrient.width,
      height: autoOrient.height,
      thumbhash: Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString("base64"),
      colours: ambientOf(onWhite(data)),
    };
  } catch (cause) {
    throw new Failure("E0009", { message: "This file is not a picture that can be read.", cause });
  }
}

/** Packed RGB of packed RGBA as it looks on a white ground. */
function onWhite(rgba: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    const alpha = (rgba[from + 3] ?? 255) / 255;
    for (let channel = 0; channel < 3; channel++) {
      rgb[to + channel] = Math.round((rgba[from + channel] ?? 0) * alpha + 255 * (1 - alpha));
    }
  }
  return rgb;
}

/** Renderings under way in this process, so that many readers of a new picture wait for one. */
const underWay = new Map<string, Promise<string>>();

/**
 * The storage key of a picture in one width and format, made when it is first asked for. Widths above the
 * original's give the original's width: nothing is ever scaled up.
 */
export async function imageVariant(
  context: Context,
  id: string,
  width: number,
  format: string,
): Promise<string> {
  if (!isWidth(width) || !isFormat(format) || !/^[0-9a-f]{64}$/.test(id)) throw notFound();
  const known = await findVariant(context.replica, id, width, format);
  if (known !== undefined) return known;
  const name = `${id}/${width}.${format}`;
  const started =
    underWay.get(name) ?? makeVariant(context, id, width, format).finally(() => underWay.delete(name));
  underWay.set(name, started);
  return started;
}

async function makeVariant(
  context: Context,
  id: string,
  width: number,
  format: ImageFormat,
): Promise<string> {
  const image = await findImage(context.db, id);
  if (image === undefined) throw notFound();
  const original = await buffer(await context.storage.read(image.storage_key));
  const picture = sharp(original, { limitInputPixels: mostPixels })
    .autoOrient()
    .resize({ width, withoutEnlargement: true });
  const { key } = await context.storage.put(await encode(picture, format), {
    extension: format,
    contentType: contentTypes[format],
  });
  await insertVariant(context.db, id, width, format, key);
  return key;
}

function encode(picture: Sharp, format: ImageFormat): Promise<Buffer> {
  switch (format) {
    case "avif":
      return picture.avif({ quality: 58, effort: 3 }).toBuffer();
    case "webp":
      return picture.webp({ quality: 80, effort: 3 }).toBuffer();
    case "jpeg":
      return picture.flatten({ background: "#ffffff" }).jpeg({ quality: 82, mozjpeg: true }).toBuffer();
  }
}

function isWidth(width: number): width is (typeof imageWidths)[number] {
  return (imageWidths as readonly number[]).includes(width);
}

function isFormat(format: string): format is ImageFormat {
  return (imageFormats as readonly string[]).includes(format);
}
