import { uploadLimits } from "@wrapsody/shared/api/uploads.ts";
import {
  cropToPixels,
  formatCrop,
  MAX_ORIGINAL_BYTES,
  parseCrop,
  pixelsToCrop,
} from "@wrapsody/shared/experiences/crop.ts";
import type { Size } from "@wrapsody/shared/experiences/placing.ts";
import { OriginalFile } from "../../lib/api/original-file.ts";
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

/** Longest side that is sent unchanged. The server accepts a little more. */
const MAX_SIDE_PX = 4_000;

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
  if (file.size > MAX_ORIGINAL_BYTES) return "tooLarge";
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

/** Returns the original with its crop. The server crops it, because some browsers answer with noise when a page reads pixels. */
export function cropPicture({ file, width, height }: OpenedPicture, square: Square): OriginalFile {
  return new OriginalFile(file, { crop: formatSquare(square, { width, height }) });
}

/** Returns the crop of a square as the server takes it. */
export function formatSquare({ left, top, side }: Square, picture: Size): string {
  return formatCrop(pixelsToCrop({ left, top, width: side, height: side }, picture));
}

/** Returns the square of a file that was cropped before, such as that of a restored draft; otherwise the largest centered one. */
export function firstSquare(file: File, picture: OpenedPicture): Square {
  const text = file instanceof OriginalFile ? file.fields.crop : undefined;
  const crop = text === undefined ? "format" : parseCrop(text);
  if (typeof crop === "string") return centerSquare(picture);
  const { left, top, width: side } = cropToPixels(crop, picture);
  return squareWithin({ left, top, side }, picture);
}

/** Returns the displayed size of a picture; undefined if the browser cannot decode it. */
export async function measurePicture(file: File): Promise<Size | undefined> {
  const address = URL.createObjectURL(file);
  try {
    const { naturalWidth: width, naturalHeight: height } = await decodeImage(address);
    return { width, height };
  } catch {
    return undefined;
  } finally {
    URL.revokeObjectURL(address);
  }
}

async function decodeImage(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}
