import { readFile } from "node:fs/promises";
import { type Image, UNREADABLE_IMAGE } from "@wrapsody/shared/media.ts";
import { participationTexts, photoLimits } from "@wrapsody/shared/participation.ts";
import { MAX_PRINT_SIDE_PX } from "@wrapsody/shared/placing.ts";
import { studioTexts, uploadLimits } from "@wrapsody/shared/studio.ts";
import sharp, { type Sharp } from "sharp";
import type { Context } from "../../platform/context.ts";
import { Failure } from "../../platform/failure.ts";
import type { Upload } from "../../platform/http/uploads.ts";
import {
  BrokenPng,
  closeJpeg,
  detectImageType,
  hasTooManyScans,
  isMissingRows,
  stripPngChunks,
} from "./image-file.ts";
import { buildPlaceholder, type DecodedImage, saveImage } from "./images.ts";
import { createWeightedSemaphore } from "./weighted-semaphore.ts";

/** Longest side in pixels that is decoded: a file of 2 MB may claim a thousand times that. */
const MAX_UPLOAD_SIDE = 5_000;
/** Longest side stored of a cover, as streaming services request it. */
const MAX_COVER_SIDE = 3_000;
/** Longest side stored of a layer: that of a print. */
const MAX_LAYER_SIDE = MAX_PRINT_SIDE_PX;
/** Seconds to decode one image; a valid one takes less than two. */
const DECODE_TIMEOUT_S = 20;
export const tooManyPixels = `The image must be at most ${MAX_UPLOAD_SIDE}x${MAX_UPLOAD_SIDE}.`;

/** Limits the pixels decoded concurrently in this process. */
const decodeSlots = createWeightedSemaphore(MAX_UPLOAD_SIDE ** 2);
// Each upload is decoded once, so sharp's cache never hits.
sharp.cache(false);

/**
 * Stores a cover upload: a square PNG or JPEG (by content) of at least 400 pixels and at most 2 MB.
 * Re-encodes the pixels in sRGB without metadata, at most 3000 pixels wide; of an animated PNG it keeps the
 * still image. The same file gives the same image. `wrongType` is the message for other types;
 * damaged files have their own.
 *
 * @throws Failure E0007 with the problem on `field`
 */
export function storeCoverUpload(context: Context, upload: Upload, messages: FieldMessages): Promise<Image> {
  const { imageTooLarge: tooLarge } = studioTexts;
  return storeUpload(context, upload, {
    ...messages,
    tooLarge,
    maxStoredSide: MAX_COVER_SIDE,
    findProblem: findCoverProblem,
  });
}

/**
 * Stores the cover of an archive like an upload. It may be as large as the caller reads, because stored covers are larger than what was
 * uploaded.
 *
 * @throws Failure E0007 with the problem on `field`
 */
export function storeCover(context: Context, bytes: Buffer, messages: FieldMessages): Promise<Image> {
  return storeBytes(context, bytes, {
    ...messages,
    maxStoredSide: MAX_COVER_SIDE,
    findProblem: findCoverProblem,
  });
}

/**
 * Stores a layer or banner upload: like a cover, of any shape, with transparency. Stores at most
 * `maxStoredSide` pixels, by default those of a print.
 *
 * @throws Failure E0007 with the problem on `field`
 */
export function storeLayerUpload(
  context: Context,
  upload: Upload,
  { maxStoredSide = MAX_LAYER_SIDE, ...messages }: FieldMessages & { maxStoredSide?: number },
): Promise<Image> {
  const { wrongType: tooLarge } = messages;
  return storeUpload(context, upload, {
    ...messages,
    tooLarge,
    maxStoredSide,
    findProblem: findSizeProblem,
  });
}

/**
 * Stores a photo upload: a PNG or JPEG of at least 64 pixels and at most 10 MB. Stores a centred square of
 * 900 pixels, enlarged if necessary, re-encoded as JPEG without metadata such as time and place.
 *
 * @throws Failure E0007 with the problem on `field`
 */
export function storePhotoUpload(
  context: Context,
  upload: Upload,
  { field }: { field: string },
): Promise<Image> {
  return storeUpload(context, upload, {
    field,
    wrongType: participationTexts.photoType,
    tooLarge: participationTexts.photoTooLarge,
    maxBytes: photoLimits.bytes,
    maxStoredSide: photoLimits.side,
    isPhoto: true,
    findProblem: findPhotoProblem,
  });
}

/** The field of the error, and the message for files that are neither PNG nor JPEG. */
type FieldMessages = { field: string; wrongType: string };

type UploadRules = PictureRules & {
  tooLarge: string;
  /** Bytes of the file; 2 MB by default. */
  maxBytes?: number;
};

type PictureRules = FieldMessages & {
  maxStoredSide: number;
  /** Whether it is stored as a square JPEG. */
  isPhoto?: boolean;
  findProblem: (image: UploadedImage) => string | undefined;
};

