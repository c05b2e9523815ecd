import { buffer } from "node:stream/consumers";
import type { Image } from "@wrapsody/shared/api/media.ts";
import { LRUCache } from "lru-cache";
import sharp from "sharp";
import type { Context } from "../../platform/context.ts";
import { findImage } from "./images.data.ts";
import type { FontVariant } from "./text/fonts.ts";
import { directionOf, outlineText, wrapText } from "./text/text-outlines.ts";
import { listGraphemes, loadTypeface, type Typeface, toDrawable } from "./text/typeface.ts";

/**
 * The content of a social card: the image on the left; number, title and subtitle on a panel of its colour.
 */
export type Card = {
  image: Image | null;
  /** Four images in place of one, of whose colour the panel stays. */
  wall?: readonly Image[];
  /** Set in large type, such as a catalogue number; omitted if empty. */
  number: string;
  title: string;
  /** Names that belong to the title, such as the artist; omitted if empty. */
  subtitle: string;
  /** Sentences in place of a subtitle. */
  description?: string | undefined;
};

const width = 1200;
const height = 630;
const edge = 48;
const SUBTITLE_SIZE = 30;
const SUBTITLE_LEADING = 38;
const titleCut: FontVariant = { weight: 560, width: 86 };
const numberCut: FontVariant = { weight: 520, width: 70 };
const siteCut: FontVariant = { weight: 680, width: 122 };
const textCut: FontVariant = { weight: 400, width: 100 };

/** Renders a social card: PNG, 1200×630, deterministic. */
export async function renderCard(context: Context, card: Card, siteName: string): Promise<Buffer> {
  const { svg } = await drawPanel(card, siteName);
  return encodeCard(svg, await renderImages(context, card));
}

/** Encodes a card with 256 colours: four textured covers in all of theirs weigh a megabyte. */
export function encodeCard(panel: string, images: readonly Layer[]): Promise<Buffer> {
  return sharp(Buffer.from(panel))
    .composite([...images])
    .png({ compressionLevel: 8, palette: true, effort: 4 })
    .toBuffer();
}

type Layer = { input: Buffer; left: number; top: number };

async function renderImages(context: Context, { image, wall = [] }: Card): Promise<Layer[]> {
  const isWall = wall.length === 4;
  const images = isWall ? wall : image === null ? [] : [image];
  const side = isWall ? height / 2 : height;
  const layers = images.map(async (shown, place) => {
    const input = await renderImage(context, shown, side);
    return input === undefined
      ? []
      : [{ input, left: (place % 2) * side, top: Math.floor(place / 2) * side }];
  });
  return (await Promise.all(layers)).flat();
}

async function renderImage(context: Context, image: Image, side: number): Promise<Buffer | undefined> {
  const stored = await findImage(context.db, image.id);
  if (stored === undefined) return undefined;
  const original = await buffer(await context.storage.read(stored.storage_key));
  return sharp(original).autoOrient().resize(side, side, { fit: "cover" }).toBuffer();
}

/**
 * Draws the panel of a card, with the lines that it says. A title whose script no font has is left out with its subtitle: the image and the number
 * remain, without boxes and without half of what belongs together. So is a description alone.
 */
