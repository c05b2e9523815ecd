import type { LayerBox } from "@wrapsody/shared/placing.ts";
import type { EditorComponent } from "../state/components.ts";
import { containsPoint, type Point } from "./moving.ts";

/** Of 255. Fainter pixels count as transparent. */
const MIN_ALPHA = 16;

/**
 * Returns true if a layer is visible at a point. Most layers fill the canvas, so without this test only the top one
 * could be selected.
 */
export function isOpaqueAt(
  canvas: HTMLElement | null,
  part: EditorComponent,
  place: LayerBox,
  point: Point,
): boolean {
  if (!containsPoint(place, point)) return false;
  const picture = canvas?.querySelector<HTMLImageElement>(`[data-part="${part.id}"] img`);
  if (picture === null || picture === undefined || !picture.complete || picture.naturalWidth === 0)
    return true;
  const across = ((point.x - place.left) / place.width) * picture.naturalWidth;
  const down = ((point.y - place.top) / place.height) * picture.naturalHeight;
  return alphaAt(picture, Math.floor(across), Math.floor(down)) >= MIN_ALPHA;
}

let pixel: CanvasRenderingContext2D | null | undefined;

function alphaAt(picture: HTMLImageElement, x: number, y: number): number {
  pixel ??= onePixel();
  if (pixel === null) return 255;
  try {
    pixel.clearRect(0, 0, 1, 1);
    pixel.drawImage(picture, x, y, 1, 1, 0, 0, 1, 1);
    return pixel.getImageData(0, 0, 1, 1).data[3] ?? 255;
  } catch {
    // Images of another origin can be shown but not read.
    return 255;
  }
}

function onePixel(): CanvasRenderingContext2D | null {
  const canvas = document.createElement("canvas");
  canvas.width = 1;
  canvas.height = 1;
  return canvas.getContext("2d", { willReadFrequently: true });
}
