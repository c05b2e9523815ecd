import { campaignLimits } from "@wrapsody/shared/campaigns.ts";
import { CANVAS_SIDE_PX, type Size } from "@wrapsody/shared/placing.ts";

export type ImageType = "image/png" | "image/jpeg";

/** An image as the browser decoded it. */
export type DecodedImage = Size & { type: ImageType; bytes: number };

/** How an image is encoded. PNG ignores the quality. */
export type Encoding = Size & { type: ImageType; quality: number };

/** The server refuses images with a longer side. */
export const MAX_SENT_SIDE_PX = 5_000;
const JPEG_QUALITIES = [0.92, 0.85, 0.75];
/** A transparent image that is too large is reduced in these steps, because JPEG has no transparency. */
const REDUCTIONS = [0.85, 0.7, 0.6, 0.5];

/** Returns true if an image has more bytes than the server takes, or more pixels than the canvas shows. */
export function needsShrinking({ bytes, width, height }: DecodedImage): boolean {
  return bytes > campaignLimits.imageBytes || Math.max(width, height) > CANVAS_SIDE_PX;
}

/** Scales a size to fit into a square, keeping its proportions. Never enlarges it. */
export function fitInto({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / width, side / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Lists how an image may be encoded, best first: at the size of the canvas, then with less quality. A PNG stays a PNG as long
 * as it fits; one with transparency always does.
 */
export function listEncodings(image: DecodedImage, isOpaque: boolean): Encoding[] {
  const full = fitInto(image, CANVAS_SIDE_PX);
  const png: Encoding = { ...full, type: "image/png", quality: 1 };
  const jpegs = JPEG_QUALITIES.map((quality): Encoding => ({ ...full, type: "image/jpeg", quality }));
  if (image.type === "image/jpeg") return jpegs;
  if (isOpaque) return [png, ...jpegs];
  const smaller = REDUCTIONS.map(
    (share): Encoding => ({ ...fitInto(image, CANVAS_SIDE_PX * share), type: "image/png", quality: 1 }),
  );
  return [png, ...smaller];
}

/** Returns true if the original is sent instead of a shrunk file of `shrunkBytes`, because it is smaller. */
export function isOriginalBetter(image: DecodedImage, shrunkBytes: number): boolean {
  const isAccepted =
    image.bytes <= campaignLimits.imageBytes && Math.max(image.width, image.height) <= MAX_SENT_SIDE_PX;
  return isAccepted && shrunkBytes >= image.bytes;
}
