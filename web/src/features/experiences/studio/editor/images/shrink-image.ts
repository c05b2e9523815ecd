import { UNREADABLE_IMAGE } from "@wrapsody/shared/api/media.ts";
import { campaignLimits, campaignTexts } from "@wrapsody/shared/experiences/campaigns.ts";
import { MAX_ORIGINAL_BYTES } from "@wrapsody/shared/experiences/crop.ts";
import type { Size } from "@wrapsody/shared/experiences/placing.ts";
import { ApiError } from "../../../../../lib/api/api-fetch.ts";
import { OriginalFile } from "../../../../../lib/api/original-file.ts";
import { measurePicture } from "../../../../../ui/pictures/picture-file.ts";
import { detectPictureKind } from "../../../../../ui/pictures/picture-types.ts";

/** An image that the server accepts. */
export type PreparedImage = {
  /** An `OriginalFile` if the server shrinks it. */
  file: File;
  /** Pixels of the original; undefined if the browser cannot read it. */
  size: Size | undefined;
};

/** The server refuses images with a longer side, unless it shrinks them. */
const MAX_SIDE_PX = 5_000;

/**
 * Lets the server shrink an image that is too large for it. It is never shrunk here, because some browsers answer with noise when a page
 * reads pixels.
 *
 * @throws ApiError as the server would, for another type or a damaged file
 */
export async function prepareImage(
  file: File,
  measure: (file: File) => Promise<Size | undefined> = measurePicture,
): Promise<PreparedImage> {
  const isPicture = (await detectPictureKind(file)) !== undefined;
  if (!isPicture || file.size > MAX_ORIGINAL_BYTES) throw rejection(campaignTexts.image);
  const size = await measure(file);
  // The server decides about a small file that only the browser cannot read.
  if (size === undefined && file.size > campaignLimits.imageBytes) throw rejection(UNREADABLE_IMAGE);
  return { file: isTooLarge(file, size) ? new OriginalFile(file, { shrink: "true" }) : file, size };
}

function isTooLarge(file: File, size: Size | undefined): boolean {
  const longest = size === undefined ? 0 : Math.max(size.width, size.height);
  return file.size > campaignLimits.imageBytes || longest > MAX_SIDE_PX;
}

/** Returns the server's own error for a rejected image, before anything is sent. */
function rejection(message: string): ApiError {
  return new ApiError(400, { code: "E0007", message, errors: [{ field: "image", message }] });
}
