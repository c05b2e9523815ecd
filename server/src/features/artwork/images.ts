import { buffer } from "node:stream/consumers";
import { type Image, imageFormats, imageWidths } from "@wrapsody/shared/api/media.ts";
import { LRUCache } from "lru-cache";
import sharp, { type Sharp } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database/database.ts";
import { isForeignKeyViolation } from "../../platform/database/database-errors.ts";
import { Failure, notFound } from "../../platform/failure.ts";
import { isStorageFull } from "../../platform/storage/storage.ts";
import { type Pixels, pickAmbientColors } from "./ambient-colors.ts";
import { findImage, findVariant, type ImageFormat, insertImage, insertVariant } from "./images.data.ts";

/** More pixels from a small file are an attack on memory. */
export const MAX_PIXELS = 50_000_000;

export const contentTypes = {
  avif: "image/avif",
  webp: "image/webp",
  jpeg: "image/jpeg",
} as const satisfies Record<ImageFormat, string>;

/**
 * Stores an image of any raster format sharp reads: the original under its content hash, with a placeholder.
 *
 * @throws Failure E0009 if the bytes are not an image
 */
export async function storeImage(context: Context, tx: Executor, bytes: Buffer): Promise<Image> {
  return saveImage(context, tx, await decodeImage(bytes));
}

/** Extensions and media types of the stored formats, by sharp's names. */
const storedFormats: Readonly<Record<string, { extension: string; contentType: string }>> = {
  jpeg: { extension: "jpeg", contentType: "image/jpeg" },
  png: { extension: "png", contentType: "image/png" },
  webp: { extension: "webp", contentType: "image/webp" },
  gif: { extension: "gif", contentType: "image/gif" },
  // A container format; sharp's build only decodes AV1 in it.
  heif: { extension: "avif", contentType: "image/avif" },
};

export type DecodedImage = {
  bytes: Buffer;
  /** sharp's name of the format. */
  format: string;
  /** Displayed size, after orientation. */
  width: number;
  height: number;
} & ImagePlaceholder;

/** The placeholder that a page shows until the image has loaded. */
type ImagePlaceholder = Pick<Image, "thumbhash" | "ambient" | "on_ambient">;

/**
 * Stores a decoded image: first the file, then its row. Both writes are idempotent, so a crash between them
 * only leaves a file that the retry reuses.
 */
export async function saveImage(context: Context, tx: Executor, read: DecodedImage): Promise<Image> {
  const { bytes, format, ...imageFields } = read;
  const kind = storedFormats[format];
  if (kind === undefined) throw unreadableImage(new Error(`Pictures of the format ${format} are not kept.`));
  const { key, hash } = await context.storage.put(bytes, kind);
  const image: Image = { id: hash, ...imageFields };
  await insertImage(tx, { ...image, storage_key: key });
  return image;
}

/** @throws Failure E0009 if the bytes are not an image */
export async function decodeImage(bytes: Buffer): Promise<DecodedImage> {
  try {
    const openPicture = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error" }).autoOrient();
    const { format, autoOrient } = await openPicture().metadata();
    return {
      bytes,
      format,
      width: autoOrient.width,
      height: autoOrient.height,
      ...(await buildPlaceholder(openPicture())),
    };
  } catch (cause) {
    throw unreadableImage(cause);
  }
}

function unreadableImage(cause: unknown): Failure {
  return new Failure("E0009", { message: "This file is not a readable image.", cause });
}

/** Builds the thumbhash and picks the ambient colours of an image, both from one decoding. */
export async function buildPlaceholder(picture: Sharp): Promise<ImagePlaceholder> {
  const pixels = await samplePixels(picture);
  const { width, height } = pixels;
  const { data, info } = await sharp(pixels.data, { raw: { width, height, channels: 4 } })
    .resize(64, 64, { fit: "inside" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const thumbhash = Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString("base64");
  return { thumbhash, ...pickAmbientColors(pixels) };
}

/** Reads at most 256 pixels a side. Interpolating between pixels would mix colours that the image does not have. */
export async function samplePixels(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture
    .resize(256, 256, {
      fit: "inside",
      withoutEnlargement: true,
      kernel: "nearest",
      fastShrinkOnLoad: false,
    })
    .ensureAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** A rendered image: a stored file, or its bytes if it could not be stored because the disk is full. */
export type ImageVariant = { key: string } | { bytes: Buffer };

/** Variants being rendered in this process, so that concurrent requests share one rendering. */
const pendingVariants = new Map<string, Promise<ImageVariant>>();

/** Bytes and time for which variants stay in memory while the disk is full. */
const MAX_UNSTORED_BYTES = 32 << 20;
const UNSTORED_TTL_MS = 60_000;
const unstoredVariants = new LRUCache<string, Buffer>({
  maxSize: MAX_UNSTORED_BYTES,
  sizeCalculation: ({ length }) => Math.max(1, length),
  ttl: UNSTORED_TTL_MS,
});

/**
 * Returns an image in one width and format; renders it on first request. Never enlarges: greater widths give
 * the original's width.
 */
export async function imageVariant(
  context: Context,
  id: string,
  width: number,
  format: string,
): Promise<ImageVariant> {
  if (!isWidth(width) || !isFormat(format) || !/^[0-9a-f]{64}$/.test(id)) throw notFound();
  const known = await findVariant(context.replica, id, width, format);
  if (known !== undefined) return { key: known };
  const name = `${id}/${width}.${format}`;
  const unstored = unstoredVariants.get(name);
  if (unstored !== undefined) return { bytes: unstored };
  const started =
    pendingVariants.get(name) ??
    makeVariant(context, id, width, format).finally(() => pendingVariants.delete(name));
  pendingVariants.set(name, started);
  return started;
}

/** Reads an image in one width and format into memory. @throws Failure E0001 like `imageVariant` */
export async function readImageVariant(
  context: Context,
  id: string,
  width: number,
  format: string,
): Promise<Buffer> {
  const variant = await imageVariant(context, id, width, format);
  return "bytes" in variant ? variant.bytes : buffer(await context.storage.read(variant.key));
}

async function makeVariant(
  context: Context,
  id: string,
  width: number,
  format: ImageFormat,
): Promise<ImageVariant> {
  const image = await findImage(context.db, id);
  if (image === undefined) throw notFound();
  const original = await buffer(await context.storage.read(image.storage_key));
  const picture = sharp(original, { limitInputPixels: MAX_PIXELS })
    .autoOrient()
    .resize({ width, withoutEnlargement: true });
  const bytes = await encodePicture(picture, format, context.config.images.effort);
  try {
    const { key } = await context.storage.put(bytes, {
      extension: format,
      contentType: contentTypes[format],
    });
    await insertVariant(context.db, id, width, format, key);
    return { key };
  } catch (error) {
    // The image was deleted meanwhile.
    if (isForeignKeyViolation(error)) throw notFound();
    if (!isStorageFull(error)) throw error;
    context.log.error({ err: error }, "storage is full; an image is sent from memory");
    unstoredVariants.set(`${id}/${width}.${format}`, bytes);
    return { bytes };
  }
}

/** @param effort Processor time for a smaller AVIF file, 0 to 9. */
function encodePicture(picture: Sharp, format: ImageFormat, effort: number): Promise<Buffer> {
  switch (format) {
    case "avif":
      return picture.avif({ quality: 58, effort }).toBuffer();
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
