import { pixelView, type Raster, type Size } from "../raster.ts";

/**
 * A layer as runs of pixels in which anything is seen: most of a layer is empty, and most of the rest opaque. A run lies in
 * one row. Its number holds where it begins (row × width + column), how many pixels it has, and in the lowest bit whether all
 * of them are opaque. The pixels of all runs stand one after the other.
 */
export type Layer = Size & { runs: Uint32Array; pixels: Int32Array };

const LENGTH_BITS = 10;
/** The longest side of a layer. */
export const MAX_SIDE = 2 ** LENGTH_BITS - 1;
/** Opaque pixels in a row from which on they are a run of their own. */
const MIN_OPAQUE_RUN = 16;

/** Bytes that a layer takes. */
export function layerBytes({ runs, pixels }: Layer): number {
  return runs.byteLength + pixels.byteLength;
}

/** The runs of a raster whose colours are multiplied by their alpha. @throws RangeError above `mostSide` */
export function encodeLayer(raster: Raster): Layer {
  const { width, height } = raster;
  if (width > MAX_SIDE || height > MAX_SIDE) throw new RangeError("A layer is too large.");
  const from = pixelView(raster);
  const runs: number[] = [];
  const pixels = new Int32Array(from.length);
  let kept = 0;
  for (let at = 0; at < from.length; ) {
    const rowEnd = at - (at % width) + width;
    const end = findRunEnd(from, at, rowEnd);
    if (from[at] !== 0) {
      runs.push((at << (LENGTH_BITS + 1)) | ((end - at) << 1) | (isOpaque(from, at, end) ? 1 : 0));
      pixels.set(from.subarray(at, end), kept);
      kept += end - at;
    }
    at = end;
  }
  return { width, height, runs: Uint32Array.from(runs), pixels: pixels.slice(0, kept) };
}

/** Where the run ends that begins somewhere: of empty pixels, of opaque ones where they are many, or of others. */
function findRunEnd(pixels: Int32Array, start: number, rowEnd: number): number {
  if (pixels[start] === 0) return runWhile(pixels, start, rowEnd, (pixel) => pixel === 0);
  const opaque = runWhile(pixels, start, rowEnd, (pixel) => pixel >>> 24 === 255);
  if (opaque - start >= MIN_OPAQUE_RUN) return opaque;
  let end = Math.max(opaque, start + 1);
  while (end < rowEnd && pixels[end] !== 0) {
    const solid = runWhile(pixels, end, rowEnd, (pixel) => pixel >>> 24 === 255);
    if (solid - end >= MIN_OPAQUE_RUN) return end;
    end = Math.max(solid, end + 1);
  }
  return end;
}

function runWhile(
  pixels: Int32Array,
  start: number,
  rowEnd: number,
  holds: (pixel: number) => boolean,
): number {
  let end = start;
  while (end < rowEnd && holds(pixels[end] ?? 0)) end += 1;
  return end;
}

function isOpaque(pixels: Int32Array, start: number, end: number): boolean {
  return runWhile(pixels, start, end, (pixel) => pixel >>> 24 === 255) === end;
}

/**
 * Lays a layer on an opaque canvas: source over, in whole numbers, so that the result is the same on every machine. It must
 * lie within the canvas.
 *
 * @throws RangeError where it does not
 */
export function blendLayer(canvas: Raster, layer: Layer, left: number, top: number): void {
  if (left < 0 || top < 0 || left + layer.width > canvas.width || top + layer.height > canvas.height)
    throw new RangeError("A layer lies outside of its canvas.");
  const to = pixelView(canvas);
  const { runs, pixels, width } = layer;
  let from = 0;
  for (const run of runs) {
    const start = run >>> (LENGTH_BITS + 1);
    const length = (run >>> 1) & MAX_SIDE;
    const row = Math.floor(start / width);
    const target = (top + row) * canvas.width + left + start - row * width;
    if ((run & 1) === 1 && length >= MIN_OPAQUE_RUN) to.set(pixels.subarray(from, from + length), target);
    else blendPixels(to, target, pixels, from, length);
    from += length;
  }
}

function blendPixels(to: Int32Array, target: number, pixels: Int32Array, from: number, length: number): void {
  for (let at = 0; at < length; at += 1) {
    const pixel = pixels[from + at] ?? 0;
    const rest = 255 - (pixel >>> 24);
    to[target + at] = rest === 0 ? pixel : pixel + scaleChannels(to[target + at] ?? 0, rest);
  }
}

/** Each byte of a pixel times `rest`, divided by 255 and rounded; two bytes at a time, a lane of 16 bits for each. */
function scaleChannels(pixel: number, rest: number): number {
  const redBlue = Math.imul(pixel & 0x00ff00ff, rest) + 0x00800080;
  const greenAlpha = Math.imul((pixel >>> 8) & 0x00ff00ff, rest) + 0x00800080;
  const low = ((redBlue + ((redBlue >>> 8) & 0x00ff00ff)) >>> 8) & 0x00ff00ff;
  const high = (greenAlpha + ((greenAlpha >>> 8) & 0x00ff00ff)) & 0xff00ff00;
  return low | high;
}
