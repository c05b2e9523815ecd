import * as z from "zod";
import type { FilePart } from "../api/endpoint.ts";
import type { LayerBox, Size } from "./placing.ts";

/** Part of a picture as it is displayed, in fractions of its width and height. */
export type Crop = { left: number; top: number; width: number; height: number };

/** Bytes of a file that the server crops or shrinks. A proxy must accept them (docs/operate/install.md). */
export const MAX_ORIGINAL_BYTES = 30_000_000;
/** Maximum side of a cropped cover, in pixels. */
export const CROPPED_COVER_SIDE_PX = 1_400;

export const cropTexts = {
  format: "The crop must be four fractions of the image: left, top, width and height, such as 0.25,0,0.5,1.",
  outside: "The crop must lie within the image.",
  tooLarge: "The image must be at most 30Mb.",
  tooManyPixels: "This image has too many pixels. Please make it smaller and try again.",
} as const;

/** A part that takes a larger file if the body has the field `by`, which says how the server reduces it. */
export function withOriginal<Part extends FilePart>(part: Part, by: string): Part & FilePart {
  return { ...part, original: { maxBytes: MAX_ORIGINAL_BYTES, tooLarge: cropTexts.tooLarge, by } };
}

/** Sums of decimal fractions miss 1 by less than this. */
const ROUNDING = 1e-6;
const fraction = /^(\d+\.?\d*|\.\d+)(e-\d+)?$/i;

/** `left,top,width,height` in fractions of the displayed picture. */
export const crop = z
  .string({ error: cropTexts.format })
  .superRefine((text, { addIssue }) => {
    const parsed = parseCrop(text);
    if (typeof parsed === "string") addIssue({ code: "custom", message: cropTexts[parsed] });
  })
  .meta({ example: "0.25,0,0.5,1" });

/** Reads a validated crop. It stays a text until then, because forms send what they have validated. */
export function readCrop(text: string | undefined): Crop | undefined {
  const parsed = text === undefined ? undefined : parseCrop(text);
  return typeof parsed === "string" ? undefined : parsed;
}

/** Returns the reason if the text is no crop. */
export function parseCrop(text: string): Crop | "format" | "outside" {
  const parts = text.split(",").map((part) => part.trim());
  const [left, top, width, height, ...others] = parts.map(Number);
  if (left === undefined || top === undefined || width === undefined || height === undefined) return "format";
  if (others.length > 0 || !parts.every((part) => fraction.test(part))) return "format";
  const isWithin = left + width <= 1 + ROUNDING && top + height <= 1 + ROUNDING;
  return width === 0 || height === 0 || !isWithin ? "outside" : { left, top, width, height };
}

export function formatCrop({ left, top, width, height }: Crop): string {
  return [left, top, width, height].join(",");
}

/** Converts pixels to fractions; the inverse of `cropToPixels`. */
export function pixelsToCrop({ left, top, width, height }: LayerBox, picture: Size): Crop {
  return {
    left: left / picture.width,
    top: top / picture.height,
    width: width / picture.width,
    height: height / picture.height,
  };
}

/** Converts fractions to whole pixels within the picture, at least one. */
export function cropToPixels({ left, top, width, height }: Crop, picture: Size): LayerBox {
  const [x, y] = [startOf(left, picture.width), startOf(top, picture.height)];
  return {
    left: x,
    top: y,
    width: lengthOf(width, picture.width - x, picture.width),
    height: lengthOf(height, picture.height - y, picture.height),
  };
}

function startOf(share: number, side: number): number {
  return Math.min(side - 1, Math.round(share * side));
}

function lengthOf(share: number, rest: number, side: number): number {
  return Math.max(1, Math.min(rest, Math.round(share * side)));
}
