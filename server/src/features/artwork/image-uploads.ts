import { readFile } from "node:fs/promises";
import type { Image } from "@wrapsody/shared/media.ts";
import { participationTexts, photoLimits } from "@wrapsody/shared/participation.ts";
import { studioTexts, uploadLimits } from "@wrapsody/shared/studio.ts";
import sharp, { type Sharp } from "sharp";
import type { Context } from "../../platform/context.ts";
import { Failure } from "../../platform/failure.ts";
import type { Upload } from "../../platform/http/uploads.ts";
import { detectImageType, hasTooManyScans, stripPngChunks } from "./image-file.ts";
import { buildPlaceholder, type DecodedImage, saveImage } from "./images.ts";
import { createWeightedSemaphore } from "./weighted-semaphore.ts";

/** The longest side in pixels that is decoded: a file of 2 MB may claim a thousand times that. */
const MAX_UPLOAD_SIDE = 5_000;
/** The longest side that is kept of a cover; what streaming services ask of one. */
const MAX_COVER_SIDE = 3_000;
/** The longest side that is kept of a layer: twice what it is laid at. */
const MAX_LAYER_SIDE = 1_800;
/** Seconds that one picture may be decoded for; a well-made one takes less than two. */
const DECODE_TIMEOUT_S = 20;
export const tooManyPixels = `The image must be at most ${MAX_UPLOAD_SIDE}x${MAX_UPLOAD_SIDE}.`;

/** Pixels that are decoded at the same time in this process, however many people send pictures at once. */
const decodeSlots = createWeightedSemaphore(MAX_UPLOAD_SIDE ** 2);
// Each upload is decoded once, so nothing is ever found in what is remembered of earlier ones.
sharp.cache(false);

/**
 * Takes in a picture that somebody sent: a square PNG or JPEG, told by its content, of 400 pixels or more and at most 2 MB.
 * What is kept is drawn anew from its pixels as they are seen, in sRGB, with nothing else that the file held, and not
 * above 3000 pixels. Of an animated PNG the picture stays that it shows where nothing moves. The same file gives the
 * same picture; `wrongType` is what is told of a file that is neither, or is broken.
 *
 * @throws Failure E0007 with what is wrong on `field`
 */
export function storeCoverUpload(context: Context, upload: Upload, told: FieldMessages): Promise<Image> {
  const { imageTooLarge: tooLarge } = studioTexts;
  return storeUpload(context, upload, {
    ...told,
    tooLarge,
    maxStoredSide: MAX_COVER_SIDE,
    findProblem: findCoverProblem,
  });
}

/**
 * Takes in a picture that is laid among others, or shown above a page: as `takeArtwork`, of any shape and size. What is
 * transparent stays so. Its longest side is kept up to `mostKeptSide` pixels, 1800 unless that is given.
 *
 * @throws Failure E0007 with what is wrong on `field`
 */
export function storeLayerUpload(
  context: Context,
  upload: Upload,
  { mostKeptSide = MAX_LAYER_SIDE, ...told }: FieldMessages & { mostKeptSide?: number },
): Promise<Image> {
  const { wrongType: tooLarge } = told;
  return storeUpload(context, upload, {
    ...told,
    tooLarge,
    maxStoredSide: mostKeptSide,
    findProblem: findSizeProblem,
  });
}

/**
 * Takes in a photo of somebody: a PNG or JPEG of any shape, of 64 pixels or more and at most 10 MB. What is kept is a square of
 * 900 pixels around its middle, enlarged where it has to be, and drawn anew from its pixels alone as JPEG: nothing of where and when it was taken is left.
 *
 * @throws Failure E0007 with what is wrong on `field`
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

/** The field that is told what is wrong, and what is told of a file that is no PNG and no JPEG. */
type FieldMessages = { field: string; wrongType: string };

type UploadRules = FieldMessages & {
  tooLarge: string;
  /** Of the file; 2 MB unless it is given. */
  maxBytes?: number;
  maxStoredSide: number;
  /** Whether it is kept as a square JPEG, whatever it is. */
  isPhoto?: boolean;
  findProblem: (given: UploadedImage) => string | undefined;
};

