import { readFile } from "node:fs/promises";
import type { Image } from "@wrapsody/shared/media.ts";
import { participationTexts, photoLimits } from "@wrapsody/shared/participation.ts";
import { studioTexts, uploadLimits } from "@wrapsody/shared/studio.ts";
import sharp, { type Sharp } from "sharp";
import type { Context } from "../../platform/context.ts";
import { Failure } from "../../platform/failure.ts";
import type { Upload } from "../../platform/uploads.ts";
import { glimpseOf, keepImage, type ReadImage } from "./images.ts";
import { hasTooManyScans, kindOf, withoutExtras } from "./picture-file.ts";
import { openRoom } from "./room.ts";

/** The longest side in pixels that is decoded: a file of 2 MB may claim a thousand times that. */
const mostGivenSide = 5_000;
/** The longest side that is kept of a cover; what streaming services ask of one. */
const mostCoverSide = 3_000;
/** The longest side that is kept of a layer: twice what it is laid at. */
const mostLayerSide = 1_800;
/** Seconds that one picture may be decoded for; a well-made one takes less than two. */
const longestDecoding = 20;
export const tooManyPixels = `The image must be at most ${mostGivenSide}x${mostGivenSide}.`;

/** Pixels that are decoded at the same time in this process, however many people send pictures at once. */
const decoding = openRoom(mostGivenSide ** 2);
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
export function takeArtwork(context: Context, upload: Upload, told: Told): Promise<Image> {
  const { imageTooLarge: tooLarge } = studioTexts;
  return takeIn(context, upload, {
    ...told,
    tooLarge,
    mostKeptSide: mostCoverSide,
    problemOf: problemOfCover,
  });
}

/**
 * Takes in a picture that is laid among others, or shown above a page: as `takeArtwork`, of any shape and size. What is
 * transparent stays so. Its longest side is kept up to `mostKeptSide` pixels, 1800 unless that is given.
 *
 * @throws Failure E0007 with what is wrong on `field`
 */
export function takeLayer(
  context: Context,
  upload: Upload,
  { mostKeptSide = mostLayerSide, ...told }: Told & { mostKeptSide?: number },
): Promise<Image> {
  const { wrongType: tooLarge } = told;
  return takeIn(context, upload, { ...told, tooLarge, mostKeptSide, problemOf: problemOfAny });
}

/**
 * Takes in a photo of somebody: a PNG or JPEG of any shape, of 64 pixels or more and at most 10 MB. What is kept is a square of
 * 900 pixels around its middle, enlarged where it has to be, and drawn anew from its pixels alone as JPEG: nothing of where and when it was taken is left.
 *
 * @throws Failure E0007 with what is wrong on `field`
 */
export function takePhoto(context: Context, upload: Upload, { field }: { field: string }): Promise<Image> {
  return takeIn(context, upload, {
    field,
    wrongType: participationTexts.photoType,
    tooLarge: participationTexts.photoTooLarge,
    mostBytes: photoLimits.bytes,
    mostKeptSide: photoLimits.side,
    isPhoto: true,
    problemOf: problemOfPhoto,
  });
}

/** The field that is told what is wrong, and what is told of a file that is no PNG and no JPEG. */
type Told = { field: string; wrongType: string };

type Taking = Told & {
  tooLarge: string;
  /** Of the file; 2 MB unless it is given. */
  mostBytes?: number;
  mostKeptSide: number;
  /** Whether it is kept as a square JPEG, whatever it is. */
  isPhoto?: boolean;
  problemOf: (given: Given) => string | undefined;
};

async function takeIn(context: Context, upload: Upload, taking: Taking): Promise<Image> {
  const { field, wrongType, tooLarge, mostKeptSide, problemOf } = taking;
  const { mostBytes = uploadLimits.imageBytes, isPhoto = false } = taking;
  const refused = (message: string, cause?: unknown) =>
    new Failure("E0007", { errors: [{ field, message }], cause });
  if (upload.size > mostBytes) throw refused(tooLarge);
  const given = await measure(await readFile(upload.path)).catch((cause: unknown) => {
    throw refused(wrongType, cause);
  });
  const problem = problemOf(given);
  if (problem !== undefined) throw refused(problem);
  const drawn = await decoding
    .within(given.width * given.height, () =>
      isPhoto ? drawPhoto(given, mostKeptSide) : drawAnew(given, mostKeptSide),
    )
    .catch((cause: unknown) => {
      throw refused(wrongType, cause);
    });
  return keepImage(context, context.db, drawn);
}

type Given = { kind: "png" | "jpeg"; picture: Sharp; width: number; height: number };

/** Reads the head of a picture and none of its pixels. */
async function measure(bytes: Buffer): Promise<Given> {
  const kind = kindOf(bytes);
  if (kind === undefined) throw new Error("This is neither PNG nor JPEG.");
  if (kind === "jpeg" && hasTooManyScans(bytes)) throw new Error("This JPEG has too many scans.");
  const picture = sharp(kind === "png" ? withoutExtras(bytes) : bytes, {
    // Its sides are looked at before anything is decoded, so that what is wrong can be told.
    limitInputPixels: false,
    failOn: "error",
  });
  const { format, autoOrient } = await picture.metadata();
  if (format !== kind) throw new Error(`This begins as ${kind} and is ${format}.`);
  return { kind, picture, width: autoOrient.width, height: autoOrient.height };
}

function problemOfCover(given: Given): string | undefined {
  if (given.width !== given.height) return studioTexts.notSquare;
  if (given.width < uploadLimits.imageSide) return studioTexts.tooSmall;
  return problemOfAny(given);
}

function problemOfPhoto(given: Given): string | undefined {
  if (Math.min(given.width, given.height) < photoLimits.minSide) return participationTexts.photoTooSmall;
  return problemOfAny(given);
}

function problemOfAny({ width, height }: Given): string | undefined {
  return Math.max(width, height) > mostGivenSide ? tooManyPixels : undefined;
}

/** From the pixels alone, so that nothing of the file is left but what is seen. */
async function drawAnew({ kind, picture }: Given, mostKeptSide: number): Promise<ReadImage> {
  const { data, info } = await picture
    .timeout({ seconds: longestDecoding })
    .autoOrient()
    .resize(mostKeptSide, mostKeptSide, { fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const open = () => sharp(data, { raw: { width, height, channels } });
  const bytes = await encode(open(), kind);
  return { bytes, format: kind, width, height, ...(await glimpseOf(open())) };
}

/** As `drawAnew`, as a square JPEG around the middle; what is transparent is white. */
async function drawPhoto({ picture }: Given, side: number): Promise<ReadImage> {
  const { data, info } = await picture
    .timeout({ seconds: longestDecoding })
    .autoOrient()
    .resize(side, side, { fit: "cover" })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const open = () => sharp(data, { raw: { width, height, channels } });
  const bytes = await encode(open(), "jpeg");
  return { bytes, format: "jpeg", width, height, ...(await glimpseOf(open())) };
}

function encode(picture: Sharp, kind: Given["kind"]): Promise<Buffer> {
  if (kind === "png") return picture.png({ compressionLevel: 9 }).toBuffer();
  // Colour at full size: lettering on a cover shows what the eye forgives in a photo.
  return picture.jpeg({ quality: 92, chromaSubsampling: "4:4:4" }).toBuffer();
}
