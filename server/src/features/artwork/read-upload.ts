import type { Size } from "@wrapsody/shared/experiences/placing.ts";
import sharp, { type Sharp } from "sharp";
import { closeJpeg, detectImageType, hasTooManyScans, isMissingRows, stripPngChunks } from "./image-file.ts";

// Each upload is decoded once, so sharp's cache never hits.
sharp.cache(false);

/** `width` and `height` are those of the displayed picture. */
export type UploadedImage = Size & {
  kind: "png" | "jpeg";
  bytes: Buffer;
  orientation: number;
  /** Whether the decoder keeps all pixels until it has read the last. */
  isProgressive: boolean;
};

/** Reads the header without decoding pixels. */
export async function readHeader(bytes: Buffer): Promise<UploadedImage> {
  const kind = detectImageType(bytes);
  if (kind === undefined) throw new Error("This is neither PNG nor JPEG.");
  if (kind === "jpeg" && hasTooManyScans(bytes)) throw new Error("This JPEG has too many scans.");
  const content = kind === "png" ? stripPngChunks(bytes) : closeJpeg(bytes);
  const {
    format,
    autoOrient,
    orientation = 1,
    isProgressive,
  } = await openPicture(content, "error").metadata();
  if (format !== kind) throw new Error(`This begins as ${kind} and is ${format}.`);
  const { width, height } = autoOrient;
  return { kind, bytes: content, width, height, orientation, isProgressive };
}

function openPicture(bytes: Buffer, failOn: "warning" | "error"): Sharp {
  // The sides are checked before decoding, with a message of our own.
  return sharp(bytes, { limitInputPixels: false, failOn });
}

/**
 * Decodes an image of which all rows are there. To the decoder of JPEG, missing rows are a mere warning, as are faults that nobody sees, so
 * an image with one of those is decoded once more.
 */
export async function decodeWhole<Drawn>(
  { kind, bytes }: UploadedImage,
  decode: (picture: Sharp) => Promise<Drawn>,
): Promise<Drawn> {
  if (kind === "png") return decode(openPicture(bytes, "error"));
  try {
    return await decode(openPicture(bytes, "warning"));
  } catch (cause) {
    if (isMissingRows(cause)) throw cause;
    return decode(openPicture(bytes, "error"));
  }
}
