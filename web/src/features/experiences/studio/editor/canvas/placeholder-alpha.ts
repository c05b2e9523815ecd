import type { LayerBox, Size } from "@wrapsody/shared/experiences/placing.ts";
import { thumbHashToRGBA } from "thumbhash";

/** Of 255. The placeholder is blurred, so that edges are half transparent. */
const MIN_ALPHA = 128;

/** A small picture with the alpha of each pixel. */
export type Placeholder = Size & { alphas: Uint8Array };

const decoded = new Map<string, Placeholder>();

/** Decodes the placeholder of an image without a canvas, for browsers that return noise when a page reads one. */
export function decodePlaceholder(thumbhash: string): Placeholder {
  const known = decoded.get(thumbhash);
  if (known !== undefined) return known;
  const { w, h, rgba } = thumbHashToRGBA(Uint8Array.from(atob(thumbhash), (sign) => sign.charCodeAt(0)));
  const placeholder = { width: w, height: h, alphas: rgba.filter((_, index) => index % 4 === 3) };
  decoded.set(thumbhash, placeholder);
  return placeholder;
}

/** Returns whether a pixel of the box is visible. */
export function isAnyOpaqueIn({ width, alphas }: Placeholder, box: LayerBox): boolean {
  return alphas.some((alpha, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    const isInside = x >= box.left && x < box.left + box.width && y >= box.top && y < box.top + box.height;
    return isInside && alpha >= MIN_ALPHA;
  });
}