async function storeUpload(context: Context, upload: Upload, rules: UploadRules): Promise<Image> {
  const { field, tooLarge, maxBytes = uploadLimits.imageBytes } = rules;
  if (upload.size > maxBytes) throw new Failure("E0007", { errors: [{ field, message: tooLarge }] });
  return storeBytes(context, await readFile(upload.path), rules);
}

async function storeBytes(context: Context, bytes: Buffer, rules: PictureRules): Promise<Image> {
  const { field, wrongType, maxStoredSide, findProblem, isPhoto = false } = rules;
  const refused = (message: string, cause?: unknown) =>
    new Failure("E0007", { errors: [{ field, message }], cause });
  const image = await readHeader(bytes).catch((cause: unknown) => {
    throw refused(cause instanceof BrokenPng ? UNREADABLE_IMAGE : wrongType, cause);
  });
  const problem = findProblem(image);
  if (problem !== undefined) throw refused(problem);
  const drawn = await decodeSlots
    .run(image.width * image.height, () =>
      decodeWhole(image, (picture) =>
        isPhoto ? cropPhoto(picture, maxStoredSide) : reencodeImage(picture, image.kind, maxStoredSide),
      ),
    )
    .catch((cause: unknown) => {
      throw refused(UNREADABLE_IMAGE, cause);
    });
  return saveImage(context, context.db, drawn);
}

type UploadedImage = { kind: "png" | "jpeg"; bytes: Buffer; width: number; height: number };

/** Reads the header without decoding pixels. */
async function readHeader(bytes: Buffer): Promise<UploadedImage> {
  const kind = detectImageType(bytes);
  if (kind === undefined) throw new Error("This is neither PNG nor JPEG.");
  if (kind === "jpeg" && hasTooManyScans(bytes)) throw new Error("This JPEG has too many scans.");
  const content = kind === "png" ? stripPngChunks(bytes) : closeJpeg(bytes);
  const { format, autoOrient } = await openPicture(content, "error").metadata();
  if (format !== kind) throw new Error(`This begins as ${kind} and is ${format}.`);
  return { kind, bytes: content, width: autoOrient.width, height: autoOrient.height };
}

function openPicture(bytes: Buffer, failOn: "warning" | "error"): Sharp {
  // The sides are checked before decoding, with a message of our own.
  return sharp(bytes, { limitInputPixels: false, failOn });
}

/**
 * Decodes an image of which all rows are there. To the decoder of JPEG, missing rows are a mere warning, as are faults that nobody sees, so
 * an image with one of those is decoded once more.
 */
async function decodeWhole(
  { kind, bytes }: UploadedImage,
  decode: (picture: Sharp) => Promise<DecodedImage>,
): Promise<DecodedImage> {
  if (kind === "png") return decode(openPicture(bytes, "error"));
  try {
    return await decode(openPicture(bytes, "warning"));
  } catch (cause) {
    if (isMissingRows(cause)) throw cause;
    return decode(openPicture(bytes, "error"));
  }
}

function findCoverProblem(image: UploadedImage): string | undefined {
  if (image.width !== image.height) return studioTexts.notSquare;
  if (image.width < uploadLimits.imageSide) return studioTexts.tooSmall;
  return findSizeProblem(image);
}

function findPhotoProblem(image: UploadedImage): string | undefined {
  if (Math.min(image.width, image.height) < photoLimits.minSide) return participationTexts.photoTooSmall;
  return findSizeProblem(image);
}

function findSizeProblem({ width, height }: UploadedImage): string | undefined {
  return Math.max(width, height) > MAX_UPLOAD_SIDE ? tooManyPixels : undefined;
}

/** Re-encodes the pixels, so that no metadata remains. */
async function reencodeImage(
  picture: Sharp,
  kind: UploadedImage["kind"],
  maxSide: number,
): Promise<DecodedImage> {
  const { data, info } = await picture
    .timeout({ seconds: DECODE_TIMEOUT_S })
    .autoOrient()
    .resize(maxSide, maxSide, { fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const openRaw = () => sharp(data, { raw: { width, height, channels } });
  const bytes = await encodePicture(openRaw(), kind);
  return { bytes, format: kind, width, height, ...(await buildPlaceholder(openRaw())) };
}

/** Like `reencode`, as a centred square JPEG; transparency becomes white. */
async function cropPhoto(picture: Sharp, side: number): Promise<DecodedImage> {
  const { data, info } = await picture
    .timeout({ seconds: DECODE_TIMEOUT_S })
    .autoOrient()
    .resize(side, side, { fit: "cover" })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const openRaw = () => sharp(data, { raw: { width, height, channels } });
  const bytes = await encodePicture(openRaw(), "jpeg");
  return { bytes, format: "jpeg", width, height, ...(await buildPlaceholder(openRaw())) };
}

function encodePicture(picture: Sharp, kind: UploadedImage["kind"]): Promise<Buffer> {
  if (kind === "png") return picture.png({ compressionLevel: 9 }).toBuffer();
  // Full chroma: lettering on covers shows artefacts that photos hide.
  return picture.jpeg({ quality: 92, chromaSubsampling: "4:4:4" }).toBuffer();
}
