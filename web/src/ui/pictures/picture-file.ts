import { uploadLimits } from "@wrapsody/shared/studio.ts";
import { detectPictureKind, type PictureKind } from "./picture-types.ts";

/** A chosen picture, opened in the browser. Its object URL must be revoked once it is no longer shown. */
export type OpenedPicture = {
  file: File;
  kind: PictureKind;
  address: string;
  image: HTMLImageElement;
  /** Displayed size: cameras store rotated pictures with an orientation tag. */
  width: number;
  height: number;
  /** Minimum side of a crop, in picture pixels. */
  minSide: number;
};

/** Part of a picture, in its own pixels. */
export type Square = { left: number; top: number; side: number };

/** `square`: cropped if necessary, like covers. `own`: unchanged, whatever its shape. */
export type PictureShape = "square" | "own";

export type PictureRejection = "kind" | "unreadable" | "tooSmall" | "tooLarge";

/** Larger files are not opened for cropping. */
const MAX_OPENED_BYTES = 60_000_000;
/** Longest side that is sent unchanged. The server accepts a little more. */
const MAX_SIDE_PX = 4_000;
/** Maximum side of a cropped picture. */
const CROPPED_SIDE_PX = 1_400;

/**
 * Opens a PNG or JPEG, detected by content. Returns the reason of a rejection. `minSide` is the minimum side of its
 * crop.
 */
export async function openPicture(
  file: File,
  shape: PictureShape,
  minSide: number = uploadLimits.imageSide,
): Promise<OpenedPicture | PictureRejection> {
  const kind = await detectPictureKind(file);
  // One message describes both: the accepted kinds and sizes.
  if (kind === undefined || (shape === "own" && file.size > uploadLimits.imageBytes)) return "kind";
  if (file.size > MAX_OPENED_BYTES) return "tooLarge";
  const address = URL.createObjectURL(file);
  try {
    const image = await decodeImage(address);
    const { naturalWidth: width, naturalHeight: height } = image;
    if (shape === "own" || Math.min(width, height) >= minSide)
      return { file, kind, address, image, width, height, minSide };
    URL.revokeObjectURL(address);
    return "tooSmall";
  } catch {
    URL.revokeObjectURL(address);
    return "unreadable";
  }
}

/** Returns true if the server accepts the picture unchanged. */
export function isAcceptable({ file, width, height }: OpenedPicture, shape: PictureShape): boolean {
  if (shape === "own") return true;
  return width === height && width <= MAX_SIDE_PX && file.size <= uploadLimits.imageBytes;
}

/** Returns the largest centered square. */
export function centerSquare({ width, height }: { width: number; height: number }): Square {
  const side = Math.min(width, height);
  return { left: Math.floor((width - side) / 2), top: Math.floor((height - side) / 2), side };
}

/** Clamps a square to the picture, in whole pixels. */
export function squareWithin(square: Square, { width, height, minSide }: OpenedPicture): Square {
  const side = clamp(minSide, square.side, Math.min(width, height));
  return { left: clamp(0, square.left, width - side), top: clamp(0, square.top, height - side), side };
}

function clamp(min: number, value: number, max: number): number {
  return Math.max(min, Math.min(max, Math.round(value)));
}

/**
 * Crops a picture to a file that the server accepts: at most 1400 pixels a side and 2 MB. A PNG within the size limit
 * stays PNG; otherwise it becomes a JPEG on white. Encodes synchronously, unlike `toBlob`, so that the sent file is the
 * one shown.
 */
export function cutSquare({ file, kind, image }: OpenedPicture, { left, top, side }: Square): File {
  const canvas = document.createElement("canvas");
  canvas.width = Math.min(side, CROPPED_SIDE_PX);
  canvas.height = canvas.width;
  const drawing = canvas.getContext("2d");
  if (drawing === null) throw new Error("There is nothing to draw on.");
  drawing.imageSmoothingQuality = "high";
  drawing.drawImage(image, left, top, side, side, 0, 0, canvas.width, canvas.height);
  if (kind === "png" && file.size <= uploadLimits.imageBytes) {
    const png = encodeCanvas(canvas, "image/png");
    if (png.length <= uploadLimits.imageBytes)
      return new File([png], toFileName(file, "png"), { type: "image/png" });
  }
  drawing.globalCompositeOperation = "destination-over";
  drawing.fillStyle = "#ffffff";
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  return new File([jpegOf(canvas)], toFileName(file, "jpg"), { type: "image/jpeg" });
}

function jpegOf(canvas: HTMLCanvasElement): Uint8Array<ArrayBuffer> {
  for (const quality of [0.93, 0.85, 0.75]) {
    const jpeg = encodeCanvas(canvas, "image/jpeg", quality);
    if (jpeg.length <= uploadLimits.imageBytes) return jpeg;
  }
  return encodeCanvas(canvas, "image/jpeg", 0.6);
}

function encodeCanvas(canvas: HTMLCanvasElement, type: string, quality?: number): Uint8Array<ArrayBuffer> {
  const [, base64 = ""] = canvas.toDataURL(type, quality).split(",");
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

function toFileName({ name }: File, extension: string): string {
  return `${name.replace(/\.[^.]*$/, "")}.${extension}`;
}

async function decodeImage(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}
