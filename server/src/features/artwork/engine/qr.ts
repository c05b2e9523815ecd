import { create } from "qrcode";
import { contrast } from "../ambient.ts";
import { canvasOf, type Raster } from "./raster.ts";

/** Modules of white around a code, as ISO 18004 asks for. */
const quiet = 4;
/** Pixels of a module below which cameras no longer read it. */
const leastScale = 2;
/** Contrast of its colours below which cameras no longer tell them apart, as WCAG 2.2 counts it. */
const leastContrast = 3;

export type QrColours = {
  /** `#rrggbb`. */
  foreground: string;
  background: string;
};

/**
 * Draws the QR code of a text as a square of so many pixels. Every module is a whole number of pixels wide, so that its
 * edges stay sharp; what is left over is background.
 *
 * @throws RangeError where the square is too small for the text
 */
export function drawQr(text: string, width: number, { foreground, background }: QrColours): Raster {
  const { modules, scale } = modulesOf(text, width);
  if (scale < leastScale) throw new RangeError("The QR code would be too small to be read.");
  const square = canvasOf(width, width, rgbOf(background));
  const margin = Math.floor((width - modules.size * scale) / 2);
  const ink = canvasOf(1, 1, rgbOf(foreground)).data;
  for (let row = 0; row < modules.size * scale; row += 1) {
    for (let column = 0; column < modules.size * scale; column += 1) {
      const dark = modules.get(Math.floor(row / scale), Math.floor(column / scale));
      if (dark) square.data.set(ink, ((margin + row) * width + margin + column) * 4);
    }
  }
  return square;
}

/** Whether cameras tell the colours apart. */
export function canBeTold({ foreground, background }: QrColours): boolean {
  return contrast(rgbOf(foreground), rgbOf(background)) >= leastContrast;
}

/** Whether the square is large enough for the text. */
export function fitsQr(text: string, width: number): boolean {
  return modulesOf(text, width).scale >= leastScale;
}

/** The code of a text: its rows, of `0` (light) and `1` (dark), and how many pixels it has to be wide to be read. */
export function codeOf(text: string): { rows: string[]; leastWidth: number } {
  const { modules } = modulesOf(text, 0);
  const places = Array.from({ length: modules.size }, (_, place) => place);
  const rows = places.map((row) => places.map((column) => (modules.get(row, column) ? "1" : "0")).join(""));
  return { rows, leastWidth: (modules.size + 2 * quiet) * leastScale };
}

/** The code of a text, and how many pixels wide each of its modules can be in such a square. */
function modulesOf(text: string, width: number) {
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  return { modules, scale: Math.floor(width / (modules.size + 2 * quiet)) };
}

/** The colours of `#rrggbb`. */
export function rgbOf(colour: string): [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
