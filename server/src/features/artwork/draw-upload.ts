import { uploadLimits } from "@wrapsody/shared/api/uploads.ts";
import { campaignLimits } from "@wrapsody/shared/experiences/campaigns.ts";
import { CROPPED_COVER_SIDE_PX, type Crop, cropToPixels } from "@wrapsody/shared/experiences/crop.ts";
import { photoLimits } from "@wrapsody/shared/experiences/participation.ts";
import { filterPixels, type PhotoFilter } from "@wrapsody/shared/experiences/photo-filters.ts";
import { type LayerBox, MAX_PRINT_SIDE_PX } from "@wrapsody/shared/experiences/placing.ts";
import type { Sharp } from "sharp";
import { buildPlaceholder, type DecodedImage } from "./images.ts";
import { fitInto, listEncodings } from "./layer-encodings.ts";
import type { UploadedImage } from "./read-upload.ts";
import { openRaw, type RawPixels, readRegion, toRaw } from "./reduce-image.ts";

/** Re-encodes the pixels, so that no metadata remains. */
export async function reencodeImage(
  picture: Sharp,
  kind: UploadedImage["kind"],
  maxSide: number,
): Promise<DecodedImage> {
  return encodePixels(
    await toRaw(picture.autoOrient().resize(maxSide, maxSide, { fit: "inside", withoutEnlargement: true })),
    kind,
  );
}

/** Transparency stays in a PNG that is as small as any upload; larger files become a JPEG on white. */
export async function cropCover(image: UploadedImage, picture: Sharp, crop: Crop): Promise<DecodedImage> {
  const region = squareOf(cropToPixels(crop, image));
  const side = Math.min(region.width, CROPPED_COVER_SIDE_PX);
  const pixels = await readRegion(picture, { region, size: { width: side, height: side }, shown: image });
  const isPng = image.kind === "png" && image.bytes.length <= uploadLimits.imageBytes;
  return isPng ? encodePixels(pixels, "png") : encodePixels(await flatten(pixels), "jpeg");
}

/** As a square JPEG; transparency becomes white. */
export async function cropPhoto(
  image: UploadedImage,
  picture: Sharp,
  { crop, filter }: { crop: Crop; filter: PhotoFilter },
): Promise<DecodedImage> {
  const region = squareOf(cropToPixels(crop, image));
  const { side } = photoLimits;
  const size = { width: side, height: side };
  const pixels = await flatten(await readRegion(picture, { region, size, shown: image }));
  const { buffer, byteOffset, length } = pixels.data;
  filterPixels(new Uint8ClampedArray(buffer, byteOffset, length), filter, 3);
  return encodePixels(pixels, "jpeg");
}

export class TooManyBytes extends Error {
  override name = "TooManyBytes";
}

/** Encodes a layer in the best way that fits into the limit of a file. */
export async function shrinkLayer(image: UploadedImage, picture: Sharp): Promise<DecodedImage> {
  const region = { left: 0, top: 0, width: image.width, height: image.height };
  const size = fitInto(image, MAX_PRINT_SIDE_PX);
  const pixels = await readRegion(picture, { region, size, shown: image });
  const { isOpaque } = await openRaw(pixels).stats();
  for (const { kind, quality, ...scaled } of listEncodings({ ...size, kind: image.kind }, isOpaque)) {
    const encoded = await encodePixels(
      await toRaw(openRaw(pixels).resize(scaled.width, scaled.height)),
      kind,
      quality,
    );
    if (encoded.bytes.length <= campaignLimits.imageBytes) return encoded;
  }
  throw new TooManyBytes("No encoding of this image is small enough.");
}

/** The centred square of a region. */
function squareOf({ left, top, width, height }: LayerBox): LayerBox {
  const side = Math.min(width, height);
  return {
    left: left + ((width - side) >> 1),
    top: top + ((height - side) >> 1),
    width: side,
    height: side,
  };
}

/** Three channels; transparency becomes white. */
function flatten(pixels: RawPixels): Promise<RawPixels> {
  return toRaw(openRaw(pixels).flatten({ background: "#ffffff" }));
}

async function encodePixels(
  pixels: RawPixels,
  kind: UploadedImage["kind"],
  quality = 92,
): Promise<DecodedImage> {
  const { width, height } = pixels.raw;
  const bytes = await encodePicture(openRaw(pixels), kind, quality);
  return { bytes, format: kind, width, height, ...(await buildPlaceholder(openRaw(pixels))) };
}

function encodePicture(picture: Sharp, kind: UploadedImage["kind"], quality: number): Promise<Buffer> {
  if (kind === "png") return picture.png({ compressionLevel: 9 }).toBuffer();
  // Full chroma: lettering on covers shows artefacts that photos hide.
  return picture.jpeg({ quality, chromaSubsampling: "4:4:4" }).toBuffer();
}