export async function drawPanel(card: Card, siteName: string): Promise<{ svg: string; lines: CardLines }> {
  const { image, number, title, subtitle, description = "" } = card;
  const typeface = await loadTypeface([number, title, subtitle, description, siteName]);
  const ground = image?.ambient ?? "#0a0a0a";
  const ink = image?.on_ambient ?? "#f6f6f2";
  const left = (image === null ? 0 : height) + edge;
  const room = width - left - edge;
  const names = toDrawableNames(typeface, card);
  const small = names.subtitle || (toDrawable(typeface, description) ?? "");
  const smallLines = fitSentences(typeface, small, { width: room, maxLines: number === "" ? 3 : 2 });
  const bottom = height - edge - 64;
  const smallHeight = Math.max(0, smallLines.length - 1) * SUBTITLE_LEADING;
  const drawnSmall = smallLines.map((line, index) =>
    translate(
      outlineText(line, { typeface, size: SUBTITLE_SIZE, cut: textCut }, directionOf(small)).svg,
      left,
      bottom + 12 - smallHeight + index * SUBTITLE_LEADING,
    ),
  );
  const drawnNumber = number === "" ? undefined : setNumber(typeface, number, room);
  const titleLines = layOutTitle(typeface, names.title, {
    room,
    highest: drawnNumber === undefined ? edge : edge + drawnNumber.height + 16,
    lowest: bottom - 36 - smallHeight,
  });
  const drawnTitle = titleLines.map(({ svg, size, baseline }) =>
    translate(svg, left - size * 0.04, baseline),
  );
  const siteSetting = { typeface, size: 24, cut: siteCut };
  const site = toDrawable(typeface, siteName) ?? "";
  const [siteLine = ""] = wrapText(site, { ...siteSetting, width: room - 36, maxLines: 1 });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <rect width="${width}" height="${height}" fill="${ground}"/>
    <g fill="${ink}">
      ${drawnNumber === undefined ? "" : translate(drawnNumber.svg, left - drawnNumber.size * 0.035, edge + drawnNumber.height)}
      ${drawnTitle.join("")}
      ${drawnSmall.join("")}
      ${translate(outlineText(siteLine, siteSetting).svg, left + 36, height - edge)}
      ${renderLogo(left, height - edge - 22, ground, ink)}
    </g>
  </svg>`;
  return { svg, lines: { title: titleLines.map(({ line }) => line), subtitle: smallLines } };
}

type TitleLine = { line: string; svg: string; size: number; baseline: number };

const TITLE_SIZES = [84, 68, 56, 44] as const;
const MAX_TITLE_LINES = 3;

/** Sets a title in the largest size in which it stays below `highest`; long titles begin with a smaller one. `lowest` is the last baseline. */
function layOutTitle(
  typeface: Typeface,
  title: string,
  { room, highest, lowest }: { room: number; highest: number; lowest: number },
): TitleLine[] {
  if (title === "") return [];
  // Marks above and below the letters of other scripts need more room than capitals.
  const isSiteFont = listGraphemes(title).every((letter) => typeface.fontOf(letter)?.isSiteFont);
  const [leading, ascent] = isSiteFont ? [0.98, 0.72] : [1.2, 0.92];
  const direction = directionOf(title);
  const setTitle = (size: number): TitleLine[] => {
    const setting = { typeface, size, cut: titleCut, tracking: -0.03 * size };
    const lines = wrapText(title, { ...setting, width: room, maxLines: MAX_TITLE_LINES });
    return lines.map((line, index) => ({
      line,
      size,
      svg: outlineText(line, setting, direction).svg,
      baseline: lowest - (lines.length - 1 - index) * size * leading - (leading - 0.98) * 0.5 * size,
    }));
  };
  const longest = title.length > 26 ? 56 : title.length > 14 ? 68 : 84;
  const settings = TITLE_SIZES.filter((size) => size <= longest).map(setTitle);
  return (
    settings.find(([first]) => first && first.baseline - ascent * first.size >= highest) ??
    settings.at(-1) ??
    []
  );
}

type CardLines = { title: string[]; subtitle: string[] };

/** Returns title and subtitle as they can be drawn; both are empty if one cannot be. */
function toDrawableNames(typeface: Typeface, { title, subtitle }: Card): { title: string; subtitle: string } {
  const drawableTitle = toDrawable(typeface, title);
  const drawableSubtitle = subtitle === "" ? "" : toDrawable(typeface, subtitle);
  if (drawableTitle === undefined || drawableSubtitle === undefined) return { title: "", subtitle: "" };
  return { title: drawableTitle, subtitle: drawableSubtitle };
}

/**
 * Breaks a text into at most `maxLines` lines of `width` pixels. Leaves out the last sentences that do not fit, or all of a text
 * whose first one does not; only a name, which has no end of a sentence, ends in an ellipsis.
 */
export function fitSentences(
  typeface: Typeface,
  text: string,
  { width, maxLines }: { width: number; maxLines: number },
): string[] {
  const setting = { typeface, size: SUBTITLE_SIZE, cut: textCut, width, maxLines };
  const sentences = text.trim().match(/[^.!?…]+(?:[.!?…]+(?=\s|$)|[.!?…]+\S*|$)\s*/g) ?? [];
  for (let count = sentences.length; count > 0; count--) {
    const lines = wrapText(sentences.slice(0, count).join("").trim(), { ...setting, maxLines: maxLines + 1 });
    if (lines.length <= maxLines) return lines;
  }
  return text.trim() === "" || /[.!?…]\s*$/.test(text) ? [] : wrapText(text, setting);
}

/** Sets the number as large as the panel allows. */
function setNumber(
  typeface: Typeface,
  number: string,
  room: number,
): { svg: string; size: number; height: number } {
  const cut = numberCut;
  const probe = outlineText(number, { typeface, size: 100, cut, tracking: -4.5 });
  const size = Math.min(250, (100 * room) / probe.advance);
  const { svg } = outlineText(number, { typeface, size, cut, tracking: -0.045 * size });
  return { svg, size, height: size * 0.72 };
}

/** The logo: a quarter of a record in a square. */
export function renderLogo(left: number, top: number, ground: string, ink: string): string {
  return `<g transform="translate(${left} ${top})"><path fill="${ink}" d="M0 0h26v26H0z"/><g fill="none" stroke="${ground}" stroke-width="2.6">
    <path d="M26 6.5A19.5 19.5 0 0 0 6.5 26M26 12.4A13.6 13.6 0 0 0 12.4 26M26 18.3A7.7 7.7 0 0 0 18.3 26"/></g></g>`;
}

function translate(svg: string, left: number, baseline: number): string {
  return `<g transform="translate(${left.toFixed(1)} ${baseline.toFixed(1)})">${svg}</g>`;
}

/** A failed rendering is not kept. */
const cardCache = new LRUCache<string, Promise<Buffer>>({ max: 64 });

/** Returns a card from the cache or renders it. Concurrent requests share one rendering. */
export async function cachedCard(context: Context, card: Card): Promise<Buffer> {
  const { name: siteName } = await context.site.read();
  const name = JSON.stringify([
    siteName,
    card.image?.id,
    card.image?.ambient,
    card.wall?.map(({ id }) => id),
    card.number,
    card.title,
    card.subtitle,
    card.description,
  ]);
  const cached = cardCache.get(name);
  if (cached !== undefined) return cached;
  const rendering = renderCard(context, card, siteName);
  cardCache.set(name, rendering);
  rendering.catch(() => cardCache.delete(name));
  return rendering;
}
