import { pixelView, type Raster, type Size } from "../raster.ts";

/**
 * A layer as runs of visible pixels: most of a layer is empty, and most of the rest opaque. A run lies within
 * one row. Its number packs the offset (row × width + column), the length, and in the lowest bit whether all
 * pixels are opaque. `pixels` concatenates the pixels of all runs.
 */
export type Layer = Size & { runs: Uint32Array; pixels: Int32Array };

const LENGTH_BITS = 10;
/** Longest side of a layer. */
export const MAX_SIDE = 2 ** LENGTH_BITS - 1;
/** Minimum length of a separate opaque run. */
const MIN_OPAQUE_RUN = 16;

/** Returns the memory size of a layer in bytes. */
export function layerBytes({ runs, pixels }: Layer): number {
  return runs.byteLength + pixels.byteLength;
}

/** Encodes a premultiplied raster as runs. @throws RangeError above `MAX_SIDE` */
export function encodeLayer(raster: Raster): Layer {
  const { width, height } = raster;
  if (width > MAX_SIDE || height > MAX_SIDE) throw new RangeError("A layer is too large.");
  const from = pixelView(raster);
  const runs: number[] = [];
  const pixels = new Int32Array(from.length);
  let pixelCount = 0;
  for (let at = 0; at < from.length; ) {
    const rowEnd = at - (at % width) + width;
    const end = findRunEnd(from, at, rowEnd);
    if (from[at] !== 0) {
      runs.push((at << (LENGTH_BITS + 1)) | ((end - at) << 1) | (isOpaque(from, at, end) ? 1 : 0));
      pixels.set(from.subarray(at, end), pixelCount);
      pixelCount += end - at;
    }
    at = end;
  }
  return { width, height, runs: Uint32Array.from(runs), pixels: pixels.slice(0, pixelCount) };
}

/** Returns the end of a run: empty pixels, a long stretch of opaque ones, or a mixture. */
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
 * Blends a layer onto an opaque canvas (source over) in integer arithmetic, so that the result is the same on
 * every machine.
 *
 * @throws RangeError if the layer exceeds the canvas
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

/** Multiplies each byte of a pixel by `rest / 255` with rounding, two bytes at a time in 16-bit lanes. */
function scaleChannels(pixel: number, rest: number): number {
  const redBlue = Math.imul(pixel & 0x00ff00ff, rest) + 0x00800080;
  const greenAlpha = Math.imul((pixel >>> 8) & 0x00ff00ff, rest) + 0x00800080;
  const low = ((redBlue + ((redBlue >>> 8) & 0x00ff00ff)) >>> 8) & 0x00ff00ff;
  const high = (greenAlpha + ((greenAlpha >>> 8) & 0x00ff00ff)) & 0xff00ff00;
  return low | high;
}
