import { contrast, type Rgb, toLinear } from "@wrapsody/shared/experiences/colours.ts";

/** Packed RGBA as it is displayed. */
export type Pixels = { data: Uint8Array; width: number; height: number };

type AmbientColors = { ambient: string; on_ambient: string };

/** Stored with an image. A greater version than the stored one has the colours picked again (`jobs.ts`). */
export const AMBIENT_VERSION = 2;

const INK: Rgb = [10, 10, 10];
const PAPER: Rgb = [246, 246, 242];
/** Colours of the text on a panel, best first. Black or white reach the minimum contrast on every colour. */
const TEXT_COLOURS: readonly Rgb[] = [PAPER, INK, [255, 255, 255], [0, 0, 0]];
/** Minimum contrast between a panel and its text (WCAG 2.2 AA). */
const MIN_CONTRAST = 4.5;

/** Colours closer than this in Oklab look like one area; a printed tone with its noise is about as wide. */
const SAME_AREA = 0.06;
/** Creams and slates are less than this, and weigh a tenth: they are what a colour stands on. */
const VIVID_CHROMA = 0.06;
const MUTED_WEIGHT = 0.1;
/** Keeps the order of areas without any chroma. */
const LEAST_CHROMA = 0.001;
/** Share of the image below which an area is noise or a detail. */
const MIN_AREA = 0.005;
/** Bounds the time for an image of countless colours. */
const MAX_AREAS = 64;

/** Width of the edge as a share of the shorter side, and the share of it that one colour covers if it is flat. */
const EDGE_WIDTH = 0.02;
const FLAT_EDGE = 0.7;
/** Below this chroma an edge is paper or night around the colours. */
const MIN_EDGE_CHROMA = 0.04;

/**
 * Picks the colour of a panel beside an image and a legible text colour. The panel continues a flat, coloured edge; otherwise it has
 * the colour with the greatest product of area and chroma. It is always the colour of a pixel, never a mean.
 */
export function pickAmbientColors(pixels: Pixels): AmbientColors {
  const areas = findAreas(countCells(pixels));
  const edge = areas.find(({ edgeShare, chroma }) => edgeShare >= FLAT_EDGE && chroma >= MIN_EDGE_CHROMA);
  const heaviest = areas.toSorted((a, b) => weighArea(b) - weighArea(a))[0];
  const colour = (edge ?? heaviest)?.mode ?? INK;
  const text = TEXT_COLOURS.find((candidate) => contrast(colour, candidate) >= MIN_CONTRAST) ?? INK;
  return { ambient: toHex(colour), on_ambient: toHex(text) };
}

function weighArea({ share, chroma }: Area): number {
  const isMuted = chroma < VIVID_CHROMA || share < MIN_AREA;
  return share * Math.max(LEAST_CHROMA, chroma) * (isMuted ? MUTED_WEIGHT : 1);
}

/** The pixels whose colours agree in four bits per channel. */
type Cell = { count: number; edgeCount: number; sum: [number, number, number]; colours: Map<number, number> };

function countCells({ data, width, height }: Pixels): Cell[] {
  const cells = new Map<number, Cell>();
  const edge = Math.max(1, Math.round(Math.min(width, height) * EDGE_WIDTH));
  const isAnyOpaque = data.some((value, at) => at % 4 === 3 && value === 255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      const alpha = data[at + 3] ?? 255;
      if (isAnyOpaque && alpha < 255) continue;
      const red = onWhite(data[at] ?? 0, alpha);
      const green = onWhite(data[at + 1] ?? 0, alpha);
      const blue = onWhite(data[at + 2] ?? 0, alpha);
      const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
      let cell = cells.get(key);
      if (cell === undefined) {
        cell = { count: 0, edgeCount: 0, sum: [0, 0, 0], colours: new Map() };
        cells.set(key, cell);
      }
      cell.count++;
      if (x < edge || y < edge || x >= width - edge || y >= height - edge) cell.edgeCount++;
      cell.sum[0] += red;
      cell.sum[1] += green;
      cell.sum[2] += blue;
      const colour = (red << 16) | (green << 8) | blue;
      cell.colours.set(colour, (cell.colours.get(colour) ?? 0) + 1);
    }
  }
  return [...cells.values()];
}

/** Transparent pictures stand on white. */
function onWhite(channel: number, alpha: number): number {
  return Math.round((channel * alpha + 255 * (255 - alpha)) / 255);
}

/** Cells that look the same. `mode` is the most frequent colour of the largest one. */
type Area = { share: number; edgeShare: number; chroma: number; mode: Rgb };

/** Gathers an area around each cell that no larger cell looks like. Areas may overlap. */
function findAreas(cells: readonly Cell[]): Area[] {
  const placed = cells
    .toSorted((a, b) => b.count - a.count)
    .map((cell) => ({ cell, lab: toOklab(meanColour(cell)) }));
  const total = sumOf(placed, (cell) => cell.count);
  const edgeTotal = Math.max(
    1,
    sumOf(placed, (cell) => cell.edgeCount),
  );
  const areas: (Area & { lab: Oklab })[] = [];
  for (const { cell, lab } of placed) {
    if (areas.length === MAX_AREAS) break;
    if (areas.some((area) => distance(area.lab, lab) <= SAME_AREA)) continue;
    const same = placed.filter((other) => distance(other.lab, lab) <= SAME_AREA);
    const mode = findMode(cell);
    const [, a, b] = toOklab(mode);
    areas.push({
      share: sumOf(same, ({ count }) => count) / total,
      edgeShare: sumOf(same, ({ edgeCount }) => edgeCount) / edgeTotal,
      chroma: Math.hypot(a, b),
      mode,
      lab,
    });
  }
  return areas;
}

function sumOf(placed: readonly { cell: Cell }[], read: (cell: Cell) => number): number {
  return placed.reduce((total, { cell }) => total + read(cell), 0);
}

function findMode({ colours }: Cell): Rgb {
  let mode = 0;
  let highestCount = 0;
  for (const [colour, count] of colours) {
    if (count <= highestCount) continue;
    mode = colour;
    highestCount = count;
  }
  return [mode >> 16, (mode >> 8) & 255, mode & 255];
}

function meanColour({ count, sum }: Cell): Rgb {
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}

type Oklab = readonly [lightness: number, a: number, b: number];

/** Converts to Björn Ottosson's Oklab, in which equal distances look equally different. */
function toOklab(colour: Rgb): Oklab {
  const [red, green, blue] = colour.map(toLinear) as [number, number, number];
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ];
}

function distance(a: Oklab, b: Oklab): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function toHex(colour: Rgb): string {
  return `#${colour.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}
