import { parseRgb } from "@wrapsody/shared/experiences/colours.ts";
import { CANVAS_SIDE_PX, type LayerBox, PRINT_DPI } from "@wrapsody/shared/experiences/placing.ts";
import sharp from "sharp";
import { createCanvas, type Raster } from "../raster.ts";
import type { ArtworkLayer, ArtworkSpec, ReadImageFile } from "./compose.ts";
import { decodeRaster } from "./layers.ts";
import { drawQr } from "./qr.ts";
import { blendLayer, encodeLayer } from "./run-length.ts";

/** Side of the squares in which layers are blended, below the longest side of an encoded layer. */
const BLOCK_SIDE_PX = CANVAS_SIDE_PX;

/**
 * Renders an artwork for printing as PNG of `side` pixels at 300 dpi. Holds the canvas and one layer at a time, 52 MB each at
 * most, and caches nothing.
 */
export async function composePrint(
  { ground, layers }: ArtworkSpec,
  side: number,
  read: ReadImageFile,
): Promise<Buffer> {
  const canvas = createCanvas(side, side, parseRgb(ground));
  for (const layer of layers) {
    const box = scaleBox(layer.place, side / CANVAS_SIDE_PX);
    blendRaster(canvas, await prepareRaster(layer, box, read), box);
  }
  return sharp(canvas.data, { raw: { width: side, height: side, channels: 4 } })
    .removeAlpha()
    .withMetadata({ density: PRINT_DPI })
    .png()
    .toBuffer();
}

/** Rounds the edges rather than the sizes, so that tiles that touch still do. */
function scaleBox({ left, top, width, height }: LayerBox, scale: number): LayerBox {
  const [from, to] = [Math.round(left * scale), Math.round(top * scale)];
  return {
    left: from,
    top: to,
    width: Math.max(1, Math.round((left + width) * scale) - from),
    height: Math.max(1, Math.round((top + height) * scale) - to),
  };
}

async function prepareRaster(layer: ArtworkLayer, box: LayerBox, read: ReadImageFile): Promise<Raster> {
  if (layer.kind === "qr") return drawQr(layer.text, Math.min(box.width, box.height), layer.colours);
  return decodeRaster(await read(layer.id), box);
}

function blendRaster(canvas: Raster, raster: Raster, { left, top }: LayerBox): void {
  for (let y = 0; y < raster.height; y += BLOCK_SIDE_PX) {
    for (let x = 0; x < raster.width; x += BLOCK_SIDE_PX)
      blendLayer(canvas, encodeLayer(cutBlock(raster, x, y)), left + x, top + y);
  }
}

function cutBlock(raster: Raster, left: number, top: number): Raster {
  const width = Math.min(BLOCK_SIDE_PX, raster.width - left);
  const height = Math.min(BLOCK_SIDE_PX, raster.height - top);
  const data = new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row += 1) {
    const start = ((top + row) * raster.width + left) * 4;
    data.set(raster.data.subarray(start, start + width * 4), row * width * 4);
  }
  return { width, height, data };
}
