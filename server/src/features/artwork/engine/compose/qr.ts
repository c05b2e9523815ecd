import { parseRgb, type QrColours } from "@wrapsody/shared/experiences/colours.ts";
import { create } from "qrcode";
import { createCanvas, type Raster } from "../raster.ts";

/** Quiet zone required by ISO 18004. */
const QUIET_ZONE_MODULES = 4;
/** Smaller modules are unreadable for cameras. */
const MIN_MODULE_PX = 2;

/**
 * Draws the QR code of a text as a square. Modules are whole pixels, so that edges stay sharp; the rest is
 * background. Draws any colours, because recorded artworks have some that are not accepted for new components.
 *
 * @throws RangeError if the square is too small for the text
 */
export function drawQr(text: string, width: number, { foreground, background }: QrColours): Raster {
  const { modules, scale } = layOutQr(text, width);
  if (scale < MIN_MODULE_PX) throw new RangeError("The QR code would be too small to be read.");
  const square = createCanvas(width, width, parseRgb(background));
  const margin = Math.floor((width - modules.size * scale) / 2);
  const ink = createCanvas(1, 1, parseRgb(foreground)).data;
  for (let row = 0; row < modules.size * scale; row += 1) {
    for (let column = 0; column < modules.size * scale; column += 1) {
      const dark = modules.get(Math.floor(row / scale), Math.floor(column / scale));
      if (dark) square.data.set(ink, ((margin + row) * width + margin + column) * 4);
    }
  }
  return square;
}

/** Returns whether the square is large enough for the text. */
export function fitsQr(text: string, width: number): boolean {
  return layOutQr(text, width).scale >= MIN_MODULE_PX;
}

/** Returns the code of a text as rows of `0` (light) and `1` (dark), and the minimum width in pixels. */
export function encodeQr(text: string): { rows: string[]; leastWidth: number } {
  const { modules } = layOutQr(text, 0);
  const places = Array.from({ length: modules.size }, (_, place) => place);
  const rows = places.map((row) => places.map((column) => (modules.get(row, column) ? "1" : "0")).join(""));
  return { rows, leastWidth: (modules.size + 2 * QUIET_ZONE_MODULES) * MIN_MODULE_PX };
}

/** Returns the code of a text and the pixels per module in a square of `width`. */
function layOutQr(text: string, width: number) {
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  return { modules, scale: Math.floor(width / (modules.size + 2 * QUIET_ZONE_MODULES)) };
}
