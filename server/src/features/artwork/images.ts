import { buffer } from "node:stream/consumers";
import { type Image, imageFormats, imageWidths } from "@wrapsody/shared/media.ts";
import sharp, { type Sharp } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database/database.ts";
import { Failure, notFound } from "../../platform/failure.ts";
import { pickAmbientColors } from "./ambient-colors.ts";
import { findImage, findVariant, type ImageFormat, insertImage, insertVariant } from "./images.data.ts";

/** No picture of a catalogue needs more; a small file that claims more is an attack on memory. */
const MAX_PIXELS = 50_000_000;

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
export async function storeImage(context: Context, tx: Executor, bytes: Buffer): Promise<Image> {
  return saveImage(context, tx, await decodeImage(bytes));
}

/** Extension and media type of what sharp calls the formats that are kept. */
const storedFormats: Readonly<Record<string, { extension: string; contentType: string }>> = {
  jpeg: { extension: "jpeg", contentType: "image/jpeg" },
  png: { extension: "png", contentType: "image/png" },
  webp: { extension: "webp", contentType: "image/webp" },
  gif: { extension: "gif", contentType: "image/gif" },
  // A family of containers: in the only one of them that sharp brings the means for, the pixels are AV1.
  heif: { extension: "avif", contentType: "image/avif" },
};

export type DecodedImage = {
  bytes: Buffer;
  /** As sharp calls it. */
  format: string;
  /** As it is seen, which is how it is shown. */
  width: number;
  height: number;
} & ImagePlaceholder;

/** What a page needs to show a picture before it has loaded. */
type ImagePlaceholder = Pick<Image, "thumbhash" | "ambient" | "on_ambient">;

/**
 * Keeps a picture that was read. The file is there before the row that names it; both may be written again, so whoever
 * dies between them leaves nothing but a file that the next try finds.
 */
export async function saveImage(context: Context, tx: Executor, read: DecodedImage): Promise<Image> {
  const { bytes, format, ...shown } = read;
  const kind = storedFormats[format];
  if (kind === undefined) throw unreadableImage(new Error(`Pictures of the format ${format} are not kept.`));
  const { key, hash } = await context.storage.put(bytes, kind);
  const image: Image = { id: hash, ...shown };
  await insertImage(tx, { ...image, storage_key: key });
  return image;
}

/** One decoding serves all: 64 pixels a side are plenty for a thumbhash and for the main colours. */
async function decodeImage(bytes: Buffer): Promise<DecodedImage> {
  try {
    const open = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error" }).autoOrient();
    const { format, autoOrient } = await open().metadata();
    return {
      bytes,
      format,
      width: autoOrient.width,
      height: autoOrient.height,
      ...(await buildPlaceholder(open())),
    };
  } catch (cause) {
    throw unreadableImage(cause);
  }
}

function unreadableImage(cause: unknown): Failure {
  return new Failure("E0009", { message: "This file is not a picture that can be read.", cause });
}

/** The thumbhash and the colours of a picture. */
export async function buildPlaceholder(picture: Sharp): Promise<ImagePlaceholder> {
  const { data, info } = await picture
    .resize(64, 64, { fit: "inside" })
    .ensureAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const thumbhash = Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString("base64");
  return { thumbhash, ...pickAmbientColors(flattenOnWhite(data)) };
}

/** Packed RGB of packed RGBA as it looks on a white ground. */
function flattenOnWhite(rgba: Uint8Array): Uint8Array {
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
const pendingVariants = new Map<string, Promise<string>>();

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
    pendingVariants.get(name) ??
    makeVariant(context, id, width, format).finally(() => pendingVariants.delete(name));
  pendingVariants.set(name, started);
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
  const picture = sharp(original, { limitInputPixels: MAX_PIXELS })
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
