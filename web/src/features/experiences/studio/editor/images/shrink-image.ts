import { campaignLimits, campaignTexts } from "@wrapsody/shared/campaigns.ts";
import { UNREADABLE_IMAGE } from "@wrapsody/shared/media.ts";
import type { Size } from "@wrapsody/shared/placing.ts";
import { ApiError } from "../../../../../lib/api/api-fetch.ts";
import { detectPictureKind } from "../../../../../ui/pictures/picture-types.ts";
import {
  type Encoding,
  type ImageType,
  isOriginalBetter,
  listEncodings,
  needsShrinking,
} from "./shrinking.ts";

/** An image that the server accepts. */
export type PreparedImage = {
  file: File;
  /** Pixels of the original; undefined if the browser cannot read it. */
  size: Size | undefined;
  /** Bytes before and after, if it was shrunk. */
  shrunk: { from: number; to: number } | undefined;
};

/** A decoded image that can be encoded again. */
export type Codec = Size & {
  isOpaque(): boolean;
  encode(encoding: Encoding): Promise<Blob>;
  close(): void;
};

/** Larger files are not opened. */
const MAX_OPENED_BYTES = 60_000_000;

/**
 * Shrinks an image that is too large for the server or larger than the canvas. Keeps transparency.
 *
 * @throws ApiError as the server would, for another type or a damaged file
 */
export async function prepareImage(
  file: File,
  open: (file: File) => Promise<Codec | undefined> = openInBrowser,
): Promise<PreparedImage> {
  const type = await imageTypeOf(file);
  if (type === undefined || file.size > MAX_OPENED_BYTES) throw rejection(campaignTexts.image);
  const codec = await open(file);
  if (codec === undefined) {
    // The server decides about a file that only the browser cannot read.
    if (file.size <= campaignLimits.imageBytes) return { file, size: undefined, shrunk: undefined };
    throw rejection(UNREADABLE_IMAGE);
  }
  try {
    return await shrinkFile(file, type, codec);
  } finally {
    codec.close();
  }
}

async function shrinkFile(file: File, type: ImageType, codec: Codec): Promise<PreparedImage> {
  const size = { width: codec.width, height: codec.height };
  const image = { ...size, type, bytes: file.size };
  if (!needsShrinking(image)) return { file, size, shrunk: undefined };
  for (const encoding of listEncodings(image, type === "image/jpeg" || codec.isOpaque())) {
    const blob = await codec.encode(encoding);
    if (blob.size > campaignLimits.imageBytes) continue;
    if (isOriginalBetter(image, blob.size)) break;
    const shrunk = new File([blob], nameFor(file.name, encoding.type), { type: encoding.type });
    return { file: shrunk, size, shrunk: { from: file.size, to: blob.size } };
  }
  if (file.size > campaignLimits.imageBytes) throw rejection(campaignTexts.image);
  return { file, size, shrunk: undefined };
}

async function imageTypeOf(file: File): Promise<ImageType | undefined> {
  const kind = await detectPictureKind(file);
  return kind && `image/${kind}`;
}

function nameFor(name: string, type: ImageType): string {
  return type === "image/jpeg" ? name.replace(/\.png$/i, ".jpg") : name;
}

/** Returns the server's own error for a rejected image, before anything is sent. */
function rejection(message: string): ApiError {
  return new ApiError(400, { code: "E0007", message, errors: [{ field: "image", message }] });
}

/** Returns undefined if the browser cannot decode the file. */
async function openInBrowser(file: File): Promise<Codec | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (bitmap === undefined) return undefined;
  const { width, height } = bitmap;
  return {
    width,
    height,
    isOpaque: () => isOpaque(bitmap),
    async encode({ type, quality, ...size }) {
      return encodeCanvas(drawBitmap(bitmap, size), type, quality);
    },
    close: () => bitmap.close(),
  };
}

function drawBitmap(bitmap: ImageBitmap, { width, height }: Size): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const drawing = canvas.getContext("2d");
  if (drawing === null) throw rejection(campaignTexts.image);
  drawing.imageSmoothingQuality = "high";
  drawing.drawImage(bitmap, 0, 0, width, height);
  return canvas;
}

/** Side of the reduced image in which transparent pixels are looked up. */
const ALPHA_SIDE_PX = 300;

/** Reduction averages pixels, so any transparency leaves its trace. */
function isOpaque(bitmap: ImageBitmap): boolean {
  const canvas = drawBitmap(bitmap, { width: ALPHA_SIDE_PX, height: ALPHA_SIDE_PX });
  const data = canvas.getContext("2d")?.getImageData(0, 0, ALPHA_SIDE_PX, ALPHA_SIDE_PX).data;
  return data?.every((value, index) => index % 4 !== 3 || value === 255) ?? false;
}

function encodeCanvas(canvas: HTMLCanvasElement, type: ImageType, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob === null ? reject(rejection(campaignTexts.image)) : resolve(blob)),
      type,
      quality,
    ),
  );
}