async function storeUpload(context: Context, upload: Upload, taking: UploadRules): Promise<Image> {
  const { field, wrongType, tooLarge, maxStoredSide, findProblem } = taking;
  const { maxBytes = uploadLimits.imageBytes, isPhoto = false } = taking;
  const refused = (message: string, cause?: unknown) =>
    new Failure("E0007", { errors: [{ field, message }], cause });
  if (upload.size > maxBytes) throw refused(tooLarge);
  const given = await readHeader(await readFile(upload.path)).catch((cause: unknown) => {
    throw refused(wrongType, cause);
  });
  const problem = findProblem(given);
  if (problem !== undefined) throw refused(problem);
  const drawn = await decodeSlots
    .run(given.width * given.height, () =>
      isPhoto ? cropPhoto(given, maxStoredSide) : reencode(given, maxStoredSide),
    )
    .catch((cause: unknown) => {
      throw refused(wrongType, cause);
    });
  return saveImage(context, context.db, drawn);
}

type UploadedImage = { kind: "png" | "jpeg"; picture: Sharp; width: number; height: number };

/** Reads the head of a picture and none of its pixels. */
async function readHeader(bytes: Buffer): Promise<UploadedImage> {
  const kind = detectImageType(bytes);
  if (kind === undefined) throw new Error("This is neither PNG nor JPEG.");
  if (kind === "jpeg" && hasTooManyScans(bytes)) throw new Error("This JPEG has too many scans.");
  const picture = sharp(kind === "png" ? stripPngChunks(bytes) : bytes, {
    // Its sides are looked at before anything is decoded, so that what is wrong can be told.
    limitInputPixels: false,
    failOn: "error",
  });
  const { format, autoOrient } = await picture.metadata();
  if (format !== kind) throw new Error(`This begins as ${kind} and is ${format}.`);
  return { kind, picture, width: autoOrient.width, height: autoOrient.height };
}

function findCoverProblem(given: UploadedImage): string | undefined {
  if (given.width !== given.height) return studioTexts.notSquare;
  if (given.width < uploadLimits.imageSide) return studioTexts.tooSmall;
  return findSizeProblem(given);
}

function findPhotoProblem(given: UploadedImage): string | undefined {
  if (Math.min(given.width, given.height) < photoLimits.minSide) return participationTexts.photoTooSmall;
  return findSizeProblem(given);
}

function findSizeProblem({ width, height }: UploadedImage): string | undefined {
  return Math.max(width, height) > MAX_UPLOAD_SIDE ? tooManyPixels : undefined;
}

/** From the pixels alone, so that nothing of the file is left but what is seen. */
async function reencode({ kind, picture }: UploadedImage, mostKeptSide: number): Promise<DecodedImage> {
  const { data, info } = await picture
    .timeout({ seconds: DECODE_TIMEOUT_S })
    .autoOrient()
    .resize(mostKeptSide, mostKeptSide, { fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const open = () => sharp(data, { raw: { width, height, channels } });
  const bytes = await encode(open(), kind);
  return { bytes, format: kind, width, height, ...(await buildPlaceholder(open())) };
}

/** As `drawAnew`, as a square JPEG around the middle; what is transparent is white. */
async function cropPhoto({ picture }: UploadedImage, side: number): Promise<DecodedImage> {
  const { data, info } = await picture
    .timeout({ seconds: DECODE_TIMEOUT_S })
    .autoOrient()
    .resize(side, side, { fit: "cover" })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const open = () => sharp(data, { raw: { width, height, channels } });
  const bytes = await encode(open(), "jpeg");
  return { bytes, format: "jpeg", width, height, ...(await buildPlaceholder(open())) };
}

function encode(picture: Sharp, kind: UploadedImage["kind"]): Promise<Buffer> {
  if (kind === "png") return picture.png({ compressionLevel: 9 }).toBuffer();
  // Colour at full size: lettering on a cover shows what the eye forgives in a photo.
  return picture.jpeg({ quality: 92, chromaSubsampling: "4:4:4" }).toBuffer();
}
