import type { LayerBox, Size } from "@wrapsody/shared/experiences/placing.ts";
import sharp, { type OutputInfo, type Sharp } from "sharp";

/** Seconds to decode one image; a valid one takes less than two. */
export const DECODE_TIMEOUT_S = 20;

/** Pixels in sRGB, eight bits a channel. */
export type RawPixels = { data: Buffer; raw: Pick<OutputInfo, "width" | "height" | "channels"> };

/** How to turn and mirror stored pixels, in this order, for each orientation tag. */
const orientations: Readonly<
  Record<number, { angle: 0 | 90 | 180 | 270; mirrored?: "across" | "down" } | undefined>
> = {
  1: { angle: 0 },
  2: { angle: 0, mirrored: "across" },
  3: { angle: 180 },
  4: { angle: 0, mirrored: "down" },
  5: { angle: 90, mirrored: "across" },
  6: { angle: 90 },
  7: { angle: 270, mirrored: "across" },
  8: { angle: 270 },
};

/**
 * Reads part of a picture, scaled to a size. `region` and `size` are those of the picture as displayed; it is turned last, so that a large
 * picture need not fit into memory.
 *
 * @throws what the decoder throws if any row of the picture is missing, also outside the region
 */
export async function readRegion(
  picture: Sharp,
  { region, size, shown }: { region: LayerBox; size: Size; shown: Size & { orientation: number } },
): Promise<RawPixels> {
  await decodeAllRows(picture.clone());
  const { angle, mirrored } = orientations[shown.orientation] ?? { angle: 0 };
  const stored = toStoredRegion(region, shown);
  const isSideways = angle === 90 || angle === 270;
  const [width, height] = isSideways ? [size.height, size.width] : [size.width, size.height];
  const reduced = await toRaw(picture.clone().extract(stored).resize(width, height, { fit: "fill" }));
  if (angle === 0 && mirrored === undefined) return reduced;
  const turned = angle === 0 ? reduced : await toRaw(openRaw(reduced).rotate(angle));
  if (mirrored === undefined) return turned;
  return toRaw(mirrored === "across" ? openRaw(turned).flop() : openRaw(turned).flip());
}

/** Fails on the first missing row. A decoder reads no further than the rows that it is asked for. */
async function decodeAllRows(picture: Sharp): Promise<void> {
  await picture.timeout({ seconds: DECODE_TIMEOUT_S }).resize(64, 64, { fit: "inside" }).raw().toBuffer();
}

/** Converts a region of the displayed picture to one of the stored pixels. */
function toStoredRegion(region: LayerBox, shown: Size & { orientation: number }): LayerBox {
  const { angle, mirrored } = orientations[shown.orientation] ?? { angle: 0 };
  const { top, width, height } = region;
  // Mirroring comes last, so it is undone first.
  const left = mirrored === "across" ? shown.width - region.left - width : region.left;
  const above = mirrored === "down" ? shown.height - top - height : top;
  switch (angle) {
    case 0:
      return { left, top: above, width, height };
    case 90:
      return { left: above, top: shown.width - left - width, width: height, height: width };
    case 180:
      return { left: shown.width - left - width, top: shown.height - above - height, width, height };
    case 270:
      return { left: shown.height - above - height, top: left, width: height, height: width };
  }
}

export function openRaw({ data, raw }: RawPixels): Sharp {
  return sharp(data, { raw });
}

export async function toRaw(picture: Sharp): Promise<RawPixels> {
  const { data, info } = await picture
    .timeout({ seconds: DECODE_TIMEOUT_S })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { data, raw: { width, height, channels } };
}
