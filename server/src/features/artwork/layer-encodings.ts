import { CANVAS_SIDE_PX, MAX_PRINT_SIDE_PX, type Size } from "@wrapsody/shared/experiences/placing.ts";

/** How a layer is encoded. PNG ignores the quality. */
export type Encoding = Size & { kind: "png" | "jpeg"; quality: number };

const JPEG_QUALITIES = [92, 85, 75];
/** An image keeps the pixels of a print if its bytes allow that, else of a smaller one, down to the canvas. */
const SIDES_PX = [MAX_PRINT_SIDE_PX, MAX_PRINT_SIDE_PX / 2, CANVAS_SIDE_PX];
/** A transparent image that is too large is reduced in these steps, because JPEG has no transparency. */
const REDUCTIONS = [0.85, 0.7, 0.6, 0.5];

/** Scales a size to fit into a square, keeping its proportions. Never enlarges it. */
export function fitInto({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / width, side / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Lists how an image may be encoded, best first: at the size of a print, then with less quality, then smaller. A PNG stays a PNG
 * as long as it fits; one with transparency always does.
 */
export function listEncodings(image: Size & Pick<Encoding, "kind">, isOpaque: boolean): Encoding[] {
  const sizes = listSizes(image);
  const pngs = (fitting: readonly Size[]) =>
    fitting.map((size): Encoding => ({ ...size, kind: "png", quality: 100 }));
  const jpegs = sizes.flatMap((size) =>
    JPEG_QUALITIES.map((quality): Encoding => ({ ...size, kind: "jpeg", quality })),
  );
  if (image.kind === "jpeg") return jpegs;
  if (isOpaque) return [...pngs(sizes.slice(0, 1)), ...jpegs];
  return pngs([...sizes, ...REDUCTIONS.map((share) => fitInto(image, CANVAS_SIDE_PX * share))]);
}

function listSizes(image: Size): Size[] {
  const longest = Math.max(image.width, image.height);
  const [first = CANVAS_SIDE_PX, ...smaller] = SIDES_PX;
  return [first, ...smaller.filter((side) => side < longest)].map((side) => fitInto(image, side));
}
