/** What the checks need of a canvas. */
export type ReadableCanvas = Pick<HTMLCanvasElement, "width" | "height" | "toBlob"> & {
  getContext(kind: "2d", settings: CanvasRenderingContext2DSettings): Drawing | null;
};
type Drawing = Pick<CanvasRenderingContext2D, "fillStyle" | "fillRect" | "clearRect" | "drawImage"> & {
  getImageData(left: number, top: number, width: number, height: number): Pick<ImageData, "data">;
};

const SIDE_PX = 16;

/**
 * Returns whether the browser returns the pixels that a page has drawn. So that nobody is recognised by them, Firefox with
 * `resistFingerprinting`, Tor Browser, LibreWolf, Brave and some extensions answer with noise or white until the user permits the site to
 * read. The permission may change at any time, so ask again before each use.
 */
export function isCanvasReadable(canvas: ReadableCanvas = document.createElement("canvas")): boolean {
  return drawPattern(canvas)?.isUnchanged() ?? false;
}

/** Like `isCanvasReadable`, also for a file that is made of a canvas. */
export async function isCanvasEncodable(
  canvas: ReadableCanvas = document.createElement("canvas"),
  decode: (file: Blob) => Promise<CanvasImageSource> = createImageBitmap,
): Promise<boolean> {
  const pattern = drawPattern(canvas);
  if (pattern?.isUnchanged() !== true) return false;
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  const image = file === null ? undefined : await decode(file).catch(() => undefined);
  if (image === undefined) return false;
  pattern.drawing.clearRect(0, 0, SIDE_PX, SIDE_PX);
  pattern.drawing.drawImage(image, 0, 0);
  return pattern.isUnchanged();
}

/** Draws pixels of all colours, and transparent ones. Exact values come back exactly, because none is translucent. */
function drawPattern(canvas: ReadableCanvas): { drawing: Drawing; isUnchanged(): boolean } | undefined {
  canvas.width = SIDE_PX;
  canvas.height = SIDE_PX;
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  if (drawing === null) return undefined;
  const pixels = Array.from({ length: SIDE_PX ** 2 }, createPixel);
  drawing.clearRect(0, 0, SIDE_PX, SIDE_PX);
  for (const [at, pixel] of pixels.entries()) {
    if (pixel === undefined) continue;
    drawing.fillStyle = `rgb(${pixel.join(", ")})`;
    drawing.fillRect(at % SIDE_PX, Math.floor(at / SIDE_PX), 1, 1);
  }
  const expected = pixels.flatMap((pixel) => (pixel === undefined ? [0, 0, 0, 0] : [...pixel, 255]));
  return { drawing, isUnchanged: () => isSame(readPixels(drawing), expected) };
}

/** Every fourth pixel is transparent. The colours differ from check to check, so that no answer fits by accident. */
function createPixel(_: unknown, at: number): readonly [number, number, number] | undefined {
  if (at % 4 === 3) return undefined;
  const random = () => Math.floor(256 * Math.random());
  return [random(), random(), random()];
}

function readPixels(drawing: Drawing): Uint8ClampedArray | undefined {
  try {
    return drawing.getImageData(0, 0, SIDE_PX, SIDE_PX).data;
  } catch {
    // Some extensions forbid reading altogether.
    return undefined;
  }
}

function isSame(found: Uint8ClampedArray | undefined, expected: readonly number[]): boolean {
  return found?.length === expected.length && expected.every((value, at) => found[at] === value);
}
