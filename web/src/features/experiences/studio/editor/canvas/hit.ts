import type { LayerBox } from "@wrapsody/shared/placing.ts";
import type { EditorComponent } from "../state/components.ts";
import { holds, type Point } from "./moving.ts";

/** Of 255; fainter is as good as nothing. */
const MIN_ALPHA = 16;

/** Whether a layer can be seen at a point: most are as large as the canvas, and one would only ever get hold of the top one. */
export function isOpaqueAt(
  canvas: HTMLElement | null,
  part: EditorComponent,
  place: LayerBox,
  point: Point,
): boolean {
  if (!holds(place, point)) return false;
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
    // Pictures of another origin may be shown, but not read.
    return 255;
  }
}

function onePixel(): CanvasRenderingContext2D | null {
  const canvas = document.createElement("canvas");
  canvas.width = 1;
  canvas.height = 1;
  return canvas.getContext("2d", { willReadFrequently: true });
}
