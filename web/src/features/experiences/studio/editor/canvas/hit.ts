import type { LayerBox } from "@wrapsody/shared/placing.ts";
import type { EditorComponent } from "../state/components.ts";
import { containsPoint, intersectBoxes, type Point } from "./moving.ts";

/** Of 255. Fainter pixels count as transparent. */
const MIN_ALPHA = 16;
/** Side of the reduced picture in which visible pixels are looked up. */
const SAMPLE_SIDE_PX = 16;

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
  return isVisibleAround(canvas, part, place, { left: point.x, top: point.y, width: 0, height: 0 });
}

/** Returns true if a layer is visible anywhere in a box. */
export function isVisibleIn(
  canvas: HTMLElement | null,
  part: EditorComponent,
  place: LayerBox,
  box: LayerBox,
): boolean {
  const common = intersectBoxes(place, box);
  return common !== undefined && isVisibleAround(canvas, part, place, common);
}

/** `box` lies in `place`. Codes, photos and images that cannot be read are visible everywhere. */
function isVisibleAround(
  canvas: HTMLElement | null,
  { id }: EditorComponent,
  place: LayerBox,
  box: LayerBox,
): boolean {
  const picture = canvas?.querySelector<HTMLImageElement>(`[data-part="${id}"] img`);
  if (picture === null || picture === undefined || !picture.complete || picture.naturalWidth === 0)
    return true;
  const [scaleX, scaleY] = [picture.naturalWidth / place.width, picture.naturalHeight / place.height];
  return isAnyOpaque(picture, {
    left: Math.floor((box.left - place.left) * scaleX),
    top: Math.floor((box.top - place.top) * scaleY),
    width: Math.max(1, Math.ceil(box.width * scaleX)),
    height: Math.max(1, Math.ceil(box.height * scaleY)),
  });
}

let sample: CanvasRenderingContext2D | null | undefined;

function isAnyOpaque(picture: HTMLImageElement, { left, top, width, height }: LayerBox): boolean {
  sample ??= createSample();
  if (sample === null) return true;
  const [across, down] = [Math.min(width, SAMPLE_SIDE_PX), Math.min(height, SAMPLE_SIDE_PX)];
  try {
    sample.clearRect(0, 0, SAMPLE_SIDE_PX, SAMPLE_SIDE_PX);
    sample.drawImage(picture, left, top, width, height, 0, 0, across, down);
    const { data } = sample.getImageData(0, 0, across, down);
    return data.some((value, index) => index % 4 === 3 && value >= MIN_ALPHA);
  } catch {
    // Images of another origin can be shown but not read.
    return true;
  }
}

function createSample(): CanvasRenderingContext2D | null {
  const canvas = document.createElement("canvas");
  canvas.width = SAMPLE_SIDE_PX;
  canvas.height = SAMPLE_SIDE_PX;
  return canvas.getContext("2d", { willReadFrequently: true });
}
