import type { LayerBox, Size } from "@wrapsody/shared/experiences/placing.ts";
import type { EditorComponent } from "../state/components.ts";
import { containsPoint, intersectBoxes, type Point } from "./moving.ts";
import { decodePlaceholder, isAnyOpaqueIn } from "./placeholder-alpha.ts";

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

/** `box` lies in `place`. Codes, photos and images that have not loaded are visible everywhere. */
function isVisibleAround(
  canvas: HTMLElement | null,
  { id, image }: EditorComponent,
  place: LayerBox,
  box: LayerBox,
): boolean {
  const picture = canvas?.querySelector<HTMLImageElement>(`[data-part="${id}"] img`);
  if (picture === null || picture === undefined || !picture.complete || picture.naturalWidth === 0)
    return true;
  const size = { width: picture.naturalWidth, height: picture.naturalHeight };
  const read = isAnyOpaque(picture, scaleBox(box, place, size));
  if (read !== undefined || image === null) return read ?? true;
  const placeholder = decodePlaceholder(image.thumbhash);
  return isAnyOpaqueIn(placeholder, scaleBox(box, place, placeholder));
}

/** Converts a box on the canvas to pixels of a picture that fills `place`. */
function scaleBox(box: LayerBox, place: LayerBox, picture: Size): LayerBox {
  const [scaleX, scaleY] = [picture.width / place.width, picture.height / place.height];
  return {
    left: Math.floor((box.left - place.left) * scaleX),
    top: Math.floor((box.top - place.top) * scaleY),
    width: Math.max(1, Math.ceil(box.width * scaleX)),
    height: Math.max(1, Math.ceil(box.height * scaleY)),
  };
}

let sample: CanvasRenderingContext2D | null | undefined;

/** Returns undefined if the browser returns noise, or another origin forbids reading. */
function isAnyOpaque(picture: HTMLImageElement, { left, top, width, height }: LayerBox): boolean | undefined {
  sample ??= createSample();
  if (sample === null) return undefined;
  const [across, down] = [Math.min(width, SAMPLE_SIDE_PX), Math.min(height, SAMPLE_SIDE_PX)];
  try {
    sample.clearRect(0, 0, SAMPLE_SIDE_PX, SAMPLE_SIDE_PX);
    sample.drawImage(picture, left, top, width, height, 0, 0, across, down);
    // Below the picture are pixels that are known: every other one is transparent.
    const { data } = sample.getImageData(0, 0, SAMPLE_SIDE_PX, SAMPLE_SIDE_PX + 1);
    const alphas = data.filter((_, index) => index % 4 === 3);
    const known = alphas.subarray(SAMPLE_SIDE_PX ** 2);
    if (!known.every((alpha, at) => alpha === (at % 2 === 0 ? 255 : 0))) return undefined;
    return alphas.subarray(0, SAMPLE_SIDE_PX ** 2).some((alpha) => alpha >= MIN_ALPHA);
  } catch {
    return undefined;
  }
}

function createSample(): CanvasRenderingContext2D | null {
  const canvas = document.createElement("canvas");
  canvas.width = SAMPLE_SIDE_PX;
  canvas.height = SAMPLE_SIDE_PX + 1;
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  for (let at = 0; at < SAMPLE_SIDE_PX; at += 2) drawing?.fillRect(at, SAMPLE_SIDE_PX, 1, 1);
  return drawing;
}
