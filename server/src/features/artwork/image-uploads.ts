import { readFile } from "node:fs/promises";
import { type Image, UNREADABLE_IMAGE } from "@wrapsody/shared/api/media.ts";
import { uploadLimits } from "@wrapsody/shared/api/uploads.ts";
import { type Crop, cropTexts, cropToPixels, MAX_ORIGINAL_BYTES } from "@wrapsody/shared/experiences/crop.ts";
import { participationTexts, photoLimits } from "@wrapsody/shared/experiences/participation.ts";
import type { PhotoFilter } from "@wrapsody/shared/experiences/photo-filters.ts";
import { MAX_PRINT_SIDE_PX } from "@wrapsody/shared/experiences/placing.ts";
import { studioTexts } from "@wrapsody/shared/studio/studio.ts";
import type { Sharp } from "sharp";
import type { Context } from "../../platform/context.ts";
import { Failure } from "../../platform/failure.ts";
import type { Upload } from "../../platform/http/uploads.ts";
import { cropCover, cropPhoto, reencodeImage, shrinkLayer, TooManyBytes } from "./draw-upload.ts";
import { BrokenPng } from "./image-file.ts";
import { type DecodedImage, saveImage } from "./images.ts";
import { decodeWhole, readHeader, type UploadedImage } from "./read-upload.ts";
import { createWeightedSemaphore } from "./weighted-semaphore.ts";

/** Longest side in pixels that is decoded: a file of 2 MB may claim a thousand times that. */
const MAX_UPLOAD_SIDE = 5_000;
/** Longest side stored of a cover, as streaming services request it. */
const MAX_COVER_SIDE = 3_000;
/** Longest side stored of a layer: that of a print. */
const MAX_LAYER_SIDE = MAX_PRINT_SIDE_PX;
/** Pixels of a picture that is cropped or shrunk while it is read: those of the largest cameras in phones. */
const MAX_ORIGINAL_PIXELS = 120_000_000;
/** The same for progressive and interlaced ones, of which the decoder keeps all pixels. */
const MAX_WHOLE_PIXELS = 50_000_000;
export const tooManyPixels = `The image must be at most ${MAX_UPLOAD_SIDE}x${MAX_UPLOAD_SIDE}.`;

/** Limits the pixels decoded concurrently in this process. */
const decodeSlots = createWeightedSemaphore(MAX_UPLOAD_SIDE ** 2);

/**
 * Stores a cover upload: a square PNG or JPEG (by content) of at least 400 pixels and at most 2 MB.
 * Re-encodes the pixels in sRGB without metadata, at most 3000 pixels wide; of an animated PNG it keeps the
 * still image. The same file gives the same image. `wrongType` is the message for other types;
 * damaged files have their own. With `crop`, the file may be larger and of any shape: that square is stored, at most 1400 pixels wide, as a
 * JPEG unless the file is a PNG within the limit.
 *
 * @throws Failure E0007 with the problem on `field`
 */
export function storeCoverUpload(
  context: Context,
  upload: Upload,
  { crop, ...messages }: FieldMessages & { crop?: Crop | undefined },
): Promise<Image> {
  if (crop === undefined)
    return storeUpload(context, upload, { ...messages, ...coverRules, tooLarge: studioTexts.imageTooLarge });
  return storeUpload(context, upload, {
    ...messages,
    tooLarge: cropTexts.tooLarge,
    maxBytes: MAX_ORIGINAL_BYTES,
    findProblem: (image) => findCropProblem(image, crop) ?? findOriginalProblem(image),
    draw: (image, picture) => cropCover(image, picture, crop),
  });
}

/**
 * Stores the cover of an archive like an upload. It may be as large as the caller reads, because stored covers are larger than what was
 * uploaded.
 *
 * @throws Failure E0007 with the problem on `field`
 */
export function storeCover(context: Context, bytes: Buffer, messages: FieldMessages): Promise<Image> {
  return storeBytes(context, bytes, { ...messages, ...coverRules });
}

const coverRules: Pick<PictureRules, "findProblem" | "draw"> = {
  findProblem: findCoverProblem,
  draw: (image, picture) => reencodeImage(picture, image.kind, MAX_COVER_SIDE),
};

/**
 * Stores a layer or banner upload: like a cover, of any shape, with transparency. Stores at most
 * `maxStoredSide` pixels, by default those of a print. With `isShrunk`, the file may be larger; what is stored then has the limit of a file.
 *
 * @throws Failure E0007 with the problem on `field`
 */
export function storeLayerUpload(
  context: Context,
  upload: Upload,
  {
    maxStoredSide = MAX_LAYER_SIDE,
    isShrunk = false,
    ...messages
  }: FieldMessages & { maxStoredSide?: number; isShrunk?: boolean },
): Promise<StoredUpload> {
  if (!isShrunk)
    return storeUpload(context, upload, {
      ...messages,
      tooLarge: messages.wrongType,
      findProblem: findSizeProblem,
      draw: (image, picture) => reencodeImage(picture, image.kind, maxStoredSide),
    });
  return storeUpload(context, upload, {
    ...messages,
    tooLarge: cropTexts.tooLarge,
    maxBytes: MAX_ORIGINAL_BYTES,
    findProblem: findOriginalProblem,
    draw: shrinkLayer,
  });
}

/**
 * Stores a photo upload: a PNG or JPEG of at least 64 pixels and at most 10 MB. Stores a centred square of it or of `crop`, of
 * 900 pixels, enlarged if necessary, with a colour filter, re-encoded as JPEG without metadata such as time and place.
 *
 * @throws Failure E0007 with the problem on `field`
 */
export function storePhotoUpload(
  context: Context,
  upload: Upload,
  { field, crop = WHOLE, filter }: { field: string; crop: Crop | undefined; filter: PhotoFilter },
): Promise<Image> {
  return storeUpload(context, upload, {
    field,
    wrongType: participationTexts.photoType,
    tooLarge: participationTexts.photoTooLarge,
    maxBytes: photoLimits.bytes,
    findProblem: (image) => findPhotoProblem(image, crop) ?? findOriginalProblem(image),
    draw: (image, picture) => cropPhoto(image, picture, { crop, filter }),
  });
}

/** The crop of a photo that is sent without one. */
const WHOLE: Crop = { left: 0, top: 0, width: 1, height: 1 };

/** The field of the error, and the message for files that are neither PNG nor JPEG. */
type FieldMessages = { field: string; wrongType: string };

type UploadRules = PictureRules & {
  tooLarge: string;
  /** Bytes of the file; 2 MB by default. */
  maxBytes?: number;
};

type PictureRules = FieldMessages & {
  findProblem: (image: UploadedImage) => string | undefined;
  /** Decodes what is stored. */
  draw: (image: UploadedImage, picture: Sharp) => Promise<DecodedImage>;
};

/** A stored image, with the bytes of its file. */
type StoredUpload = Image & { bytes: number };

async function storeUpload(context: Context, upload: Upload, rules: UploadRules): Promise<StoredUpload> {
  const { field, tooLarge, maxBytes = uploadLimits.imageBytes } = rules;
  if (upload.size > maxBytes) throw new Failure("E0007", { errors: [{ field, message: tooLarge }] });
  return storeBytes(context, await readFile(upload.path), rules);
}

async function storeBytes(context: Context, bytes: Buffer, rules: PictureRules): Promise<StoredUpload> {
  const { field, wrongType, findProblem, draw } = rules;
  const refused = (message: string, cause?: unknown) =>
    new Failure("E0007", { errors: [{ field, message }], cause });
  const image = await readHeader(bytes).catch((cause: unknown) => {
    throw refused(cause instanceof BrokenPng ? UNREADABLE_IMAGE : wrongType, cause);
  });
  const problem = findProblem(image);
  if (problem !== undefined) throw refused(problem);
  const drawn = await decodeSlots
    .run(image.width * image.height, () => decodeWhole(image, (picture) => draw(image, picture)))
    .catch((cause: unknown) => {
      throw refused(cause instanceof TooManyBytes ? wrongType : UNREADABLE_IMAGE, cause);
    });
  return { ...(await saveImage(context, context.db, drawn)), bytes: drawn.bytes.length };
}

function findCoverProblem(image: UploadedImage): string | undefined {
  if (image.width !== image.height) return studioTexts.notSquare;
  if (image.width < uploadLimits.imageSide) return studioTexts.tooSmall;
  return findSizeProblem(image);
}

function findPhotoProblem(image: UploadedImage, crop: Crop): string | undefined {
  const { width, height } = cropToPixels(crop, image);
  return Math.min(width, height) < photoLimits.minSide ? participationTexts.photoTooSmall : undefined;
}

/** Fractions are rounded, so sides that differ by this share are a square. */
const SQUARE_TOLERANCE = 0.01;

function findCropProblem(image: UploadedImage, crop: Crop): string | undefined {
  const { width, height } = cropToPixels(crop, image);
  const isSquare = Math.abs(width - height) <= Math.max(1, SQUARE_TOLERANCE * Math.max(width, height));
  if (!isSquare) return studioTexts.notSquare;
  return Math.min(width, height) < uploadLimits.imageSide ? studioTexts.tooSmall : undefined;
}

function findOriginalProblem({ width, height, isProgressive }: UploadedImage): string | undefined {
  const max = isProgressive ? MAX_WHOLE_PIXELS : MAX_ORIGINAL_PIXELS;
  return width * height > max ? cropTexts.tooManyPixels : undefined;
}

function findSizeProblem({ width, height }: UploadedImage): string | undefined {
  return Math.max(width, height) > MAX_UPLOAD_SIDE ? tooManyPixels : undefined;
}
